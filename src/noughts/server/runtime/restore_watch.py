"""Notices that the database was restored from a backup: the server's memory is then wrong, and it has to restart."""

import asyncio

from noughts.server.runtime.background import report_failure
from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import Database

LOOK_SECONDS = 1.0


class RestoreWatch:
    """Waits for the store to be restored. Until this is noticed, the database refuses our writes."""

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
                report_failure("could not check whether the store was restored", error)
