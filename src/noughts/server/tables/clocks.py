"""Ends games on time. The end of a clock is a command like any other; after a restart it is found in the database."""

import asyncio

from noughts.games.game import Game
from noughts.games.orders import EndOnTime
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.requests import Ask, Peek
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.games import clocked_games
from noughts.storage.journal import Database, Unavailable

# A clock whose end could not be stored is ended again after this time.
RETRY_SECONDS = 1.0


class Clocks(Subscriber):
    """One timer for every game whose clock runs, whether or not the game is in memory."""

    def __init__(self, database: Database, environment: Environment, ask: Ask, spawn: Spawn) -> None:
        self._database = database
        self._environment = environment
        self._ask = ask
        self._spawn = spawn
        self._timers: dict[GameId, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._timers)

    async def find_running(self, peek: Peek) -> None:
        """Load every game with a running clock after a start; loading it sets its timer."""
        for game in await self._database.read(clocked_games):
            await peek(game)

    def interest(self, game: Game) -> Interest:
        return Interest.NOTHING if game.clock is None else Interest.EVERYTHING

    def on_loaded(self, table: Table, *, is_ours: bool) -> None:
        self._set(table.game)

    def on_stored(self, table: Table, stored: Stored) -> None:
        self._set(stored.after)

    def _set(self, game: Game) -> None:
        timer = self._timers.pop(game.id, None)
        if timer is not None:
            timer.cancel()
        if game.clock is None or game.clock.ends_at_ms is None:
            return
        # A millisecond more, so that the time is really up when its end is decided.
        seconds = max(0, game.clock.ends_at_ms + 1 - self._environment.now_ms()) / 1000
        self._timers[game.id] = asyncio.get_running_loop().call_later(seconds, self._end, game.id)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _end(self, game: GameId) -> None:
        self._timers.pop(game, None)
        self._spawn(self._end_on_time(game))

    async def _end_on_time(self, game: GameId) -> None:
        try:
            refusal = (await self._ask(game, None, EndOnTime())).refusal
        except Unavailable:
            refusal = Refusal("storage_unavailable")
        if refusal is not None and refusal.code in ("storage_unavailable", "busy") and game not in self._timers:
            self._timers[game] = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._end, game)
