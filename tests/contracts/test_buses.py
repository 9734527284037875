"""The contract of every bus: only others receive, nobody waits, and lost messages are looked up."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from noughts.bus.hint import Bus, Hint
from noughts.bus.local import Exchange, LocalBus
from noughts.bus.redis import RedisBus
from noughts.messages.ids import GameId
from tests.servers import ValkeyServer


class Ear:
    """A listener that records everything."""

    def __init__(self) -> None:
        self.heard: list[Hint] = []
        self.calls = 0
        self.times_missed = 0

    def receive(self, hints: Sequence[Hint]) -> None:
        self.calls += 1
        self.heard.extend(hints)

    def missed(self) -> None:
        self.times_missed += 1


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def until(true: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come true"
        await asyncio.sleep(0.005)


NewBus = Callable[[], Bus]


@pytest.fixture(params=["local", "redis"])
def new_bus(request: pytest.FixtureRequest) -> NewBus:
    """Return a function that creates connected buses."""
    if request.param == "local":
        exchange = Exchange()
        return lambda: LocalBus(exchange)
    url: str = request.getfixturevalue("redis_url")
    names = iter("abcdef")
    return lambda: RedisBus(url, next(names), now_ms)


@pytest.fixture
async def three(new_bus: NewBus) -> AsyncIterator[list[tuple[Bus, Ear]]]:
    """The open buses of three processes, and what each of them receives."""
    buses = [(new_bus(), Ear()) for _ in range(3)]
    for bus, ear in buses:
        await bus.open(ear)
    yield buses
    for bus, _ in buses:
        await bus.close()


def hint(game: str, version: int = 1, listed: bool = False) -> Hint:
    return Hint(GameId(game), version, listed)


async def test_others_receive_a_message_and_its_sender_does_not(three: list[tuple[Bus, Ear]]) -> None:
    (first, own), (_, second), (_, third) = three
    first.publish([hint("g", 7, listed=True)])
    await until(lambda: len(second.heard) == len(third.heard) == 1)
    assert second.heard == third.heard == [Hint(GameId("g"), 7, True)]
    # Messages of the others came after our own, so our own would have arrived too.
    three[1][0].publish([hint("h")])
    await until(lambda: bool(own.heard))
    assert own.heard == [hint("h")]


async def test_delivers_many_hints_in_order_and_in_few_calls(three: list[tuple[Bus, Ear]]) -> None:
    (first, _), (_, second), _ = three
    everything = [hint(f"g{n}", n) for n in range(1000)]
    first.publish(everything[:400])
    for one in everything[400:450]:
        first.publish([one])
    first.publish(everything[450:])
    await until(lambda: len(second.heard) == 1000)
    assert second.heard == everything
    assert second.calls <= 60


async def test_all_nodes_send_at_once(three: list[tuple[Bus, Ear]]) -> None:
    for number, (bus, _) in enumerate(three):
        for n in range(100):
            bus.publish([hint(f"{number}-{n}")])
    await until(lambda: all(len(ear.heard) == 200 for _, ear in three))
    for number, (_, ear) in enumerate(three):
        assert not any(heard.game.startswith(f"{number}-") for heard in ear.heard)


async def test_a_closed_bus_receives_nothing_and_does_not_affect_others(new_bus: NewBus) -> None:
    buses = [(new_bus(), Ear()) for _ in range(3)]
    for bus, ear in buses:
        await bus.open(ear)
    (first, _), (second, gone), (third, still) = buses
    await second.close()
    first.publish([hint("g")])
    await until(lambda: bool(still.heard))
    assert gone.heard == []
    await first.close()
    await third.close()


async def test_reports_no_missed_messages_at_the_start(three: list[tuple[Bus, Ear]]) -> None:
    assert [ear.times_missed for _, ear in three] == [0, 0, 0]


async def test_a_shared_bus_is_marked_as_shared(three: list[tuple[Bus, Ear]]) -> None:
    assert all(bus.is_shared for bus, _ in three)
    assert not LocalBus().is_shared


async def test_callers_do_not_wait_while_redis_is_down_and_hints_resume_afterwards(valkey: ValkeyServer) -> None:
    buses = [(RedisBus(valkey.url, name, now_ms), Ear()) for name in "ab"]
    for bus, ear in buses:
        await bus.open(ear)
    (first, _), (second, ear) = buses
    await asyncio.to_thread(valkey.stop)
    started = time.monotonic()
    for n in range(20_000):
        first.publish([hint(f"lost{n}")])
    assert time.monotonic() - started < 1
    await asyncio.sleep(0.1)
    first.publish([hint("lost too")])
    await asyncio.to_thread(valkey.start)
    await until(lambda: all(ear.times_missed >= 1 for _, ear in buses), 20)
    while hint("back", 2) not in ear.heard:
        first.publish([hint("back", 2)])
        await asyncio.sleep(0.05)
    second.publish([hint("answer")])
    await until(lambda: hint("answer") in buses[0][1].heard)
    for bus, _ in buses:
        await bus.close()


async def test_a_bus_closes_while_redis_is_down(valkey: ValkeyServer) -> None:
    bus = RedisBus(valkey.url, "a", now_ms)
    await bus.open(Ear())
    await asyncio.to_thread(valkey.stop)
    bus.publish([hint("g")])
    await asyncio.wait_for(bus.close(), 5)


async def test_a_name_belongs_to_one_player_until_it_is_released(three: list[tuple[Bus, Ear]]) -> None:
    (first, _), (second, _), (third, _) = three
    assert await first.claim_name("ann")
    assert await first.claim_name("ann")
    assert not await second.claim_name("ann")
    first.hold_name("ann", False)
    async with asyncio.timeout(10):
        while not await second.claim_name("ann"):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    claims = await asyncio.gather(*(bus.claim_name("bob") for bus in (first, second, third)))
    assert claims.count(True) == 1
    third.hold_name("cleo", True)
    async with asyncio.timeout(10):
        while await first.claim_name("cleo"):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
