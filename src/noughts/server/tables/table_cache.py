"""The live games of this process: found in memory, or loaded from the journal.

Nothing has to be released by hand. A table stays while it is in use (`open`), watched, or awaited; the least recently
used of the others leave memory.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from noughts.games.game import Game
from noughts.games.orders import DecidedCommand
from noughts.messages.answers import GameGone
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Journal, LoadedGame
from noughts.server.tables.pipeline import Pipeline
from noughts.server.tables.requests import Answer, Request, refused
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.journal import Unavailable

# Tables that nobody uses, kept for players who come back. The others are loaded again when they are needed.
MOST_IDLE = 1024


class TableCache:
    """Finds, loads and evicts tables."""

    def __init__(
        self,
        journal: Journal,
        environment: Environment,
        pipeline: Pipeline,
        *,
        is_shared: bool,
        before_use: Callable[[Game], DecidedCommand | None],
    ) -> None:
        self._journal = journal
        self._environment = environment
        self._pipeline = pipeline
        self._publish = pipeline.publish
        self._is_shared = is_shared
        # A command that a loaded game has to decide before anybody sees it.
        self._before_use = before_use
        self._tables: OrderedDict[GameId, Table] = OrderedDict()
        self._loading: dict[GameId, asyncio.Task[Table | None]] = {}
        # The versions that other processes have stored while a game is loaded: it may have been read before them.
        self._stored_elsewhere: dict[GameId, int] = {}
        # The table of this game if it is in memory.
        self.get = self._tables.get

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    @asynccontextmanager
    async def open(self, game: GameId) -> AsyncIterator[Table | None]:
        """Work with the table of this game; None when there is no such game."""
        table = await self._find(game)
        if table is None:
            yield None
            return
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    async def peek(self, game: GameId) -> Game | None:
        """Return the game as it is now."""
        table = await self._find(game)
        return None if table is None else table.game

    async def board(self, game: GameId) -> BoardState | None:
        """Return the game as everybody sees it."""
        table = await self._find(game)
        return None if table is None else table.view.board

    async def ask(self, game: GameId, player: PlayerCard | None, command: DecidedCommand) -> Answer:
        """Have the game decide on a command, and wait for the answer. `player` is None for the server itself."""
        table = await self._find(game)
        return refused("no_such_game") if table is None else await _answer(table, player, command)

    def add(self, game: Game, cards: dict[PlayerId, PlayerCard]) -> Table:
        """Keep a game that was stored just now for the first time."""
        return self._keep(self._new_table(game, cards), is_ours=True)

    def _add_rematch(self, game: Game, before: Table, *, is_ours: bool) -> Table:
        return self._keep(self._new_table(game, dict(before.view.cards)), is_ours=is_ours)

    def _new_table(self, game: Game, cards: dict[PlayerId, PlayerCard]) -> Table:
        return Table(LoadedGame(game, cards, {}, {}), self._journal, self._environment, self)

    def stored_elsewhere(self, game: GameId, version: int) -> None:
        """Remember that another process has stored this version, if the game is being loaded."""
        if game in self._loading:
            self._stored_elsewhere[game] = max(version, self._stored_elsewhere.get(game, 0))

    def on_stored(self, table: Table, stored: Stored) -> None:
        if stored.is_play:
            return self._publish(table, stored)
        if stored.rematch is None:
            self._publish(table, stored)
        else:
            rematch = self.get(stored.rematch.id) or self._add_rematch(stored.rematch, table, is_ours=stored.is_ours)
            # In use while the watchers move to it, so that they find it in memory.
            rematch.users += 1
            self._publish(table, stored)
            rematch.users -= 1
        if stored.after.deleted:
            self.on_gone(table)
        return None

    def on_gone(self, table: Table) -> None:
        """Notify the watchers of a deleted game, and forget it."""
        if self._tables.get(table.game.id) is table:
            del self._tables[table.game.id]
        table.audience.dismiss(GameGone(game=table.game.id))

    def show_card(self, card: PlayerCard) -> None:
        """Show the new name or picture of a player wherever it plays."""
        for table in self:
            if table.game.seat_of(card.id) is not None:
                table.view.set_card(card)
                if table.audience:
                    table.audience.send(table.view.packet)

    async def _find(self, game: GameId) -> Table | None:
        while True:
            table = self._tables.get(game)
            # Where other processes write too, a table without followers may be behind: it is read again.
            if table is None or (self._is_shared and table.is_idle):
                table = await self._load_once(game)
            if table is None:
                return None
            if self._tables.get(game) is table:
                self._tables.move_to_end(game)
                return table

    async def _load_once(self, game: GameId) -> Table | None:
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            loading.add_done_callback(lambda _: self._on_loaded(game))
        return await asyncio.shield(loading)

    async def _load(self, game: GameId) -> Table | None:
        loaded = await self._journal.load(game)
        if loaded is None:
            return None
        table = Table(loaded, self._journal, self._environment, self)
        first = self._before_use(table.game)
        if first is not None:
            refusal = (await _answer(table, None, first)).refusal
            if refusal is not None and refusal.code == "storage_unavailable":
                # Nobody may see or change the game before this is stored.
                raise Unavailable("the command that must come first could not be stored")
        return self._keep_newest(table)

    def _keep_newest(self, table: Table) -> Table:
        """Keep a loaded table, unless the game came into use while it was read. Read what was stored meanwhile."""
        game, known = table.game, self._tables.get(table.game.id)
        newest = max(game.version, self._stored_elsewhere.get(game.id, 0), known.game.version if known else 0)
        if known is not None and not known.is_idle:
            table = known
        else:
            self._keep(table, is_ours=not self._is_shared)
        if table.game.version < newest:
            table.catch_up(newest)
        return table

    def _on_loaded(self, game: GameId) -> None:
        self._loading.pop(game, None)
        self._stored_elsewhere.pop(game, None)

    def _keep(self, table: Table, *, is_ours: bool) -> Table:
        self._tables[table.game.id] = table
        self._pipeline.loaded(table, is_ours=is_ours)
        # Checking two tables for each new one keeps the number of idle tables bounded.
        for _ in range(2 if len(self._tables) > MOST_IDLE else 0):
            oldest = next(iter(self._tables.values()))
            self._tables.move_to_end(oldest.game.id)
            if oldest.is_idle:
                del self._tables[oldest.game.id]
        return table


async def _answer(table: Table, player: PlayerCard | None, command: DecidedCommand) -> Answer:
    future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    table.submit(Request(player, command, lambda _, answer: None if future.done() else future.set_result(answer)))
    return await future
