"""Pushed messages are resent until they are acknowledged, and dropped after the last try."""

import asyncio
import json

from noughts.doors.line.resender import WAITS_SECONDS, Resender
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


def test_tries_five_times_within_half_a_minute() -> None:
    assert len(WAITS_SECONDS) == 5
    assert 25 <= sum(WAITS_SECONDS) <= 35
    assert list(WAITS_SECONDS) == sorted(WAITS_SECONDS)


async def test_resends_five_times_and_then_gives_up() -> None:
    listener = Listener()
    listener.resender.push("g", {"position": 4})
    await until(lambda: listener.gave_up == 1)
    assert [json.loads(data) for data in listener.sent] == [{"position": 4, "seq": 7}] * 5
    await asyncio.sleep(0.1)
    assert (len(listener.sent), listener.gave_up) == (5, 1)


async def test_does_not_resend_an_acknowledged_message() -> None:
    listener = Listener()
    listener.resender.push("g", {"position": 4})
    assert listener.resender.acknowledged(7)
    assert not listener.resender.acknowledged(7)
    assert not listener.resender.acknowledged(8)
    await asyncio.sleep(0.1)
    assert (len(listener.sent), listener.gave_up) == (1, 0)


async def test_a_move_acknowledges_earlier_messages_of_its_game_only() -> None:
    listener = Listener((0.01,) * 5)
    listener.resender.push("a", {"position": 1})
    listener.resender.push("b", {"position": 2})
    listener.resender.drop_in_game("a", with_end=False)
    await until(lambda: listener.gave_up == 1)
    positions = [json.loads(data)["position"] for data in listener.sent]
    assert (positions.count(1), positions.count(2)) == (1, 5)


async def test_a_move_does_not_acknowledge_the_end() -> None:
    listener = Listener((60.0,) * 5)
    listener.resender.push("a", {"position": 1})
    listener.resender.push("a", {"gameOver": "Lose"}, is_end=True)
    listener.resender.drop_in_game("a", with_end=False)
    assert not listener.resender.acknowledged(7)
    assert listener.resender.acknowledged(8)
    listener.resender.push("a", {"gameOver": "Lose"}, is_end=True)
    listener.resender.drop_in_game("a", with_end=True)
    assert not listener.resender.acknowledged(9)


async def test_gives_up_early_on_a_client_that_never_acknowledges() -> None:
    listener = Listener((60.0,) * 5)
    for number in range(100):
        listener.resender.push("g", {"position": number})
    assert listener.gave_up == 1
    assert len(listener.sent) == 64
