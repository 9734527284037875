"""Removes expired data: guests who never played, invitations, challenges, links in mails, and old chat."""

import asyncio

import structlog

from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import CHAT_DAYS, SIGNAL_DAYS
from noughts.storage.chat_lines import sweep_lines
from noughts.storage.emails import sweep_links
from noughts.storage.invites import sweep_invites
from noughts.storage.journal import Database
from noughts.storage.passkeys import sweep_challenges
from noughts.storage.players import sweep_guests
from noughts.storage.signals import sweep_signals

log = structlog.get_logger()

SWEEP_SECONDS = 60 * 60
# In one transaction, so that nobody waits long for the store.
MOST_AT_ONCE = 500
DAY_MS = 24 * 60 * 60 * 1000


async def sweep_once(database: Database, now_ms: int, guest_days: int) -> int:
    """Remove all guests who never played; return how many."""
    count = 0
    while swept := await database.write(sweep_guests, now_ms - guest_days * DAY_MS, MOST_AT_ONCE):
        count += swept
    return count


async def sweep_forever(database: Database, environment: Environment, guest_days: int) -> None:
    while True:
        try:
            await database.write(sweep_invites, environment.now_ms())
            await database.write(sweep_challenges, environment.now_ms())
            await database.write(sweep_signals, environment.now_ms() - SIGNAL_DAYS * DAY_MS)
            await database.write(sweep_lines, environment.now_ms() - CHAT_DAYS * DAY_MS)
            await database.write(sweep_links, environment.now_ms())
            count = await sweep_once(database, environment.now_ms(), guest_days)
            if count:
                log.info("guests who never played were removed", count=count)
        except Exception as error:
            report_failure("could not remove expired data", error)
        await asyncio.sleep(SWEEP_SECONDS)
