"""The public games that are not full, and those who follow the list. Read from the store, so all processes agree."""

import asyncio

import msgspec
from sqlalchemy import Connection

from noughts.messages.answers import ListOfGames, OpenGame
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting
from noughts.server.audience import Audience, Watcher
from noughts.server.packet import Packet
from noughts.storage.games import lobby
from noughts.storage.journal import Database
from noughts.storage.players import cards_of

MOST_LISTED = 100
# A busy server tells those who follow the list of its newest state, not of every state between.
PAUSE_SECONDS = 0.2


class Lobby:
    """The list of open games, at most `PAUSE_SECONDS` old."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._followers = Audience()
        self._dirty = False
        self._telling: asyncio.Task[None] | None = None

    async def games(self) -> list[OpenGame]:
        """The open games, oldest first."""
        return await self._database.read(_open_games)

    def follow(self, watcher: Watcher) -> None:
        self._followers.add(watcher)

    def unfollow(self, watcher: Watcher) -> None:
        self._followers.remove(watcher)

    def changed(self) -> None:
        """The list may look different now."""
        self._dirty = True
        if self._followers and self._telling is None:
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._dirty and self._followers:
                self._dirty = False
                self._followers.tell(Packet(ListOfGames(games=await self.games())))
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._telling = None


def _open_games(connection: Connection) -> list[OpenGame]:
    rows = lobby(connection, MOST_LISTED)
    cards = cards_of(connection, {PlayerId(row.creator_id) for row in rows})
    return [
        OpenGame(
            id=row.id,
            name=row.name,
            variant=row.variant,
            rounds=row.rounds,
            clock=None if row.clock is None else msgspec.json.decode(row.clock, type=ClockSetting),
            free_seat="X" if row.x_id is None else "O",
            by=cards[row.creator_id],
            created_ms=row.created_ms,
            rated=row.rated,
        )
        for row in rows
        if row.creator_id in cards
    ]
