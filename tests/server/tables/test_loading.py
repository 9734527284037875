"""Games that change, or are opened, while they are read from the journal."""

import asyncio

import pytest

from noughts.bus.hint import Hint
from noughts.composition import Server
from noughts.games.orders import TakeSeat
from noughts.messages import commands as c
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.setup import Setup
from noughts.server.cluster.receiver import Receiver
from noughts.server.tables.journal import Journal, LoadedGame
from noughts.server.tables.pipeline import Pipeline
from noughts.server.tables.table import Table
from noughts.server.tables.table_cache import TableCache
from tests.server.tables.test_table_behind import guest
from tests.waiting import until


class SlowJournal(Journal):
    """Reads a game at once, and delivers it when the test allows it."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.database, server.background.spawn, is_shared=True)
        self.has_read = asyncio.Event()
        self.may_deliver = asyncio.Event()

    async def load(self, game: GameId) -> LoadedGame | None:
        loaded = await super().load(game)
        self.has_read.set()
        await self.may_deliver.wait()
        return loaded


class Latecomer(Pipeline):
    """Signals the moment just after a game was loaded, before the tasks waiting for it run."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = asyncio.get_running_loop().create_future()

    def loaded(self, table: Table, *, is_ours: bool) -> None:
        super().loaded(table, is_ours=is_ours)
        if not self.turn.done():
            asyncio.get_running_loop().call_soon(self.turn.set_result, None)


class Node:
    """The tables and the receiver of one process, and a game that another process plays."""

    def __init__(self, server: Server, game: GameId, x: PlayerCard) -> None:
        self.server, self.game, self.x = server, game, x
        self.journal = SlowJournal(server)
        self.latecomer = Latecomer()
        self.tables = TableCache(
            self.journal, server.environment, self.latecomer, is_shared=True, before_use=lambda _: None
        )
        self.receiver = Receiver(
            server.database,
            self.journal,
            self.tables,
            server.background.spawn,
            list_changed=lambda: None,
            inbox_changed=lambda *_: None,
            spent=lambda *_: None,
            reconnected=lambda: None,
        )

    async def move_elsewhere(self) -> None:
        answer = await self.server.tables.ask(self.game, self.x, c.MakeMove(cell=4))
        assert answer.version == 3


@pytest.fixture
async def node(server: Server) -> Node:
    x, o = await guest(server), await guest(server)
    game = GameId(str((await server.games.create(x, Setup(), "X", None)).game))
    await server.tables.ask(game, o, TakeSeat())
    return Node(server, game, x)


async def test_loading_a_game_includes_a_move_stored_meanwhile(node: Node) -> None:
    async def look() -> None:
        async with node.tables.open(node.game) as table:
            assert table is not None
            await until(lambda: table.game.version == 3)

    looking = asyncio.create_task(look())
    await node.journal.has_read.wait()
    await node.move_elsewhere()
    node.receiver.receive([Hint(node.game, 3)])
    node.journal.may_deliver.set()
    await looking
    assert not node.tables._stored_elsewhere


async def test_a_table_in_use_is_not_replaced_by_one_loaded_later(node: Node) -> None:
    node.journal.may_deliver.set()

    async def come_late() -> None:
        await node.latecomer.turn
        async with node.tables.open(node.game):
            pass

    coming = asyncio.create_task(come_late())
    async with node.tables.open(node.game) as table:
        await coming
        assert node.tables.get(node.game) is table


async def test_reloading_an_idle_game_includes_a_move_of_our_own_stored_meanwhile(node: Node) -> None:
    node.journal.may_deliver.set()
    await node.tables.peek(node.game)
    known = node.tables.get(node.game)
    node.journal.has_read.clear()
    node.journal.may_deliver.clear()
    looking = asyncio.create_task(node.tables.peek(node.game))
    await node.journal.has_read.wait()
    assert known is not None
    await node.move_elsewhere()
    known.catch_up(3)
    await until(lambda: known.game.version == 3)
    node.journal.may_deliver.set()
    await looking
    found = node.tables.get(node.game)
    await until(lambda: found is not None and found.game.version == 3)
