"""Ends the games of banned players. An operator bans in the store, from another process: it is looked at now and then.

Their logins are ended by the ban itself, and their connections by the desk of the logins.
"""

import asyncio

import structlog

from noughts.server.farewell import give_up_games
from noughts.server.hall import Hall
from noughts.storage.administration import banned_since

log = structlog.get_logger()

LOOK_SECONDS = 2.0
# A connection of a banned player lives a little longer than its login, and may have opened another game meanwhile.
LINGER_MS = 60_000


class Bans:
    """Looks after those who were banned. What was missed while no server ran is done at the start."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._seen_ms = 0

    async def look(self) -> None:
        """End what those have going on who were banned since the last look, or shortly before."""
        since_ms, self._seen_ms = max(0, self._seen_ms - LINGER_MS), self._hall.outside.now_ms()
        for player in await self._hall.database.read(banned_since, since_ms):
            ended = await give_up_games(self._hall, player)
            if ended:
                log.info("the games of a banned player were ended", player=player.id, games=ended)

    async def look_for_ever(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:
                self._seen_ms = 0
                log.warning("bans cannot be looked for", error=str(error))
            await asyncio.sleep(LOOK_SECONDS)
