"""Faults in two servers, PostgreSQL and Redis, while people play over every protocol: no accepted move is lost."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from tests.chaos.playing import DOORS, play
from tests.chaos.proxy import Proxy
from tests.chaos.record import Record
from tests.proving import seeded
from tests.servers import NoughtsServer, PostgresServer, ValkeyServer

KILLS = 50


class Trouble:
    """The faults that can be injected into servers, and undone."""

    def __init__(
        self, nodes: list[NoughtsServer], postgres: PostgresServer, wires: tuple[Proxy, Proxy], chance: random.Random
    ) -> None:
        self._nodes = nodes
        self._postgres = postgres
        self._to_database, self._to_redis = wires
        self._chance = chance
        self.kinds: list[Callable[[], AsyncIterator[None]]] = [
            self.a_node_stands_still, self.the_wire_is_cut, self.the_wire_is_slow,
            self.redis_is_away, self.the_database_restarts, self.the_other_one_is_killed,
        ]  # fmt: skip

    async def a_node_stands_still(self) -> AsyncIterator[None]:
        node = self._nodes[1]
        node.pause()
        yield
        node.go_on()

    async def the_wire_is_cut(self) -> AsyncIterator[None]:
        self._to_database.cut()
        self._to_redis.cut()
        yield

    async def the_wire_is_slow(self) -> AsyncIterator[None]:
        self._to_database.slow_seconds = 0.1
        yield
        self._to_database.slow_seconds = 0.0

    async def redis_is_away(self) -> AsyncIterator[None]:
        self._to_redis.is_away = True
        self._to_redis.cut()
        yield
        self._to_redis.is_away = False

    async def the_database_restarts(self) -> AsyncIterator[None]:
        await asyncio.to_thread(self._postgres.go_away)
        yield
        await asyncio.to_thread(self._postgres.come_back)

    async def the_other_one_is_killed(self) -> AsyncIterator[None]:
        await asyncio.to_thread(self._nodes[1].kill)
        yield
        await asyncio.to_thread(self._nodes[1].start)


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A PostgreSQL that can be cut off."""
    yield postgres_server
    postgres_server.come_back()


@pytest.mark.proof(only=True)
@pytest.mark.timeout(900)
async def test_faults_neither_lose_nor_repeat_accepted_moves(
    start_noughts: Callable[..., NoughtsServer],
    postgres: PostgresServer,
    postgres_url: str,
    valkey: ValkeyServer,
) -> None:
    chance = random.Random(seeded("chaos"))
    to_database, to_redis = await Proxy(postgres.port).open(), await Proxy(valkey.port).open()
    database = postgres_url.replace(f":{postgres.port}/", f":{to_database.port}/")
    options = ("--database", database, "--redis", f"redis://127.0.0.1:{to_redis.port}/0")
    nodes = [await asyncio.to_thread(start_noughts, *options) for _ in range(2)]
    record, stop = Record(), asyncio.Event()
    playing = [
        asyncio.create_task(play(x(nodes, record, chance), o(nodes, record, chance), record, stop)) for x, o in DOORS
    ]
    trouble = Trouble(nodes, postgres, (to_database, to_redis), chance)
    for number in range(KILLS):
        before = record.moves
        chance.shuffle(nodes)
        undoing = [kind() for kind in trouble.kinds if chance.random() < 0.3]
        for troubled in undoing:
            await anext(troubled)
        await asyncio.to_thread(nodes[0].kill)
        await asyncio.sleep(chance.uniform(0, 2))
        # In this order, because a server needs its database to start.
        for troubled in undoing:
            await anext(troubled, None)
        await asyncio.to_thread(nodes[0].start)
        async with asyncio.timeout(60):
            # Everybody continues to play.
            while record.moves < before + 5:  # noqa: ASYNC110 - what is waited for sets no event
                await asyncio.sleep(0.05)
        print(f"kill {number + 1} of {KILLS}, {record.moves} moves so far")
    stop.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*playing)
    broken = await record.check(*(node.url for node in nodes))
    for node in nodes:
        node.kill()
    await to_database.close()
    await to_redis.close()
    assert broken == []
    assert all(node.tracebacks == [] for node in nodes)
