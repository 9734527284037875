"""What is pushed is said until it is heard, and given up after the last try."""

import asyncio
import json

from noughts.doors.resending import WAITS_SECONDS, Resender
from tests.waiting import until

FAST = (0.02, 0.02, 0.04, 0.04, 0.04)


class Listener:
    """Everything that was sent."""

    def __init__(self, waits: tuple[float, ...] = FAST) -> None:
        self.sent: list[bytes] = []
        self.gave_up = 0
        self.resender = Resender(self.sent.append, self._give_up, 7, waits)

    def _give_up(self) -> None:
        self.gave_up += 1


def test_five_tries_over_half_a_minute() -> None:
    assert len(WAITS_SECONDS) == 5
    assert 25 <= sum(WAITS_SECONDS) <= 35
    assert list(WAITS_SECONDS) == sorted(WAITS_SECONDS)


async def test_it_is_said_five_times_then_given_up() -> None:
    listener = Listener()
    listener.resender.push("g", {"position": 4})
    await until(lambda: listener.gave_up == 1)
    assert [json.loads(data) for data in listener.sent] == [{"position": 4, "seq": 7}] * 5
    await asyncio.sleep(0.1)
    assert (len(listener.sent), listener.gave_up) == (5, 1)


async def test_what_is_heard_is_not_said_again() -> None:
    listener = Listener()
    listener.resender.push("g", {"position": 4})
    assert listener.resender.heard(7)
    assert not listener.resender.heard(7)
    assert not listener.resender.heard(8)
    await asyncio.sleep(0.1)
    assert (len(listener.sent), listener.gave_up) == (1, 0)


async def test_going_on_in_a_game_acknowledges_that_game_only() -> None:
    listener = Listener((0.01,) * 5)
    listener.resender.push("a", {"position": 1})
    listener.resender.push("b", {"position": 2})
    listener.resender.heard_in("a", with_end=False)
    await until(lambda: listener.gave_up == 1)
    positions = [json.loads(data)["position"] for data in listener.sent]
    assert (positions.count(1), positions.count(2)) == (1, 5)


async def test_a_move_does_not_acknowledge_the_end() -> None:
    listener = Listener((60.0,) * 5)
    listener.resender.push("a", {"position": 1})
    listener.resender.push("a", {"gameOver": "Lose"}, is_end=True)
    listener.resender.heard_in("a", with_end=False)
    assert not listener.resender.heard(7)
    assert listener.resender.heard(8)
    listener.resender.push("a", {"gameOver": "Lose"}, is_end=True)
    listener.resender.heard_in("a", with_end=True)
    assert not listener.resender.heard(9)


async def test_one_who_never_acknowledges_is_given_up_before_it_costs_much() -> None:
    listener = Listener((60.0,) * 5)
    for number in range(100):
        listener.resender.push("g", {"position": number})
    assert listener.gave_up == 1
    assert len(listener.sent) == 64
