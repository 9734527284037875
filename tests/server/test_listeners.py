"""The listening processes: bounded in number and in what waits, and one that dies is no loss."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from bench.speech import speech, wav
from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.server.listeners import BURST, MOST_WAITING, Listeners
from tests.waiting import until

TOP_LEFT = wav(speech("top left"))


@pytest.fixture
async def listeners() -> AsyncIterator[Listeners]:
    listeners = Listeners(1)
    yield listeners
    await listeners.close()


async def hear(listeners: Listeners, sound: bytes = TOP_LEFT, sender: str = "ann") -> Heard | Refusal:
    async def read() -> bytes:
        return sound

    return await listeners.hear(sender, read, "classic", ())


def pid(listeners: Listeners) -> int:
    (process,) = listeners._running
    return process._process.pid


async def test_a_square_is_heard(listeners: Listeners) -> None:
    heard = await hear(listeners)
    assert isinstance(heard, Heard)
    assert heard.verdict == "sure"
    first = heard.guesses[0]
    assert (first.phrase, first.cell, first.square, first.command) == ("top left", 0, "a1", None)


async def test_what_is_no_sound_is_refused_in_words(listeners: Listeners) -> None:
    refused = await hear(listeners, b"no sound")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.status) == ("bad_audio", 422)


async def test_it_can_be_had_beforehand(listeners: Listeners) -> None:
    listeners.start()
    listeners.start()
    await until(lambda: len(listeners._running) == 1)
    first = pid(listeners)
    assert isinstance(await hear(listeners), Heard)
    assert pid(listeners) == first


async def test_a_killed_process_is_replaced(listeners: Listeners) -> None:
    await hear(listeners)
    first = pid(listeners)
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(hear(listeners))
    await asyncio.sleep(0.1)
    os.kill(first, signal.SIGKILL)
    refused = await asked
    assert isinstance(refused, Refusal)
    assert refused.code == "voice_busy"
    assert isinstance(await hear(listeners), Heard)
    assert pid(listeners) != first


async def test_one_who_does_not_wait_leaves_no_answer_to_the_next(listeners: Listeners) -> None:
    await hear(listeners)
    asked = asyncio.create_task(hear(listeners, wav(speech("bottom right"))))
    await asyncio.sleep(0.01)
    asked.cancel()
    heard = await hear(listeners)
    assert isinstance(heard, Heard)
    assert heard.guesses[0].cell == 0


async def test_few_at_once_and_few_from_one(listeners: Listeners) -> None:
    gate = asyncio.Event()

    async def read() -> bytes:
        await gate.wait()
        return b""

    waiting = [asyncio.create_task(listeners.hear(f"p{n}", read, "classic", ())) for n in range(MOST_WAITING)]
    await asyncio.sleep(0)
    refused = await hear(listeners)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.status) == ("voice_busy", 503)
    assert refused.wait_seconds
    gate.set()
    answers = await asyncio.gather(*waiting)
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["bad_audio"] * MOST_WAITING
    refusals = [await hear(listeners, b"", "bob") for _ in range(BURST + 1)]
    last = refusals[-1]
    assert isinstance(last, Refusal)
    assert (last.code, last.status) == ("too_many_requests", 429)
    assert last.wait_seconds


async def test_it_can_be_turned_off() -> None:
    refused = await hear(Listeners(0))
    assert isinstance(refused, Refusal)
    assert refused.code == "voice_off"
