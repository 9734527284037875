"""PostgreSQL, Redis or a node is down for a while: nothing is lost or repeated, and service recovers quickly.

`make test` stops them for a few seconds, `make prove` for as long as the requirements say.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx2
import pytest

from noughts.client import Client, RemoteGame
from tests.proving import sample
from tests.servers import NoughtsServer, PostgresServer, ValkeyServer

Nodes = tuple[NoughtsServer, NoughtsServer]
Pairs = list[tuple[RemoteGame, RemoteGame]]

AT_ONCE_SECONDS = 2.0
BACK_SECONDS = 5.0
MOST_LOG_BYTES = 20_000

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A PostgreSQL that the test can stop."""
    yield postgres_server
    postgres_server.come_back()


@pytest.fixture
def nodes(
    postgres: PostgresServer, start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer
) -> Nodes:
    options = ("--database", postgres_url, "--redis", valkey.url)
    return start_noughts(*options), start_noughts(*options)


@asynccontextmanager
async def _pairs(nodes: Nodes) -> AsyncIterator[Pairs]:
    """Start games between players of the first node, and between players of different nodes."""
    async with AsyncExitStack() as stack:
        pairs = []
        for other in nodes:
            ann = await stack.enter_async_context(Client(nodes[0].url))
            bob = await stack.enter_async_context(Client(other.url))
            x = await ann.create(visibility="private")
            pairs.append((x, await bob.join(x.id)))
        yield pairs


async def _play(pairs: Pairs, cell: int, within: float) -> None:
    """In every game, play this cell for the player to move. Wait up to this long until the opponent has it."""
    for x, o in pairs:
        await asyncio.gather(*(game.until(lambda s: s.turn is not None, within) for game in (x, o)))
        mover, other = (x, o) if x.is_my_turn else (o, x)
        async with asyncio.timeout(within):
            await mover.move(cell)
            await other.until(lambda state: state.cells[cell] != ".", within)


def _lines(node: NoughtsServer, begin: int = 0) -> Counter[str]:
    text = node.log.read_bytes()[begin:].decode()
    return Counter(json.loads(line)["event"] for line in text.splitlines() if line.startswith("{"))


async def _history(node: NoughtsServer, game: RemoteGame, token: str | None) -> list[int]:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=node.url, headers=headers) as http:
        rows = (await http.get(f"/api/v1/games/{game.id}/history")).json()
    return [event["position"] for row in rows for event in row["events"] if event["type"] == "MoveMade"]


async def test_games_recover_after_postgresql_was_down(nodes: Nodes, postgres: PostgresServer) -> None:
    async with _pairs(nodes) as pairs, httpx2.AsyncClient(timeout=15) as http:
        await _play(pairs, 4, AT_ONCE_SECONDS)
        begins = [node.log.stat().st_size for node in nodes]
        await asyncio.to_thread(postgres.go_away)
        # Moves now wait for the database; clients resend each under its id.
        moves = [asyncio.create_task(o.move(0)) for _, o in pairs]
        await asyncio.sleep(4)
        for node in nodes:
            reply = await http.post(f"{node.url}/api/v1/guests", json={})
            assert (reply.status_code, reply.json()["code"]) == (503, "storage_unavailable")
            assert int(reply.headers["Retry-After"]) >= 1
            assert "whether that was saved" in reply.json()["error"]
            assert (await http.get(f"{node.url}/readyz")).status_code == 503
            assert (await http.get(f"{node.url}/healthz")).status_code == 200
        await asyncio.sleep(sample(0, 16))
        await asyncio.to_thread(postgres.come_back)
        async with asyncio.timeout(BACK_SECONDS):
            await asyncio.gather(*moves)
            for x, _ in pairs:
                await x.until(lambda state: state.cells[0] == "O", BACK_SECONDS)
        # After that, moves arrive at once again on the same connections.
        await _play(pairs, 1, AT_ONCE_SECONDS)
        await _play(pairs, 2, AT_ONCE_SECONDS)
        async with asyncio.timeout(BACK_SECONDS):
            while (await http.get(f"{nodes[0].url}/readyz")).status_code != 200:
                pass
        for node, begin in zip(nodes, begins, strict=True):
            lines = _lines(node, begin)
            assert (lines["the database is unreachable"], lines["the database is reachable again"]) == (1, 1), lines
            assert node.log.stat().st_size - begin < MOST_LOG_BYTES
            assert node.tracebacks == []


async def test_games_recover_after_redis_was_down(nodes: Nodes, valkey: ValkeyServer) -> None:
    async with _pairs(nodes) as pairs:
        await _play(pairs, 4, AT_ONCE_SECONDS)
        begins = [node.log.stat().st_size for node in nodes]
        valkey.stop()
        await _play(pairs, 0, 8)
        await asyncio.sleep(sample(1, 30))
        valkey.start()
        await asyncio.sleep(2)
        for cell in (1, 2, 3):
            await _play(pairs, cell, AT_ONCE_SECONDS)
        for node, begin in zip(nodes, begins, strict=True):
            lines = _lines(node, begin)
            assert (lines["Redis is unreachable"], lines["Redis is reachable again"]) == (1, 1), lines
            assert node.log.stat().st_size - begin < MOST_LOG_BYTES
            assert node.tracebacks == []


async def test_games_recover_after_a_node_was_paused(nodes: Nodes) -> None:
    async with _pairs(nodes) as pairs:
        await _play(pairs, 4, AT_ONCE_SECONDS)
        nodes[1].pause()
        # Players on the other node continue.
        await _play(pairs[:1], 0, AT_ONCE_SECONDS)
        moving = asyncio.create_task(pairs[1][1].move(0))
        await asyncio.sleep(sample(4, 30))
        nodes[1].go_on()
        async with asyncio.timeout(BACK_SECONDS):
            await moving
            await pairs[1][0].until(lambda state: state.cells[0] == "O", BACK_SECONDS)
        await _play(pairs, 1, AT_ONCE_SECONDS)
        assert [node.tracebacks for node in nodes] == [[], []]


def test_a_node_starts_without_redis(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer
) -> None:
    valkey.stop()
    node = start_noughts("--database", postgres_url, "--redis", valkey.url)
    assert _lines(node)["Redis is unreachable"] == 1
