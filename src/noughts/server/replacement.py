"""Notices that the store was restored from a backup: then this server is of another past, and has to start again."""

import asyncio

import structlog

from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import Database

log = structlog.get_logger()

LOOK_SECONDS = 1.0


class Replacement:
    """Waits for the store to be restored. Until it is noticed here, the store itself takes no more writes of ours."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._opened_with_ms = 0

    async def open(self) -> None:
        self._opened_with_ms = await self._database.read(restored_at_ms)

    async def wait(self) -> None:
        """Return when it has happened."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if await self._database.read(restored_at_ms) != self._opened_with_ms:
                    return
            except Exception as error:
                log.warning("the store cannot be looked at", error=str(error))
