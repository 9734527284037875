"""Two server processes with one PostgreSQL and one Redis work as one server, even if one part fails."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client, RemoteGame
from tests.server.virtual import Time, server_at
from tests.servers import NoughtsServer, ValkeyServer
from tests.servers.loop_time import LoopTime

Nodes = tuple[Application, Application]

# Hints arrive at once; without them a node checks the database every three seconds.
AT_ONCE_SECONDS = 10.0
HEALED_SECONDS = 8.0


@pytest_asyncio.fixture
async def nodes(postgres_url: str, valkey: ValkeyServer) -> AsyncIterator[Nodes]:
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url}
    async with server_at(Time(), **how) as first, server_at(Time(), **how) as second:
        yield first, second


async def _seated(x: Client, o: Client) -> tuple[RemoteGame, RemoteGame]:
    game = await x.create(visibility="private")
    return game, await o.join(game.id)


async def _play(game: RemoteGame, other: RemoteGame, cell: int, within: float) -> None:
    """Check that a move on one node reaches the other's board within this many seconds."""
    await game.until(lambda _: game.is_my_turn, within)
    await game.move(cell)
    await other.until(lambda state: state.cells[cell] != ".", within)


async def test_players_on_different_nodes_play_a_game(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.address) as ann, Client(second.address) as bob:
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


async def test_all_nodes_show_the_same_lobby(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.address) as ann, Client(second.address) as bob:
        game = await ann.create(name="the corner table")
        assert [open_game.id for open_game in await bob.open_games()] == [game.id]
        paired = await bob.join("The Corner Table")
        assert paired.id == game.id
        assert await ann.open_games() == []


async def test_a_seat_is_taken_only_once(nodes: Nodes) -> None:
    first, second = nodes
    async with Client(first.address) as ann, Client(first.address) as bob, Client(second.address) as cleo:
        for _ in range(20):
            game = await ann.create(visibility="private")
            tries = await asyncio.gather(bob.join(game.id), cleo.join(game.id), return_exceptions=True)
            assert sorted(type(result).__name__ for result in tries) == ["CommandRefused", "RemoteGame"]


@pytest.mark.parametrize("killed", [0, 1], ids=["the mover's node", "the opponent's node"])
async def test_players_continue_on_another_node_when_their_node_is_killed(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer, killed: int
) -> None:
    options = ("--database", postgres_url, "--redis", valkey.url)
    nodes = start_noughts(*options), start_noughts(*options)
    async with Client(nodes[0].url) as ann, Client(nodes[1].url) as bob:
        x, o = await _seated(ann, bob)
        await _play(x, o, 4, AT_ONCE_SECONDS)
        nodes[killed].kill()
        # Players of a killed node continue on the other one, as behind a load balancer.
        left = nodes[1 - killed]
        orphan = ann if killed == 0 else bob
        async with Client(left.url, token=orphan.token) as returned:
            mine = await returned.watch(x.id)
            assert mine.state is not None
            assert mine.state.cells == "....X...."
            x, o = (mine, o) if killed == 0 else (x, mine)
            await _play(o, x, 0, AT_ONCE_SECONDS)
            await _play(x, o, 2, AT_ONCE_SECONDS)


async def test_games_continue_while_redis_is_down(nodes: Nodes, valkey: ValkeyServer, loop_time: LoopTime) -> None:
    first, second = nodes
    async with Client(first.address) as ann, Client(second.address) as bob:
        x, o = await _seated(ann, bob)
        await _play(x, o, 4, AT_ONCE_SECONDS)
        valkey.stop()
        for mover, other, cell in ((o, x, 0), (x, o, 2), (o, x, 1)):
            playing = asyncio.create_task(_play(mover, other, cell, 3 * HEALED_SECONDS))
            await loop_time.pass_seconds(HEALED_SECONDS)
            await playing
        valkey.start()
        playing = asyncio.create_task(_play(x, o, 6, 3 * HEALED_SECONDS))
        await loop_time.pass_seconds(HEALED_SECONDS)
        await playing
        state = await o.until(lambda state: state.result is not None, HEALED_SECONDS)
        assert state.result is not None
        assert state.result.winner == "X"
        # Hints arrive again.
        x, o = await _seated(ann, bob)
        await _play(x, o, 0, AT_ONCE_SECONDS)
