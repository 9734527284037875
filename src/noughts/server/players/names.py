"""Which display names are allowed. Nobody may impersonate an account, the server or its computer players."""

from noughts.messages.refusals import Refusal
from noughts.messages.usernames import is_reserved, keys_of
from noughts.storage.journal import Database
from noughts.storage.players import is_name_taken


async def objection_to_name(database: Database, name: str) -> Refusal | None:
    """Return why a guest may not use this display name, or None."""
    if is_reserved(name):
        return Refusal("username_reserved")
    return Refusal("username_taken") if await database.read(is_name_taken, keys_of(name)) else None
