"""Removes what nobody will miss: guests who never sat at a game, and invitations whose time is over."""

import asyncio

import structlog

from noughts.server.outside import Outside
from noughts.storage.invites import sweep_invites
from noughts.storage.journal import Database
from noughts.storage.players import sweep_guests

log = structlog.get_logger()

SWEEP_SECONDS = 60 * 60
# In one transaction, so that nobody waits long for the store.
MOST_AT_ONCE = 500
DAY_MS = 24 * 60 * 60 * 1000


async def sweep_once(database: Database, now_ms: int, guest_days: int) -> int:
    """Remove all that there are; how many."""
    count = 0
    while swept := await database.write(sweep_guests, now_ms - guest_days * DAY_MS, MOST_AT_ONCE):
        count += swept
    return count


async def sweep_for_ever(database: Database, outside: Outside, guest_days: int) -> None:
    while True:
        try:
            await database.write(sweep_invites, outside.now_ms())
            count = await sweep_once(database, outside.now_ms(), guest_days)
            if count:
                log.info("guests who never played were removed", count=count)
        except Exception as error:
            log.warning("nothing can be swept", error=str(error))
        await asyncio.sleep(SWEEP_SECONDS)
