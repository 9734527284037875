"""The computer plays for an absent player, on a running server with virtual time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client, CommandRefused, RemoteGame
from noughts.client.api import Api
from noughts.messages import commands as c
from noughts.messages.setup import ClockSetting
from tests.server.virtual import Time, server_at
from tests.waiting import until

BLITZ = ClockSetting(base_seconds=600)
# The first answer waits for a process to start.
PATIENCE_SECONDS = 60.0


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def server(time: Time, tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(time, tmp_path) as application:
        yield application


async def playing(ann: Client, bob: Client, **how: object) -> RemoteGame:
    """Return a game of Ann as X in which both have moved and it is Bob's turn."""
    x = await ann.create(**{"clock": BLITZ, "variant": "9x9", **how})
    o = await bob.join(x.id)
    for game, cell in ((x, 40), (o, 0), (x, 41)):
        await game.until_my_turn()
        await game.move(cell)
    return x


async def is_missed(server: Application, bob: Client) -> None:
    """Wait until the server has noticed that Bob is absent."""
    assert bob.player is not None
    player = bob.player.id
    await until(lambda: server.server.attendance.gone_here(player) is not None)


async def test_the_computer_plays_until_the_player_returns(server: Application, time: Time) -> None:
    async with Client(server.address) as ann:
        async with Client(server.address) as bob:
            game = await playing(ann, bob)
            with pytest.raises(CommandRefused, match="opponent_here"):
                await game.ask(c.LetComputerPlay)
            token = bob.token
        await is_missed(server, bob)
        time.pass_seconds(5)
        with pytest.raises(CommandRefused, match="not_gone_long_enough"):
            await game.ask(c.LetComputerPlay)
        time.pass_seconds(26)
        await game.ask(c.LetComputerPlay, level=5)
        state = await game.until(lambda state: state.ply == 4, PATIENCE_SECONDS)
        assert state.last_move is not None
        assert state.last_move.by_computer
        assert bob.player is not None
        assert [(one.seat, one.level, one.credited) for one in state.stand_ins] == [("O", 5, bob.player.id)]
        await game.move(60)
        await game.until(lambda state: state.ply == 6, PATIENCE_SECONDS)
        with pytest.raises(CommandRefused, match="nothing_to_claim"):
            await game.ask(c.ClaimWin)
        async with Client(server.address, token=token) as bob:
            # Connecting is enough.
            await game.until(lambda state: not state.stand_ins)
            back = await bob.watch(game.id)
            await game.move(20)
            await back.until_my_turn()
            assert back.state is not None
            assert back.state.ply == 7
            await back.move(8)
            state = await game.until(lambda state: state.ply == 8)
            assert state.last_move is not None
            assert not state.last_move.by_computer


async def test_the_computer_takes_over_automatically_if_agreed_beforehand(server: Application, time: Time) -> None:
    async with Client(server.address) as ann:
        async with Client(server.address) as bob:
            game = await playing(ann, bob, absence="computer")
            token = bob.token
        await is_missed(server, bob)
        time.pass_seconds(31)
        server.server.agreed_absence.time_is_up(game.id)
        state = await game.until(lambda state: state.ply == 4, PATIENCE_SECONDS)
        assert [(one.seat, one.level) for one in state.stand_ins] == [("O", c.STAND_IN_LEVEL)]
        # A request over HTTP is a return as well.
        assert token is not None
        async with Api(server.address, token) as api:
            await api.me()
        await game.until(lambda state: not state.stand_ins)


async def test_a_player_who_only_left_the_game_can_return_to_it(server: Application, time: Time) -> None:
    async with Client(server.address) as ann, Client(server.address) as bob:
        game = await playing(ann, bob)
        await bob.games[game.id].leave()
        time.pass_seconds(11)
        await game.ask(c.LetComputerPlay)
        await game.until(lambda state: bool(state.stand_ins))
        await bob.watch(game.id)
        await game.until(lambda state: not state.stand_ins)


async def test_the_computer_keeps_playing_after_a_restart(time: Time, tmp_path: Path) -> None:
    async with server_at(time, tmp_path, engine_processes=1) as server, Client(server.address, reconnect=False) as ann:
        async with Client(server.address) as bob:
            game = await playing(ann, bob)
        await is_missed(server, bob)
        time.pass_seconds(31)
        # The server ends before the computer has chosen a move.
        await server.services.engine_pool.close()
        await game.ask(c.LetComputerPlay)
        await game.until(lambda state: bool(state.stand_ins))
        token = ann.token
    time.pass_seconds(1)
    async with server_at(time, tmp_path) as server, Client(server.address, token=token) as ann:
        again = await ann.watch(game.id)
        state = await again.until(lambda state: state.ply == 4, PATIENCE_SECONDS)
        assert state.last_move is not None
        assert state.last_move.by_computer
