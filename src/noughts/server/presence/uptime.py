"""Knows when no server was running. Nobody's clock is charged for that time."""

import asyncio
import math

from noughts.games.game import Game
from noughts.games.orders import DecidedCommand, ExcuseDowntime
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.storage.idle import Pause, add_downtime, downtimes_since, forget_downtimes
from noughts.storage.journal import Database
from noughts.storage.uptime import alive_at_ms, stay_alive

BEAT_SECONDS = 1.0
# Without a stored beat for this long, the database is unreachable or its disk is full.
UNREADY_SECONDS = 3.0
# A gap of a few beats means a busy machine, not downtime.
DOWN_AFTER_MS = 4_000
# Longer than any limit that a game without a clock can have.
REMEMBERED_MS = 60 * 86_400_000


class Uptime:
    """The heartbeat of all processes on one store, and the times in which there was none."""

    def __init__(self, database: Database, environment: Environment) -> None:
        self._database = database
        self._environment = environment
        # When a beat was last stored, by the monotonic clock.
        self._beaten_at = -math.inf
        self._pauses: list[Pause] = []

    async def open(self) -> None:
        """Find out how long no server ran. Call this before any game is loaded."""
        last_ms, now_ms = await self._database.read(alive_at_ms), self._environment.now_ms()
        if last_ms is not None and now_ms - last_ms > DOWN_AFTER_MS:
            await self._database.write(add_downtime, last_ms, now_ms)
        await self._database.write(forget_downtimes, now_ms - REMEMBERED_MS)
        self._pauses = await self._database.read(downtimes_since, now_ms - REMEMBERED_MS)
        await self._database.write(stay_alive, now_ms)
        self._beaten_at = self._environment.monotonic()

    def excuse(self, game: Game) -> DecidedCommand | None:
        """Return the command that a loaded game must run first, so that no clock is charged for downtime.

        It must come first: otherwise a move or the end of a clock would include the downtime, and players would see a
        wrong clock. It uses stored pauses only, because the process that found a pause may have died since.
        """
        clock = game.clock
        if clock is None or clock.running is None:
            return None
        pauses = [(max(from_ms, clock.since_ms), to_ms) for from_ms, to_ms in self._pauses if to_ms > game.changed_ms]
        if not pauses:
            return None
        # One command for all pauses: the first of several would make the game newer than the other pauses.
        to_ms = max(to_ms for _, to_ms in pauses)
        return ExcuseDowntime(to_ms - sum(max(0, end - begin) for begin, end in pauses), to_ms)

    def waited_ms(self, since_ms: int, now_ms: int) -> int:
        """Return how much of the time since then a server was running, so that players could act."""
        away_ms = sum(max(0, min(to_ms, now_ms) - max(from_ms, since_ms)) for from_ms, to_ms in self._pauses)
        return now_ms - since_ms - away_ms

    async def beat_forever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except Exception as error:
                report_failure("the heartbeat could not be stored", error)

    async def beat(self) -> None:
        """Record in the store that a server is running now."""
        await self._database.write(stay_alive, self._environment.now_ms())
        self._beaten_at = self._environment.monotonic()

    @property
    def is_ready(self) -> bool:
        """Whether the database has lately taken what this process wrote."""
        return self._environment.monotonic() - self._beaten_at < UNREADY_SECONDS
