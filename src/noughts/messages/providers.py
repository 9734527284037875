"""Login by the operator's OpenID Connect provider, over the API. Only our own pages use it."""

from typing import Annotated

from msgspec import Meta, Struct

from noughts.messages.board_state import PlayerCard
from noughts.messages.message import Part
from noughts.messages.people_commands import Password, Username


class ProviderStart(Part, frozen=True, kw_only=True):
    """The provider's page, where the browser goes next."""

    url: str


class ProviderReturn(Struct, frozen=True, forbid_unknown_fields=True):
    """What the provider has sent back with the browser."""

    code: Annotated[str, Meta(min_length=1, max_length=2000)]
    state: Annotated[str, Meta(min_length=1, max_length=100)]


class ProviderEntered(Part, frozen=True, kw_only=True):
    """Your player. It is null if no account is linked to this login yet; then you may sign up with it."""

    player: PlayerCard | None


class ProviderAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of a new account that is linked to the login at the provider."""

    username: Username
    password: Password


class ProviderOwner(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account to be linked."""

    password: Password


class ProviderLogin(Part, frozen=True, kw_only=True):
    """A login at the provider that is linked to your account."""

    id: str
    created_ms: int
    used_ms: int | None


class ProviderLogins(Part, frozen=True, kw_only=True):
    """Your linked logins, oldest first."""

    logins: list[ProviderLogin]
