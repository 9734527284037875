"""The speech processes: their number and queue are limited, and dead processes are replaced."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

from bench.speech import speech, wav
from noughts.config import Settings
from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.limits import MOST_RECORDINGS_OF_A_PLAYER, MOST_WAITING_RECORDINGS
from noughts.server.runtime.metrics import Metrics
from noughts.server.runtime.rates import RECORDING_BURST, limits_of
from noughts.server.speech.speech_jobs import Sound
from noughts.server.speech.speech_pool import SpeechPool
from tests.waiting import until

TOP_LEFT = wav(speech("top left"))


def budget() -> Budget:
    return Budget(limits_of(Settings()), time.monotonic)


@pytest.fixture
async def speech_pool() -> AsyncIterator[SpeechPool]:
    speech_pool = SpeechPool(1, budget())
    yield speech_pool
    await speech_pool.close()


async def hear(
    speech_pool: SpeechPool, sound: bytes = TOP_LEFT, player: str = "ann", address: str = ""
) -> Heard | Refusal:
    """Send a player's recording. Each player has a separate address unless one is given."""
    sender = Client(address or f"at {player}", player)
    return speech_pool.objection(sender) or await speech_pool.hear(sender, Sound(wav=sound, variant="classic"))


def pid(speech_pool: SpeechPool) -> int:
    (process,) = speech_pool.pool._running
    return process._process.pid


async def test_recognises_a_square(speech_pool: SpeechPool) -> None:
    heard = await hear(speech_pool)
    assert isinstance(heard, Heard)
    assert heard.verdict == "sure"
    first = heard.guesses[0]
    assert (first.phrase, first.cell, first.square, first.command) == ("top left", 0, "a1", None)


@pytest.mark.proof(only=True)
async def test_measures_the_time_for_recordings() -> None:
    metrics = Metrics()
    speech_pool = SpeechPool(1, budget(), metrics)
    assert isinstance(await hear(speech_pool), Heard)
    assert (speech_pool.pool.running, speech_pool.pool.busy) == (1, 0)
    await speech_pool.close()
    assert metrics.wait_seconds["speech"].count == metrics.work_seconds["speech"].count == 1
    assert metrics.work_seconds["speech"].total_seconds > 0


async def test_explains_why_a_recording_is_refused(speech_pool: SpeechPool) -> None:
    refused = await hear(speech_pool, b"no sound")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.status) == ("bad_audio", 422)


@pytest.mark.proof(only=True)
async def test_the_model_can_be_loaded_beforehand(speech_pool: SpeechPool) -> None:
    speech_pool.start()
    speech_pool.start()
    await until(lambda: len(speech_pool.pool._running) == 1)
    first = pid(speech_pool)
    assert isinstance(await hear(speech_pool), Heard)
    assert pid(speech_pool) == first


async def test_replaces_a_killed_process(speech_pool: SpeechPool) -> None:
    await hear(speech_pool)
    first = pid(speech_pool)
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(hear(speech_pool))
    await asyncio.sleep(0.1)
    os.kill(first, signal.SIGKILL)
    refused = await asked
    assert isinstance(refused, Refusal)
    assert refused.code == "voice_busy"
    assert isinstance(await hear(speech_pool), Heard)
    assert pid(speech_pool) != first


@pytest.mark.proof(only=True)
async def test_a_cancelled_request_does_not_affect_the_next(speech_pool: SpeechPool) -> None:
    await hear(speech_pool)
    asked = asyncio.create_task(hear(speech_pool, wav(speech("bottom right"))))
    await asyncio.sleep(0.01)
    asked.cancel()
    heard = await hear(speech_pool)
    assert isinstance(heard, Heard)
    assert heard.guesses[0].cell == 0


async def test_limits_recordings_at_once_and_per_player(speech_pool: SpeechPool) -> None:
    mine = [asyncio.create_task(hear(speech_pool, b"", "ann")) for _ in range(MOST_RECORDINGS_OF_A_PLAYER + 1)]
    await asyncio.sleep(0)
    waiting = [
        asyncio.create_task(hear(speech_pool, b"", f"p{n}"))
        for n in range(MOST_WAITING_RECORDINGS - MOST_RECORDINGS_OF_A_PLAYER)
    ]
    await asyncio.sleep(0)
    refused = await hear(speech_pool, player="late")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.status) == ("voice_busy", 503)
    assert refused.wait_seconds
    assert [_code(answer) for answer in await asyncio.gather(*mine)] == ["bad_audio", "bad_audio", "voice_busy"]
    assert {_code(answer) for answer in await asyncio.gather(*waiting)} == {"bad_audio"}
    refusals = [await hear(speech_pool, b"", "bob") for _ in range(RECORDING_BURST + 1)]
    last = refusals[-1]
    assert isinstance(last, Refusal)
    assert (last.code, last.status) == ("too_many_requests", 429)
    assert last.wait_seconds


async def test_one_address_cannot_fill_the_queue(speech_pool: SpeechPool) -> None:
    crowd = [asyncio.create_task(hear(speech_pool, b"", f"p{n}", "2001:db8::" + str(n))) for n in range(20)]
    await asyncio.sleep(0)
    assert _code(await hear(speech_pool, b"", "ann")) == "bad_audio"
    assert [_code(answer) for answer in await asyncio.gather(*crowd)].count("bad_audio") == 4


async def test_voice_moves_can_be_turned_off() -> None:
    refused = await hear(SpeechPool(0, budget()))
    assert isinstance(refused, Refusal)
    assert refused.code == "voice_off"


def _code(answer: Heard | Refusal) -> str:
    assert isinstance(answer, Refusal)
    return answer.code
