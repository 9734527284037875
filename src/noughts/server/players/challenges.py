"""Challenges for passkeys: random, signed by this installation, and valid for five minutes.

Nothing is stored for a challenge until it is answered correctly, so strangers can request any number.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

import msgspec
from msgspec import Struct

from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.push import key_named

CHALLENGE_SECONDS = 5 * 60


class _ClientData(Struct):
    """The part of the browser's signed data that contains the challenge."""

    challenge: str


class Challenge(Struct, frozen=True):
    """A challenge that was made here and has not expired."""

    text: str
    expires_ms: int


class Challenges:
    """Makes and recognises the challenges of this installation."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment
        self._key = environment.new_token()

    async def open(self) -> None:
        """Use the key that all processes of this installation share."""
        self._key = await self._database.write(key_named, "challenges", self._key)

    def new(self, purpose: str) -> str:
        """Return a challenge for this purpose, as base64url."""
        expires = self._environment.now_ms() // 1000 + CHALLENGE_SECONDS
        text = self._signed(purpose, self._environment.new_invite(), expires)
        return urlsafe_b64encode(text.encode()).rstrip(b"=").decode()

    def in_client_data(self, client_data: str, purpose: str) -> Challenge | None:
        """Return the challenge that the browser signed; None when it isn't ours, not for this purpose, or too old."""
        try:
            named = msgspec.json.decode(_decoded(client_data), type=_ClientData).challenge
            text = _decoded(named).decode("ascii")
        except (msgspec.DecodeError, UnicodeDecodeError, Error):
            return None
        number, _, rest = text.partition(".")
        expires, _, _ = rest.partition(".")
        if not (expires.isdigit() and len(expires) <= 12):
            return None
        if not hmac.compare_digest(self._signed(purpose, number, int(expires)), text):
            return None
        expires_ms = int(expires) * 1000
        return Challenge(text, expires_ms) if expires_ms > self._environment.now_ms() else None

    def _signed(self, purpose: str, number: str, expires: int) -> str:
        words = f"{number}.{expires}"
        signature = hmac.digest(self._key.encode(), f"{purpose} {words}".encode(), "sha256").hex()
        return f"{words}.{signature}"


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
