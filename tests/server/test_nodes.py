"""Two server processes on one PostgreSQL and one Redis play as one, whatever of them is lost."""

import asyncio
from collections.abc import Callable

import pytest

from noughts.client import Client, RemoteGame
from tests.servers import NoughtsServer, ValkeyServer

Nodes = tuple[NoughtsServer, NoughtsServer]

# Hints arrive at once; without them a node looks for itself every three seconds.
AT_ONCE_SECONDS = 2.0
HEALED_SECONDS = 8.0


@pytest.fixture
def nodes(start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer) -> Nodes:
    options = ("--database", postgres_url, "--redis", valkey.url)
    return start_noughts(*options), start_noughts(*options)


async def _seated(x: Client, o: Client) -> tuple[RemoteGame, RemoteGame]:
    game = await x.create(visibility="private")
    return game, await o.join(game.id)


async def _play(game: RemoteGame, other: RemoteGame, cell: int, within: float) -> None:
    """A move on one node is on the other's board within so many seconds."""
    await game.until(lambda _: game.is_my_turn, within)
    await game.move(cell)
    await other.until(lambda state: state.cells[cell] != ".", within)


async def test_players_on_different_nodes(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.url) as ann, Client(second.url) as bob:
        x, o = await _seated(ann, bob)
        for index, cell in enumerate((4, 0, 2, 1, 6)):
            await _play(*((x, o) if index % 2 == 0 else (o, x)), cell, AT_ONCE_SECONDS)
        for game in (x, o):
            state = await game.until(lambda state: state.result is not None, AT_ONCE_SECONDS)
            assert state.result is not None
            assert (state.result.winner, state.result.line) == ("X", (2, 4, 6))
        await x.play_again()
        await o.play_again()
        for game in (x, o):
            assert (await game.until(lambda state: state.next_game is not None, AT_ONCE_SECONDS)).next_game


async def test_the_lobby_is_one(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.url) as ann, Client(second.url) as bob:
        game = await ann.create(name="the corner table")
        assert [open_game.id for open_game in await bob.open_games()] == [game.id]
        paired = await bob.join("The Corner Table")
        assert paired.id == game.id
        assert await ann.open_games() == []


async def test_one_seat_is_taken_once(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.url) as ann, Client(first.url) as bob, Client(second.url) as cleo:
        for _ in range(20):
            game = await ann.create(visibility="private")
            tries = await asyncio.gather(bob.join(game.id), cleo.join(game.id), return_exceptions=True)
            assert sorted(type(result).__name__ for result in tries) == ["CommandRefused", "RemoteGame"]


@pytest.mark.parametrize("killed", [0, 1], ids=["the mover's node", "the opponent's node"])
async def test_a_node_is_killed(nodes: Nodes, killed: int) -> None:
    async with Client(nodes[0].url) as ann, Client(nodes[1].url) as bob:
        x, o = await _seated(ann, bob)
        await _play(x, o, 4, AT_ONCE_SECONDS)
        nodes[killed].kill()
        # Whoever has lost its node goes on over the other, as a load balancer would have it.
        left = nodes[1 - killed]
        orphan = ann if killed == 0 else bob
        async with Client(left.url, token=orphan.token) as returned:
            mine = await returned.watch(x.id)
            assert mine.state is not None
            assert mine.state.cells == "....X...."
            x, o = (mine, o) if killed == 0 else (x, mine)
            await _play(o, x, 0, AT_ONCE_SECONDS)
            await _play(x, o, 2, AT_ONCE_SECONDS)


async def test_redis_is_gone_for_20_seconds(nodes: Nodes, valkey: ValkeyServer) -> None:
    first, second = nodes
    async with Client(first.url) as ann, Client(second.url) as bob:
        x, o = await _seated(ann, bob)
        await _play(x, o, 4, AT_ONCE_SECONDS)
        loop = asyncio.get_running_loop()
        gone_at = loop.time()
        valkey.stop()
        await _play(o, x, 0, HEALED_SECONDS)
        await _play(x, o, 2, HEALED_SECONDS)
        await _play(o, x, 1, HEALED_SECONDS)
        await asyncio.sleep(max(0, 20 - (loop.time() - gone_at)))
        valkey.start()
        await _play(x, o, 6, HEALED_SECONDS)
        state = await o.until(lambda state: state.result is not None, HEALED_SECONDS)
        assert state.result is not None
        assert state.result.winner == "X"
        # And hints flow again.
        x, o = await _seated(ann, bob)
        await asyncio.sleep(1)
        await _play(x, o, 0, AT_ONCE_SECONDS)
    assert first.tracebacks == second.tracebacks == []
