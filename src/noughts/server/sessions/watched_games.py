"""The games that are sent to one client, and which of them are on its screen."""

from collections.abc import Collection, Iterable
from typing import Protocol

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.server.sessions.services import Services
from noughts.server.tables.audience import opponent_info
from noughts.server.tables.packet import Packet
from noughts.server.tables.table import Table

# Games that one client may watch.
MOST_WATCHED = 256


class WatchingClient(Protocol):
    """A session, as the games it watches see it."""

    card: PlayerCard | None
    follows_inbox: bool
    is_closed: bool

    def deliver(self, packet: Packet) -> None: ...

    def looks_at(self) -> Collection[GameId]: ...

    def is_looking_at(self, game: GameId) -> bool: ...

    def move(self, old: GameId, new: GameId) -> None: ...

    def __hash__(self) -> int: ...


class WatchedGames:
    """The tables of which one client is in the audience."""

    __slots__ = ("_client", "_services", "_shown", "_tables", "current")

    def __init__(self, client: WatchingClient, services: Services) -> None:
        self._client = client
        self._services = services
        self._tables: dict[GameId, Table] = {}
        # The game that a command without a game's id is about.
        self.current: GameId | None = None
        # The games on the screen; all of them, if the client doesn't report it.
        self._shown: frozenset[GameId] | None = None

    def __contains__(self, game: GameId) -> bool:
        return game in self._tables

    def on_screen(self) -> Collection[GameId]:
        """Return the games that the player can see now."""
        return self._tables.keys() if self._shown is None else self._tables.keys() & self._shown

    def is_on_screen(self, game: GameId) -> bool:
        """Return whether the player can see this game now."""
        return game in self._tables and (self._shown is None or game in self._shown)

    def show(self, shown: Iterable[str] | None) -> None:
        """Record which games are on the client's screen; None means all that are watched."""
        before = set(self.on_screen())
        self._shown = None if shown is None else frozenset(map(GameId, shown))
        now = set(self.on_screen())
        if self._client.card is not None and now != before:
            self._services.absences.screen_changed(self._client.card.id, [self._tables[game] for game in now - before])

    async def watch(self, game: GameId, *, returning: bool = False) -> bool:
        """Send the board of this game, now and after every change. Return False when there is no such game.

        When a player is `returning` to a game of theirs, the opponent is notified.
        """
        async with self._services.tables.open(game) as table:
            if table is None:
                return False
            if self._client.is_closed:
                return True
            card = self._client.card
            player = None if card is None or table.game.seat_of(card.id) is None else card
            is_first = player is not None and not table.audience.has(player.id)
            self._join_audience(table)
            self._client.deliver(table.view.packet)
            if player is not None:
                await self._services.absences.watching(player, table, self._client, may_be_back=returning and is_first)
        return True

    def _join_audience(self, table: Table) -> None:
        table.audience.add(self._client)
        self._tables.pop(table.game.id, None)
        self._tables[table.game.id] = table
        if len(self._tables) > MOST_WATCHED:
            self.stop(next(iter(self._tables)))

    async def enter(self, game: GameId) -> None:
        """Make this the current game: watch it, and send the client its opponent."""
        self.current = game
        await self.watch(game)
        table, card = self._services.tables.get(game), self._client.card
        if table is not None and card is not None:
            info = opponent_info(table.game, table.view.players, card.id)
            if info is not None:
                self._client.deliver(Packet(info))

    def move(self, old: GameId, new: GameId) -> None:
        """Watch the rematch instead, and play there."""
        if self.current == old:
            self.current = new
        self.stop(old)
        table = self._services.tables.get(new)
        if table is not None and not table.is_idle:
            # At once: no change can come in between, and the table stays in memory.
            self._join_audience(table)
        self._services.spawn(self.watch(new))

    def leave(self, game: GameId) -> Table | None:
        """Leave this game, which continues without this client. Return its table if it was watched."""
        if self.current == game:
            self.current = None
        return self.stop(game)

    def stop(self, game: GameId) -> Table | None:
        """Stop watching this game; return its table if it was watched."""
        table = self._tables.pop(game, None)
        if table is not None:
            table.audience.remove(self._client)
        return table

    def stop_all(self) -> list[Table]:
        """Stop watching all games; return the tables that were watched."""
        return [table for game in tuple(self._tables) if (table := self.stop(game)) is not None]
