"""Passkeys over the API: what the page gives to the browser's authenticator, and what it gets back.

Binary values are base64url without padding, as in the browser's own JSON.
"""

from typing import Annotated

from msgspec import Meta, Struct

from noughts.messages.ids import PlayerId
from noughts.messages.message import Part
from noughts.messages.people_commands import Password

Binary = Annotated[str, Meta(min_length=1, max_length=8000, pattern=r"^[0-9A-Za-z_-]+(?!\n)$")]
PasskeyName = Annotated[str, Meta(min_length=1, max_length=40)]


class PasskeyInfo(Part, frozen=True, kw_only=True):
    """A passkey of yours."""

    id: str
    name: str
    created_ms: int
    used_ms: int | None


class PasskeyList(Part, frozen=True, kw_only=True):
    """Your passkeys, oldest first."""

    passkeys: list[PasskeyInfo]


class PasskeyChallenge(Part, frozen=True, kw_only=True):
    """A challenge to be signed by a passkey of the site `rpId`, within five minutes."""

    challenge: str
    rp_id: str


class PasskeyRequest(Part, frozen=True, kw_only=True):
    """A challenge for a new passkey of this player. `known` lists the credentials of authenticators that already have
    one.
    """

    challenge: str
    rp_id: str
    player: PlayerId
    username: str
    known: list[str]


class PasskeyOwner(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account that gets the passkey."""

    password: Password


class PasskeyMade(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A new passkey as the browser made it, and your name for it."""

    name: PasskeyName
    client_data: Binary
    attestation: Binary


class PasskeyProof(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A challenge signed by a passkey. With `newPassword`, it also sets a new password and ends all other logins."""

    credential: Binary
    client_data: Binary
    authenticator_data: Binary
    signature: Binary
    player: Annotated[str, Meta(max_length=200)]
    new_password: Password | None = None
