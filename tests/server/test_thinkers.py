"""The thinking processes: what waits is done in a good order, and a process that dies is no loss."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from noughts.rules import find_variant, position_text
from noughts.server.jobs import AnyThought, ChooseMove, Chosen, Failed, Judged, JudgeMoves
from noughts.server.thinkers import MOST_WAIT_SECONDS, Thinkers
from tests.waiting import until

START = position_text(find_variant("classic"), find_variant("classic").start())


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(1)
    yield thinkers
    await thinkers.close()


def choosing(milliseconds: int, position: str = START) -> ChooseMove:
    return ChooseMove(position=position, milliseconds=milliseconds, level=8)


async def test_moves_are_chosen_and_judged(thinkers: Thinkers) -> None:
    chosen = await thinkers.think(choosing(10))
    assert isinstance(chosen, Chosen)
    assert (chosen.choice.move.mark, chosen.choice.value, chosen.choice.exact) == ("X", 0, True)
    judged = await thinkers.think(JudgeMoves(position="classic X1X/O2/1O1 X", milliseconds=10))
    assert isinstance(judged, Judged)
    best = judged.analysis.moves[0]
    assert (judged.analysis.value, best.move.cell, best.distance) == (1, 1, 1)
    assert len(judged.analysis.moves) == 5


async def test_nonsense_is_answered_in_words(thinkers: Thinkers) -> None:
    for job in (choosing(10, "chess"), choosing(10, "classic XXX/OO1/3 O"), choosing(0)):
        assert isinstance(await thinkers.think(job), Failed)
    assert isinstance(await thinkers.think(choosing(10)), Chosen)


async def test_the_shortest_is_first_but_nothing_waits_for_ever(thinkers: Thinkers) -> None:
    done: list[int] = []

    async def think(milliseconds: int) -> None:
        await thinkers.think(choosing(milliseconds))
        done.append(milliseconds)

    # The first keeps the process busy while the others come.
    await asyncio.gather(*(think(milliseconds) for milliseconds in (5, 3000, 400, 20, 21)))
    assert done == [5, 20, 21, 400, 3000]


async def test_a_killed_process_is_replaced_and_its_job_done(thinkers: Thinkers) -> None:
    await thinkers.think(choosing(10))
    first = _pid(thinkers)
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(thinkers.think(choosing(10)))
    await asyncio.sleep(0.1)
    os.kill(first, signal.SIGKILL)
    assert isinstance(await asked, Chosen)
    assert _pid(thinkers) != first


async def test_a_process_that_dies_idle_is_replaced(thinkers: Thinkers) -> None:
    await thinkers.think(choosing(10))
    os.kill(_pid(thinkers), signal.SIGKILL)
    await asyncio.sleep(0.1)
    assert isinstance(await thinkers.think(choosing(10)), Chosen)


async def test_it_gets_ready_by_itself(thinkers: Thinkers) -> None:
    thinkers.start()
    assert not thinkers.is_ready
    await until(lambda: thinkers.is_ready, timeout=100)


async def test_more_than_can_be_done_is_objected_to() -> None:
    thinkers = Thinkers(1)
    before = thinkers.objection
    asked = [asyncio.create_task(thinkers.think(choosing(1000))) for _ in range(int(MOST_WAIT_SECONDS) + 3)]
    await asyncio.sleep(0)
    assert before is None
    assert thinkers.objection is not None
    assert (thinkers.objection.code, thinkers.objection.status) == ("computer_busy", 503)
    await thinkers.close()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers)


async def test_without_processes_nobody_thinks() -> None:
    thinkers = Thinkers(0)
    answer: AnyThought = await thinkers.think(choosing(10))
    assert isinstance(answer, Failed)
    assert thinkers.objection is not None
    assert thinkers.objection.code == "computer_away"


def test_a_process_outlives_no_server() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts.server.thinker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(30) == 0
    assert process.stdout is not None
    process.stdout.close()


def _pid(thinkers: Thinkers) -> int:
    return thinkers._running[0]._process.pid
