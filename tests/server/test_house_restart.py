"""The computer's debts outlive the server: killed in its turn, it moves after the restart. Two nodes answer once."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from noughts.client import Client
from tests.server.test_house import play_out
from tests.servers import NoughtsServer, ValkeyServer
from tests.waiting import until

# The bar is two seconds; a machine that is busy with other tests may need longer to start a process.
SOON_SECONDS = 6.0
# So long that a kill always comes before the move.
SLOWLY = {"NOUGHTS_COMPUTER_PAUSE": "10"}


def moves_in(path: Path, game: str) -> int:
    database = sqlite3.connect(path)
    count = database.execute(
        "SELECT count(*) FROM events WHERE game_id = ? AND body LIKE '%MoveMade%'", (game,)
    ).fetchone()[0]
    database.close()
    return int(count)


async def test_killed_in_its_turn_it_moves_after_the_restart(
    start_noughts: Callable[..., NoughtsServer], tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path / "data"))
    slow = start_noughts(*data, environment=SLOWLY)
    async with Client(slow.url, reconnect=False) as ann:
        moved = await ann.create(variant="ultimate", opponent="computer-8")
        await moved.move(40)
        # Here it owes the first move.
        untouched = await ann.create(opponent="computer-3", seat="O")
        await untouched.until(lambda state: state.started)
        slow.kill()
    path = tmp_path / "data" / "noughts.db"
    assert (moves_in(path, moved.id), moves_in(path, untouched.id)) == (1, 0)
    start_noughts(*data)
    ready_at = time.monotonic()
    # Nobody is connected: it remembers by itself.
    await until(lambda: moves_in(path, moved.id) == 2 and moves_in(path, untouched.id) == 1, SOON_SECONDS)
    print(f"moved {time.monotonic() - ready_at:.2f} s after the restart")


async def test_two_nodes_give_one_answer_each_turn(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer
) -> None:
    options = ("--database", postgres_url, "--redis", valkey.url)
    nodes = start_noughts(*options), start_noughts(*options)
    async with Client(nodes[0].url) as ann, Client(nodes[1].url) as eve:
        for number in range(4):
            game = await ann.create(opponent="computer-1", seat="XO"[number % 2], variant="4x4")
            # Watched on the other node as well, so both know that a move is owed.
            await eve.watch(game.id)
            state = await play_out(game)
            assert state.result is not None
            seen = await eve.games[game.id].until(lambda state: state.result is not None)
            assert seen.cells == state.cells
    assert nodes[0].tracebacks == nodes[1].tracebacks == []


async def test_what_a_dead_node_owes_another_pays(
    start_noughts: Callable[..., NoughtsServer], postgres_url: str, valkey: ValkeyServer
) -> None:
    options = ("--database", postgres_url, "--redis", valkey.url)
    slow = start_noughts(*options, environment=SLOWLY)
    other = start_noughts(*options)
    async with Client(slow.url, reconnect=False) as ann:
        game = await ann.create(opponent="computer-6")
        await game.move(4)
        token = ann.token
        slow.kill()
    # Nobody asks for the game meanwhile.
    await asyncio.sleep(15)
    async with Client(other.url, token=token) as ann:
        back = await ann.watch(game.id)
        assert back.state is not None
        assert back.state.ply == 2
