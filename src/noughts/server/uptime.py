"""Knows when no server was running. Nobody's clock is charged for that time."""

import asyncio

import structlog

from noughts.games.decisions import ExcuseDowntime
from noughts.server.outside import Outside
from noughts.storage.journal import Database
from noughts.storage.uptime import alive_at_ms, stay_alive

log = structlog.get_logger()

BEAT_SECONDS = 1.0
# A gap of a few beats is a busy moment, not an absence.
DOWN_AFTER_MS = 4_000


class Uptime:
    """The pulse of all processes on one store, and the pause before this one started, if there was one."""

    def __init__(self, database: Database, outside: Outside) -> None:
        self._database = database
        self._outside = outside
        self.downtime: ExcuseDowntime | None = None

    async def open(self) -> None:
        """Find out since when nobody was there. To be done before any game is looked at."""
        last_ms, now_ms = await self._database.read(alive_at_ms), self._outside.now_ms()
        if last_ms is not None and now_ms - last_ms > DOWN_AFTER_MS:
            self.downtime = ExcuseDowntime(last_ms, now_ms)
        await self._database.write(stay_alive, now_ms)

    async def beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._database.write(stay_alive, self._outside.now_ms())
            except Exception as error:
                log.warning("the pulse could not be stored", error=str(error))
