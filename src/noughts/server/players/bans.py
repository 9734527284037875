"""Ends the games of banned players, and lifts bans and mutes that have reached their end. Bans come from the database,
since an operator or another process imposes them, so the server checks it regularly.

The ban itself ends their logins, and `logins.py` closes their connections.
"""

import asyncio

import structlog

from noughts.server.players.account_deletion import give_up_games
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.tables.requests import Ask
from noughts.storage.administration import banned_since
from noughts.storage.journal import Database
from noughts.storage.sanctions import has_ended, lift_ended

log = structlog.get_logger()

LOOK_SECONDS = 2.0
# A banned player's connection outlives the login for a moment, and may open another game.
OVERLAP_MS = 60_000


class Bans:
    """Enforces bans. At startup it catches up with bans made while no server ran."""

    def __init__(self, database: Database, environment: Environment, ask: Ask) -> None:
        self._database = database
        self._environment = environment
        self._ask = ask
        self._seen_ms = 0

    async def look(self) -> None:
        """Lift sanctions that have reached their end. End the games of players banned since the last check, or shortly
        before.
        """
        if await self._database.read(has_ended, self._environment.now_ms()):
            await self._database.write(lift_ended, self._environment.now_ms())
        since_ms, self._seen_ms = max(0, self._seen_ms - OVERLAP_MS), self._environment.now_ms()
        for player in await self._database.read(banned_since, since_ms):
            ended = await give_up_games(self._database, self._ask, player)
            if ended:
                log.info("the games of a banned player were ended", player=player.id, games=ended)

    async def look_forever(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:
                self._seen_ms = 0
                report_failure("could not look for bans", error)
            await asyncio.sleep(LOOK_SECONDS)
