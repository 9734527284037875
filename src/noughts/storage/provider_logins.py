"""Queries over the logins at a provider that are linked to accounts. Each belongs to one account."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.storage.players import CARD, card_of
from noughts.storage.tables import players, provider_logins


def provider_hash(issuer: str, subject: str) -> str:
    return sha256(f"{issuer}\n{subject}".encode()).hexdigest()


def add_provider_login(
    connection: Connection, player: PlayerId, issuer: str, subject: str, most: int, now_ms: int
) -> bool:
    """Link a login to this account. Return False when there are too many. Raises `IntegrityError` for a linked one."""
    mine = select(func.count()).where(provider_logins.c.player_id == player)
    if (connection.scalar(mine) or 0) >= most:
        return False
    connection.execute(
        provider_logins.insert().values(
            hash=provider_hash(issuer, subject),
            player_id=player,
            issuer=issuer,
            subject=subject,
            created_ms=now_ms,
        )
    )
    return True


def provider_logins_of(connection: Connection, player: PlayerId) -> Sequence[Any]:
    """Return the linked logins of this account, oldest first."""
    query = select(provider_logins).where(provider_logins.c.player_id == player)
    return connection.execute(query.order_by(provider_logins.c.created_ms, provider_logins.c.hash)).all()


def account_of_provider(connection: Connection, issuer: str, subject: str) -> PlayerCard | None:
    """Return the account that this login is linked to."""
    query = select(*CARD).join(provider_logins, provider_logins.c.player_id == players.c.id)
    row = connection.execute(query.where(provider_logins.c.hash == provider_hash(issuer, subject))).first()
    return None if row is None else card_of(row)


def provider_login_used(connection: Connection, issuer: str, subject: str, now_ms: int) -> bool:
    """Record a use. Return False when the login was unlinked meanwhile."""
    this = provider_logins.c.hash == provider_hash(issuer, subject)
    return connection.execute(provider_logins.update().where(this).values(used_ms=now_ms)).rowcount == 1


def remove_provider_login(connection: Connection, player: PlayerId, start: str) -> bool:
    """Unlink this account's login whose hash starts with this. Return False when there is none."""
    mine = (provider_logins.c.player_id == player, provider_logins.c.hash.startswith(start, autoescape=True))
    return connection.execute(provider_logins.delete().where(*mine)).rowcount > 0
