"""Ends games on time. A clock's end is a command like another; after a restart it is found again in the store."""

import asyncio
from typing import TYPE_CHECKING

from noughts.games.orders import EndOnTime
from noughts.messages.ids import GameId

if TYPE_CHECKING:
    from noughts.server.hall import Hall
    from noughts.server.table import Table


class Clocks:
    """One timer for every game whose clock runs, whether or not its table is in memory."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._timers: dict[GameId, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._timers)

    def watch(self, table: "Table") -> None:
        """Follow what this table's clock does now."""
        game = table.game
        timer = self._timers.pop(game.id, None)
        if timer is not None:
            timer.cancel()
        if game.clock is None or game.clock.ends_at_ms is None:
            return
        # A millisecond more, so that the clock is really over when its end is decided.
        seconds = max(0, game.clock.ends_at_ms + 1 - self._hall.outside.now_ms()) / 1000
        self._timers[game.id] = asyncio.get_running_loop().call_later(seconds, self._end, game.id)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _end(self, game: GameId) -> None:
        self._timers.pop(game, None)
        self._hall.spawn(self._hall.ask(game, None, EndOnTime()))
