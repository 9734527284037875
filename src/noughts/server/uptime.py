"""Knows when no server was running. Nobody's clock is charged for that time."""

import asyncio

import structlog

from noughts.games.orders import ExcuseDowntime
from noughts.server.outside import Outside
from noughts.storage.idle import Pause, add_downtime, downtimes_since, forget_downtimes
from noughts.storage.journal import Database
from noughts.storage.uptime import alive_at_ms, stay_alive

log = structlog.get_logger()

BEAT_SECONDS = 1.0
# A gap of a few beats is a busy moment, not an absence.
DOWN_AFTER_MS = 4_000
# Longer than any limit that a game without a clock can have.
REMEMBERED_MS = 60 * 86_400_000


class Uptime:
    """The pulse of all processes on one store, and the pause before this one started, if there was one."""

    def __init__(self, database: Database, outside: Outside) -> None:
        self._database = database
        self._outside = outside
        self.downtime: ExcuseDowntime | None = None
        self._pauses: list[Pause] = []

    async def open(self) -> None:
        """Find out since when nobody was there. To be done before any game is looked at."""
        last_ms, now_ms = await self._database.read(alive_at_ms), self._outside.now_ms()
        if last_ms is not None and now_ms - last_ms > DOWN_AFTER_MS:
            self.downtime = ExcuseDowntime(last_ms, now_ms)
            await self._database.write(add_downtime, last_ms, now_ms)
        await self._database.write(forget_downtimes, now_ms - REMEMBERED_MS)
        self._pauses = await self._database.read(downtimes_since, now_ms - REMEMBERED_MS)
        await self._database.write(stay_alive, now_ms)

    def waited_ms(self, since_ms: int, now_ms: int) -> int:
        """How long somebody could have done something since then: the time in which a server was there."""
        away_ms = sum(max(0, min(to_ms, now_ms) - max(from_ms, since_ms)) for from_ms, to_ms in self._pauses)
        return now_ms - since_ms - away_ms

    async def beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except Exception as error:
                log.warning("the pulse could not be stored", error=str(error))

    async def beat(self) -> None:
        """Let the store know that somebody is there now."""
        await self._database.write(stay_alive, self._outside.now_ms())
