"""The change that another process stored as the very version that this process wanted to store."""

import asyncio
from collections.abc import Callable

from noughts.messages.events import Change
from noughts.storage.journal import Fate

# How long to wait for the hint with that change. It saves a query, which costs as much as dozens of moves.
HINT_SECONDS = 0.1

# A change, and the first change of the rematch that it creates.
_Received = tuple[Change, Change | None]


class Rival:
    """What was stored first in one game. Its hint comes before or after the database reports the conflict."""

    __slots__ = ("_is_shared", "_on_fate", "_received", "_timer")

    def __init__(self, is_shared: bool) -> None:
        self._is_shared = is_shared
        self._received: _Received | None = None
        # Set while the hint is awaited: the callback for its arrival or timeout.
        self._on_fate: Callable[[Fate], None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def is_missing(self, on_fate: Callable[[Fate], None]) -> bool:
        """Return whether a hint should bring the change soon; then `on_fate` is called again in time."""
        if self._received is not None or self._on_fate is not None or not self._is_shared:
            self._on_fate = None
            return False
        self._on_fate = on_fate
        self._timer = asyncio.get_running_loop().call_later(HINT_SECONDS, on_fate, Fate.CONFLICT)
        return True

    def keep(self, change: Change, opening: Change | None) -> bool:
        """Keep the change that a hint has brought until the conflict is reported. Always returns True."""
        self._received = change, opening
        if self._on_fate is not None and self._timer is not None:
            self._timer.cancel()
            self._on_fate(Fate.CONFLICT)
        return True

    def take(self) -> _Received | None:
        """Return the change if it has come."""
        received, self._received = self._received, None
        return received
