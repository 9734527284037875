"""A restart costs nobody a game: no clock is charged for the time without a server."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.client import Client
from noughts.games.application import replay
from noughts.games.game import Game
from noughts.games.orders import ExcuseDowntime
from noughts.messages import events as e
from noughts.messages.events import AnyEvent, Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.server.presence.uptime import Uptime
from noughts.server.runtime.environment import Environment
from noughts.storage.sqlite import SqliteDatabase
from tests.server.virtual import Time
from tests.servers import NoughtsServer
from tests.servers.prepared import put_database

# The disconnected client has this much time to return, minus the time before the kill.
BASE_SECONDS = 9
DOWN_SECONDS = 9


# `test_clocks_restart` tests the same with a downtime written into the store.
@pytest.mark.proof(only=True)
async def test_a_running_clock_stands_still_while_the_server_is_down(
    start_noughts: Callable[..., NoughtsServer],
) -> None:
    server = start_noughts()
    async with Client(server.url) as ann, Client(server.url) as bob:
        x = await ann.create(clock=ClockSetting(base_seconds=BASE_SECONDS))
        o = await bob.join(x.id)
        await x.move(4)
        await o.until_my_turn()
        await o.move(0)
        await x.until_my_turn()
        # The store gets a heartbeat each second, so the charged time may be a second less than the real time.
        await asyncio.sleep(2.2)
        server.kill()
        await asyncio.sleep(DOWN_SECONDS)
        await asyncio.to_thread(server.start)
        # At least one of the nine seconds is used, and the player can still move.
        state = await x.until(lambda state: state.version >= 5, 10)
        assert state.result is None
        await x.move(2)
        state = await o.until(lambda state: state.ply == 3)
        assert state.clock is not None
        assert 1000 <= state.clock.x_ms <= (BASE_SECONDS - 1) * 1000
        # From then on time counts again.
        finished = await x.until(lambda state: state.result is not None, BASE_SECONDS + 3)
        assert finished.result is not None
        assert (finished.result.winner, finished.result.reason) == ("X", "time")
    assert server.tracebacks == []


async def test_a_failed_start_does_not_lose_earlier_downtime(tmp_path: Path) -> None:
    """Check that a process which dies before it excuses a downtime leaves this to the next one."""
    time = Time()
    put_database(tmp_path)
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    game, began_ms = game_with_a_running_clock(time.now_ms()), time.now_ms()
    await Uptime(database, Environment(time.now_ms)).open()
    time.pass_seconds(40)
    # This process records that it is running, and dies.
    await Uptime(database, Environment(time.now_ms)).open()
    time.pass_seconds(1)
    third = Uptime(database, Environment(time.now_ms))
    await third.open()
    assert third.excuse(game) == ExcuseDowntime(began_ms, began_ms + 40_000)
    time.pass_seconds(20)
    # One command excuses both pauses together.
    fourth = Uptime(database, Environment(time.now_ms))
    await fourth.open()
    assert fourth.excuse(game) == ExcuseDowntime(began_ms + 1_000, began_ms + 61_000)
    assert fourth.waited_ms(began_ms, time.now_ms()) == 1_000
    await database.close()


def game_with_a_running_clock(now_ms: int) -> Game:
    setup = Setup(clock=ClockSetting(base_seconds=60))
    happened: list[AnyEvent] = [
        e.GameCreated(setup, PlayerId("x"), "X", other=PlayerId("o")),
        e.MoveMade(4, "X"),
        e.MoveMade(0, "O"),
    ]
    return replay([Change(GameId("g"), n, now_ms, None, None, (event,)) for n, event in enumerate(happened, 1)])
