"""Browsers that an account has been used in. Each keeps a signed mark, with which it can log in during a guessing
attack.

A mark is not a login: it only gives this browser a separate limit on wrong passwords.
"""

import hmac

from noughts.messages.ids import PlayerId
from noughts.server.runtime.environment import Environment
from noughts.storage.journal import Database
from noughts.storage.push import key_named

MARK_SECONDS = 365 * 24 * 60 * 60


class KnownDevices:
    """Makes and checks the marks of this installation."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment
        self._key = environment.new_token()

    async def open(self) -> None:
        """Use the key that all processes of this installation share."""
        self._key = await self._database.write(key_named, "devices", self._key)

    def mark(self, player: PlayerId) -> str:
        """Return a new mark for a browser in which this player has just logged in."""
        # Random, so that two browsers of one player are counted separately.
        number = self._environment.new_invite()
        return self._signed(player, self._environment.now_ms() // 1000 + MARK_SECONDS, number)

    def is_known(self, mark: str, player: PlayerId) -> bool:
        """Return whether this mark was made for this player, and not too long ago."""
        _, _, rest = mark.partition(".")
        expires, _, rest = rest.partition(".")
        number, _, _ = rest.partition(".")
        if not (expires.isascii() and expires.isdigit() and len(expires) <= 12):
            return False
        right = self._signed(player, int(expires), number)
        is_right = hmac.compare_digest(right.encode(), mark.encode(errors="replace"))
        return is_right and int(expires) > self._environment.now_ms() // 1000

    def _signed(self, player: PlayerId, expires: int, number: str) -> str:
        words = f"{player}.{expires}.{number}"
        return f"{words}.{hmac.digest(self._key.encode(), words.encode(errors='replace'), 'sha256').hex()}"
