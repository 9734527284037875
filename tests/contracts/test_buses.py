"""The contract of every bus: the others hear, oneself does not, nobody waits, and what is lost is looked for."""

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
    """A listener that notes down all it hears."""

    def __init__(self) -> None:
        self.heard: list[Hint] = []
        self.calls = 0
        self.times_missed = 0

    def hear(self, hints: Sequence[Hint]) -> None:
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
    """Makes buses that reach each other."""
    if request.param == "local":
        exchange = Exchange()
        return lambda: LocalBus(exchange)
    url: str = request.getfixturevalue("redis_url")
    names = iter("abcdef")
    return lambda: RedisBus(url, next(names), now_ms)


@pytest.fixture
async def three(new_bus: NewBus) -> AsyncIterator[list[tuple[Bus, Ear]]]:
    """Three processes' buses, open, and what each of them hears."""
    buses = [(new_bus(), Ear()) for _ in range(3)]
    for bus, ear in buses:
        await bus.open(ear)
    yield buses
    for bus, _ in buses:
        await bus.close()


def hint(game: str, version: int = 1, listed: bool = False) -> Hint:
    return Hint(GameId(game), version, listed)


async def test_the_others_hear_it_and_oneself_does_not(three: list[tuple[Bus, Ear]]) -> None:
    (first, own), (_, second), (_, third) = three
    first.publish([hint("g", 7, listed=True)])
    await until(lambda: len(second.heard) == len(third.heard) == 1)
    assert second.heard == third.heard == [Hint(GameId("g"), 7, True)]
    # Whatever one hears of the others came after one's own, so one's own would have come by now.
    three[1][0].publish([hint("h")])
    await until(lambda: bool(own.heard))
    assert own.heard == [hint("h")]


async def test_many_hints_come_in_order_and_in_few_calls(three: list[tuple[Bus, Ear]]) -> None:
    (first, _), (_, second), _ = three
    everything = [hint(f"g{n}", n) for n in range(1000)]
    first.publish(everything[:400])
    for one in everything[400:450]:
        first.publish([one])
    first.publish(everything[450:])
    await until(lambda: len(second.heard) == 1000)
    assert second.heard == everything
    assert second.calls <= 60


async def test_all_talk_at_once(three: list[tuple[Bus, Ear]]) -> None:
    for number, (bus, _) in enumerate(three):
        for n in range(100):
            bus.publish([hint(f"{number}-{n}")])
    await until(lambda: all(len(ear.heard) == 200 for _, ear in three))
    for number, (_, ear) in enumerate(three):
        assert not any(heard.game.startswith(f"{number}-") for heard in ear.heard)


async def test_who_has_left_hears_nothing_and_harms_nobody(new_bus: NewBus) -> None:
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


async def test_nothing_is_missed_at_the_start(three: list[tuple[Bus, Ear]]) -> None:
    assert [ear.times_missed for _, ear in three] == [0, 0, 0]


async def test_a_shared_bus_says_so(three: list[tuple[Bus, Ear]]) -> None:
    assert all(bus.is_shared for bus, _ in three)
    assert not LocalBus().is_shared


async def test_while_redis_is_away_nobody_waits_and_when_it_is_back_hints_flow(valkey: ValkeyServer) -> None:
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


async def test_a_bus_closes_while_redis_is_away(valkey: ValkeyServer) -> None:
    bus = RedisBus(valkey.url, "a", now_ms)
    await bus.open(Ear())
    await asyncio.to_thread(valkey.stop)
    bus.publish([hint("g")])
    await asyncio.wait_for(bus.close(), 5)
