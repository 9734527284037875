"""A server that is killed or stopped under load loses no accepted move, repeats none, and its clients converge."""

import asyncio
import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from noughts.client import Api, Client, CommandRefused, RemoteGame
from noughts.messages.answers import ActionSuccess
from tests.proving import sample, seeded
from tests.servers import NoughtsServer
from tests.waiting import until

PAIRS = 6


class Player:
    """Plays one game after another with a partner, and records every answer."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client = client
        self.accepted: list[ActionSuccess] = []
        self._chance = chance

    async def play(self, game: RemoteGame) -> None:
        """Move whenever it is this player's turn; when the game is over, play again."""
        while True:
            state = await game.until_my_turn(timeout=60)
            if state.result is not None:
                with suppress(CommandRefused):
                    await game.play_again()
                following = await game.until(lambda state: state.next_game is not None, timeout=60)
                assert following.next_game is not None
                game = await self.client.watch(following.next_game)
                continue
            free = [cell for cell, mark in enumerate(state.cells) if mark == "."]
            # A move is refused only if the board has changed meanwhile; the next state shows the truth.
            with suppress(CommandRefused):
                self.accepted.append(await game.move(self._chance.choice(free)))


# Fifty starts alone take minutes on a busy machine.
@pytest.mark.proof
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("how", "times"), [(signal.SIGKILL, sample(3, 50)), (signal.SIGTERM, sample(1, 5))], ids=["killed", "ended"]
)
async def test_no_accepted_move_is_lost_or_repeated(
    start_noughts: Callable[..., NoughtsServer], how: signal.Signals, times: int
) -> None:
    server = start_noughts()
    chance = random.Random(seeded("kills"))
    players = [Player(Client(server.url), chance) for _ in range(2 * PAIRS)]
    for player in players:
        await player.client.open()
    playing = []
    for x, o in zip(players[::2], players[1::2], strict=True):
        game = await x.client.create(visibility="private")
        joined = await o.client.join(game.id)
        playing += [asyncio.create_task(x.play(game)), asyncio.create_task(o.play(joined))]

    for _ in range(times):
        before = _accepted(players)
        await asyncio.sleep(chance.uniform(0.02, 0.2))
        # The server must end within five seconds, whatever it is doing; otherwise `end` raises.
        await asyncio.to_thread(server.end, how, 5)
        await asyncio.to_thread(server.start)
        # Wait until everybody has reconnected and the games continue.
        await until(lambda before=before: _accepted(players) > before, timeout=60)  # type: ignore[misc]
    for task in playing:
        assert not task.done() or task.exception() is None, task.exception()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)

    async with asyncio.timeout(60):
        await _all_agree(players, server.url)
    for player in players:
        await player.client.close()
    assert server.end() == 0
    _assert_stored_once(players, server.log.parent / "data" / "noughts.db")
    assert server.tracebacks == []


def _accepted(players: list[Player]) -> int:
    return sum(len(player.accepted) for player in players)


async def _all_agree(players: list[Player], url: str) -> None:
    """Wait until both clients of every game have the server's newest state, without asking for it."""
    async with Api(url) as api:
        for player in players:
            for game in tuple(player.client.games.values()):
                newest = await api.game(game.id)
                await until(lambda game=game, newest=newest: game.state == newest, timeout=20)  # type: ignore[misc]


def _assert_stored_once(players: list[Player], path: Path) -> None:
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    rows = database.execute("SELECT game_id, version, command_id, body FROM events WHERE command_id IS NOT NULL")
    stored = {(game, version): command_id for game, version, command_id, _ in rows}
    command_ids = list(stored.values())
    assert len(command_ids) == len(set(command_ids)), "a command was applied twice"
    accepted = [answer for player in players for answer in player.accepted]
    assert len(accepted) > len(players)
    for answer in accepted:
        assert answer.game is not None
        assert answer.version is not None
        assert stored.get((answer.game, answer.version)) == answer.id, f"lost: {answer}"
    gaps = database.execute("SELECT game_id FROM events GROUP BY game_id HAVING count(*) <> max(version)").fetchall()
    assert gaps == []
    database.close()
