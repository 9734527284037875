"""The public games with a free seat, and the clients that follow the list.

Read from the database, so that all processes agree.
"""

import asyncio

import msgspec
from sqlalchemy import Connection

from noughts.messages.answers import ListOfGames, OpenGame
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting
from noughts.server.tables.audience import Audience, Watcher
from noughts.server.tables.packet import Packet
from noughts.server.tables.pipeline import Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.games import lobby
from noughts.storage.journal import Database
from noughts.storage.players import cards_of

MOST_LISTED = 100
# The most games of one player on the list; others can be joined by name or id, or found by pairing.
MOST_OF_ONE = 5
# A busy server sends followers of the list only its newest state, not every state between.
PAUSE_SECONDS = 0.2


class Lobby(Subscriber):
    """The list of open games, at most `PAUSE_SECONDS` old."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._followers = Audience()
        self._dirty = False
        self._sending: asyncio.Task[None] | None = None

    async def games(self, after: str | None = None) -> ListOfGames:
        """Return the open games, oldest first; with `after`, the page that follows."""
        at_ms, _, game = (after or "").partition("-")
        return await self._database.read(_open_games, (int(at_ms), game) if after else None)

    def follow(self, watcher: Watcher) -> None:
        self._followers.add(watcher)

    def unfollow(self, watcher: Watcher) -> None:
        self._followers.remove(watcher)

    def on_stored(self, table: Table, stored: Stored) -> None:
        if stored.is_ours and stored.is_listed:
            self.changed()

    def changed(self) -> None:
        """Schedule an update: the list may have changed."""
        self._dirty = True
        if self._followers and self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._dirty and self._followers:
                self._dirty = False
                self._followers.send(Packet(await self.games()))
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._sending = None


def _open_games(connection: Connection, after: tuple[int, str] | None) -> ListOfGames:
    found = lobby(connection, MOST_LISTED + 1, MOST_OF_ONE, after)
    rows = found[:MOST_LISTED]
    cards = cards_of(connection, {PlayerId(row.creator_id) for row in rows})
    games = [
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
    more = f"{rows[-1].created_ms}-{rows[-1].id}" if len(found) > MOST_LISTED else None
    return ListOfGames(games=games, next=more)
