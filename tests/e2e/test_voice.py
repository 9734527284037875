"""Voice moves in a real browser whose microphone plays generated speech."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserType, Locator, expect

from bench.speech import speech, wav
from noughts.voice.bounds import RATE
from tests.e2e.person import DESKTOP, Person
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer

# Silence before the word, because a microphone takes a moment to open.
QUIET_SECONDS = 1.2

Speaker = Callable[[str], Awaitable[Person]]


@pytest_asyncio.fixture(loop_scope="session")
async def speaker(chromium: BrowserType, server: NoughtsServer, tmp_path: Path) -> AsyncIterator[Speaker]:
    """Start a game against the computer, with a microphone that plays these words whenever it is open."""
    async with AsyncExitStack() as stack:

        async def sits_down(said: str) -> Person:
            file = tmp_path / "said.wav"
            file.write_bytes(wav(np.pad(speech(said), (int(QUIET_SECONDS * RATE), 8 * RATE))))
            browser = await chromium.launch(
                executable_path=chromium_path(),
                args=[
                    "--no-sandbox",
                    "--use-fake-ui-for-media-stream",
                    "--use-fake-device-for-media-stream",
                    f"--use-file-for-fake-audio-capture={file}%noloop",
                ],
            )
            stack.push_async_callback(browser.close)
            # Only secure pages get a microphone, and localhost counts as secure.
            person = await Person.at(browser, server.url, DESKTOP)
            await person.go("/settings")
            await person.page.get_by_label("Voice moves").check()
            await person.invite()
            return person

        yield sits_down


def told(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Speak").get_by_role("status")


async def say(person: Person) -> None:
    """Tap the button; the page detects the end of the word."""
    await expect(told(person)).to_contain_text("say")
    await person.press("Speak")


async def test_plays_a_spoken_square(speaker: Speaker) -> None:
    ann = await speaker("top right")
    await say(ann)
    await expect(told(ann)).to_have_text("Heard: top right")
    await ann.sees(2, "X")
    await ann.sees_no_pending()
    await expect(ann.status).to_have_text(re.compile("Move made"))
    assert ann.faults == []


@pytest.mark.proof(only=True)
async def test_a_spoken_move_can_be_undone(speaker: Speaker) -> None:
    ann = await speaker("bottom right")
    await say(ann)
    await ann.press("Undo")
    await expect(told(ann)).to_have_text("Heard: bottom right")
    # Longer than the time to undo a move.
    await ann.page.wait_for_timeout(2_500)
    await expect(ann.cell(8)).to_have_attribute("aria-label", re.compile("empty"))
    assert ann.faults == []


@pytest.mark.proof(only=True)
async def test_listens_while_the_key_is_held(speaker: Speaker) -> None:
    ann = await speaker("top left")
    await expect(told(ann)).to_contain_text("say")
    await ann.page.keyboard.down("v")
    await expect(told(ann)).to_have_text("Listening…")
    await ann.page.wait_for_timeout(3_000)
    await ann.page.keyboard.up("v")
    await expect(told(ann)).to_have_text("Heard: top left")
    await ann.sees(0, "X")
    assert ann.faults == []


@pytest.mark.proof(only=True)
async def test_ignores_other_words(speaker: Speaker) -> None:
    ann = await speaker("what time is it")
    await say(ann)
    await expect(told(ann)).to_have_text("I didn’t catch that.")
    await expect(ann.page.get_by_label(re.compile(", X$"))).to_have_count(0)
    assert ann.faults == []


async def test_loads_nothing_and_opens_no_microphone_before_it_is_wanted(ann: Person) -> None:
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    await ann.invite()
    await expect(ann.cell(0)).to_be_visible()
    assert not [url for url in asked if "voice" in url.lower()]
    await expect(ann.page.get_by_role("button", name="Speak")).to_have_count(0)


async def test_is_not_offered_by_a_server_without_it(browser: Browser, tmp_path: Path) -> None:
    server = NoughtsServer(tmp_path, environment={"NOUGHTS_SPEECH_PROCESSES": "0"}).start()
    try:
        ann = await Person.at(browser, server.url)
        async with ann.page.expect_response("**/api/v1/server") as answer:
            await ann.go("/settings")
        assert (await (await answer.value).json())["voice"] is False
        await expect(ann.page.get_by_label("Show coordinates")).to_be_visible()
        await expect(ann.page.get_by_label("Voice moves")).to_have_count(0)
        await ann.leave()
    finally:
        server.kill()


async def test_is_offered_by_a_server_that_has_it(ann: Person) -> None:
    await ann.go("/settings")
    await expect(ann.page.get_by_label("Voice moves")).to_be_visible()
