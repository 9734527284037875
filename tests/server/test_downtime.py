"""A restart costs nobody a game: the time in which no server ran is charged to no clock."""

import asyncio
from collections.abc import Callable

from noughts.client import Client
from noughts.messages.setup import ClockSetting
from tests.servers import NoughtsServer

# The client that was cut off has so much time, less what is spent before the kill, to come back.
BASE_SECONDS = 9
DOWN_SECONDS = 9


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
        # The store hears a pulse a second: what is charged may be a second less than what passed.
        await asyncio.sleep(2.2)
        server.kill()
        await asyncio.sleep(DOWN_SECONDS)
        await asyncio.to_thread(server.start)
        # One second of its nine is spent at least, and the one who is to move may still do so.
        state = await x.until(lambda state: state.version >= 5, 10)
        assert state.result is None
        await x.move(2)
        state = await o.until(lambda state: state.ply == 3)
        assert state.clock is not None
        assert 1000 <= state.clock.x_ms <= (BASE_SECONDS - 1) * 1000
        # And from then on time counts again.
        finished = await x.until(lambda state: state.result is not None, BASE_SECONDS + 3)
        assert finished.result is not None
        assert (finished.result.winner, finished.result.reason) == ("X", "time")
    assert server.tracebacks == []
