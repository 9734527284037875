"""The engine processes: jobs run in a fair order, and dead processes are replaced."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from noughts.rules import find_variant, position_text
from noughts.server.computer.engine_jobs import AnyThought, ChooseMove, Chosen, Failed, Judged, JudgeMoves
from noughts.server.computer.engine_pool import MOST_WAIT_SECONDS, EnginePool, Purpose
from noughts.server.runtime.metrics import Metrics
from tests.waiting import until

START = position_text(find_variant("classic"), find_variant("classic").start())


@pytest.fixture
async def engine_pool() -> AsyncIterator[EnginePool]:
    engine_pool = EnginePool(1)
    yield engine_pool
    await engine_pool.close()


def choosing(milliseconds: int, position: str = START) -> ChooseMove:
    return ChooseMove(position=position, milliseconds=milliseconds, level=8)


async def test_chooses_and_rates_moves(engine_pool: EnginePool) -> None:
    chosen = await engine_pool.think(choosing(10), "ann")
    assert isinstance(chosen, Chosen)
    assert (chosen.choice.move.mark, chosen.choice.value, chosen.choice.exact) == ("X", 0, True)
    judged = await engine_pool.think(JudgeMoves(position="classic X1X/O2/1O1 X", milliseconds=10), "ann")
    assert isinstance(judged, Judged)
    best = judged.analysis.moves[0]
    assert (judged.analysis.value, best.move.cell, best.distance) == (1, 1, 1)
    assert len(judged.analysis.moves) == 5


async def test_measures_waiting_and_thinking_by_purpose() -> None:
    metrics = Metrics()
    engine_pool = EnginePool(1, metrics)
    await asyncio.gather(*(engine_pool.think(choosing(10), name) for name in ("ann", "bob")))
    await engine_pool.think(JudgeMoves(position=START, milliseconds=10), "ann", "analysis")
    await engine_pool.close()
    for seconds in (metrics.wait_seconds, metrics.work_seconds):
        assert {queue: histogram.count for queue, histogram in seconds.items()} == {
            "engine_move": 2,
            "engine_analysis": 1,
        }
    assert engine_pool.busy == engine_pool.running == 0


async def test_refuses_invalid_jobs_with_a_reason(engine_pool: EnginePool) -> None:
    for job in (choosing(10, "chess"), choosing(10, "classic XXX/OO1/3 O"), choosing(0)):
        assert isinstance(await engine_pool.think(job, "ann"), Failed)
    assert isinstance(await engine_pool.think(choosing(10), "ann"), Chosen)


async def test_runs_short_jobs_first_and_starves_none(engine_pool: EnginePool) -> None:
    done: list[int] = []

    async def think(milliseconds: int) -> None:
        await engine_pool.think(choosing(milliseconds), "ann")
        done.append(milliseconds)

    # The first job keeps the process busy until the others are in the queue.
    await asyncio.gather(*(think(milliseconds) for milliseconds in (5, 3000, 400, 20, 21)))
    assert done == [5, 20, 21, 400, 3000]


async def test_reviews_in_the_background_wait_for_everything_else(engine_pool: EnginePool) -> None:
    done: list[Purpose] = []

    async def think(purpose: Purpose) -> None:
        await engine_pool.think(choosing(20), "ann", purpose)
        done.append(purpose)

    # The first job keeps the process busy until the others are in the queue.
    first = asyncio.create_task(engine_pool.think(choosing(5), "bob"))
    await asyncio.gather(first, *(think(purpose) for purpose in ("review", "analysis", "move")))
    assert done == ["move", "analysis", "review"]


async def test_replaces_a_killed_process_and_finishes_its_job(engine_pool: EnginePool) -> None:
    await engine_pool.think(choosing(10), "ann")
    first = _pid(engine_pool)
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(engine_pool.think(choosing(10), "ann"))
    await asyncio.sleep(0.1)
    os.kill(first, signal.SIGKILL)
    assert isinstance(await asked, Chosen)
    assert _pid(engine_pool) != first


async def test_replaces_a_process_that_dies_while_idle(engine_pool: EnginePool) -> None:
    await engine_pool.think(choosing(10), "ann")
    os.kill(_pid(engine_pool), signal.SIGKILL)
    await asyncio.sleep(0.1)
    assert isinstance(await engine_pool.think(choosing(10), "ann"), Chosen)


async def test_becomes_ready_without_a_request(engine_pool: EnginePool) -> None:
    engine_pool.start()
    assert not engine_pool.is_ready
    await until(lambda: engine_pool.is_ready, timeout=100)


async def test_refuses_jobs_when_the_queue_is_full() -> None:
    engine_pool = EnginePool(1)
    before = engine_pool.objection
    asked = [asyncio.create_task(engine_pool.think(choosing(1000), f"p{n}")) for n in range(int(MOST_WAIT_SECONDS) + 3)]
    await asyncio.sleep(0)
    assert before is None
    assert engine_pool.objection is not None
    assert (engine_pool.objection.code, engine_pool.objection.status) == ("computer_busy", 503)
    await engine_pool.close()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers)


async def test_players_take_turns_and_moves_come_before_analyses(engine_pool: EnginePool) -> None:
    done: list[str] = []

    async def think(player: str, purpose: Purpose) -> None:
        job = choosing(20) if purpose == "move" else JudgeMoves(position=START, milliseconds=20)
        await engine_pool.think(job, player, purpose)
        done.append(f"{player} {purpose}")

    moves = [think("first", "move"), *(think("greedy", "move") for _ in range(5)), think("bob", "move")]
    analyses = [think("greedy", "analysis"), think("greedy", "analysis"), think("ann", "analysis")]
    await asyncio.gather(*analyses, *moves)
    assert done == [
        "first move",
        "greedy move",
        "bob move",
        "greedy move",
        "greedy analysis",
        "greedy move",
        "greedy move",
        "greedy move",
        "ann analysis",
        "greedy analysis",
    ]


async def test_analyses_block_neither_games_nor_other_players_analyses() -> None:
    engine_pool = EnginePool(1)
    asked = [
        asyncio.create_task(engine_pool.think(JudgeMoves(position=START, milliseconds=2000), "greedy", "analysis"))
        for _ in range(5)
    ]
    await asyncio.sleep(0)
    assert engine_pool.objection is None
    refused = engine_pool.objection_to_analysis("greedy")
    assert refused is not None
    assert (refused.code, refused.wait_seconds) == ("computer_busy", 1)
    assert engine_pool.objection_to_analysis("ann") is None
    await engine_pool.close()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(answer, Failed) for answer in answers] == [False, False, True, True, True]


async def test_many_analyses_do_not_block_games() -> None:
    engine_pool = EnginePool(1)
    job = JudgeMoves(position=START, milliseconds=2000)
    asked = [asyncio.create_task(engine_pool.think(job, f"p{n}", "analysis")) for n in range(5)]
    await asyncio.sleep(0)
    objections = engine_pool.objection_to_analysis("ann"), engine_pool.objection
    await engine_pool.close()
    await asyncio.gather(*asked, return_exceptions=True)
    assert objections[0] is not None
    assert objections[1] is None


async def test_reserves_one_of_several_processes_for_moves() -> None:
    engine_pool = EnginePool(2)
    engine_pool.start()
    await until(lambda: engine_pool.is_ready, timeout=100)
    gomoku = find_variant("gomoku")
    job = JudgeMoves(position=position_text(gomoku, gomoku.start()), milliseconds=2000)
    asked = [asyncio.create_task(engine_pool.think(job, name, "analysis")) for name in ("ann", "bob", "eve")]
    await until(lambda: engine_pool.busy > 0)
    await asyncio.sleep(0.1)
    assert engine_pool.busy == 1
    assert isinstance(await engine_pool.think(choosing(10), "zoe"), Chosen)
    await engine_pool.close()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_refuses_jobs_without_processes() -> None:
    engine_pool = EnginePool(0)
    answer: AnyThought = await engine_pool.think(choosing(10), "ann")
    assert isinstance(answer, Failed)
    assert engine_pool.objection is not None
    assert engine_pool.objection.code == "computer_away"


def test_the_processes_end_with_the_server() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts.server.computer.engine_worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(30) == 0
    assert process.stdout is not None
    process.stdout.close()


def _pid(engine_pool: EnginePool) -> int:
    return engine_pool._running[0]._process.pid
