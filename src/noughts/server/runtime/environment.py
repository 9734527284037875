"""The time and the randomness that the server uses, passed in so that a test can choose both."""

import secrets
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.server.runtime.steady_clock import SteadyClock

# In the order of their codes, so that ids sort by their age: rows of games played together then lie together on disk.
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


Choice = TypeVar("Choice")


class Environment:
    """A clock that never jumps and the system's own randomness."""

    def __init__(
        self,
        now_ms: Callable[[], int] | None = None,
        bits: Callable[[int], int] = secrets.randbits,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now_ms = now_ms or SteadyClock().now_ms
        # The time by which limits are measured, in seconds.
        self.monotonic = monotonic
        self._bits = bits

    def new_game_id(self) -> GameId:
        """Return an id made of the current second and 64 random bits: nobody can guess a private game."""
        return GameId(_digits(self.now_ms() // 1000, 6) + _digits(self._bits(64), 11))

    def new_player_id(self) -> PlayerId:
        return PlayerId(_digits(self._bits(96), 17))

    def new_token(self) -> str:
        """Return 256 random bits as text."""
        return _digits(self._bits(256), 43)

    def new_invite(self) -> str:
        """Return 128 random bits as text."""
        return _digits(self._bits(128), 22)

    def coin(self) -> Seat:
        return "X" if self._bits(1) else "O"

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """Return one of these at random."""
        return choices[self._bits(32) % len(choices)]


def _digits(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 62)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
