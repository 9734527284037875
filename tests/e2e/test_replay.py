"""Replaying and sharing a finished game."""

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person


async def test_a_finished_game_is_stepped_through_and_shared(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.press("Review game")
    await ann.sees_line([1, 4, 7])
    for key, cell, held in (("ArrowLeft", 7, "empty"), ("ArrowLeft", 3, "empty"), ("ArrowRight", 3, "O")):
        await ann.page.keyboard.press(key)
        await expect(ann.cell(cell)).to_have_attribute("aria-label", _holding(held))
    await ann.page.keyboard.press("Home")
    await expect(ann.cell(4)).to_have_attribute("aria-label", "centre, empty")
    async with ann.page.expect_download() as download:
        await ann.press("Share as image")
    assert (await download.value).suggested_filename == "noughts.png"
    link = await ann.page.get_by_label("Link to this replay").input_value()
    assert link.endswith("/replay/classic.b2a1b1a2b3")

    await bob.go(link)
    await bob.sees_line([1, 4, 7])
    await bob.sees_status("Player X won")
    await bob.press("Go to start")
    await expect(bob.cell(4)).to_have_attribute("aria-label", "centre, empty")


async def test_another_site_embeds_a_replay(ann: Person) -> None:
    await ann.go("/replay/classic.b2a1b1a2b3")
    await ann.page.get_by_text("Embed", exact=True).click()
    code = await ann.page.get_by_label("Code for your website").input_value()
    other_site = await asyncio.start_server(_showing(code), "127.0.0.1")
    await ann.page.goto("http://{}:{}/".format(*other_site.sockets[0].getsockname()))
    ann.faults.clear()
    frame = ann.page.frame_locator("iframe")
    await expect(frame.locator("[data-cell='7']")).to_have_attribute("aria-label", _holding("X"))
    await frame.get_by_role("button", name="Previous move").click()
    await expect(frame.locator("[data-cell='7']")).to_have_attribute("aria-label", _holding("empty"))
    board = await frame.locator("[role=grid]").bounding_box()
    back = await frame.get_by_role("link", name="Open on Noughts").bounding_box()
    frame_box = await ann.page.locator("iframe").bounding_box()
    assert board is not None
    assert back is not None
    assert frame_box is not None
    assert board["width"] > 300
    assert back["y"] + back["height"] <= frame_box["y"] + frame_box["height"]
    other_site.close()


@pytest.mark.proof(only=True)
async def test_an_embedded_game_follows_its_moves(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    watcher = await ann.another_tab()
    await watcher.go(link.replace("/g/", "/embed/g/"))
    await expect(watcher.cell(4)).to_have_attribute("aria-label", _holding("empty"))
    await ann.play(4)
    await expect(watcher.cell(4)).to_have_attribute("aria-label", _holding("X"))
    # An embedded board has no actions.
    await expect(watcher.page.locator("[data-cell][aria-disabled=false]")).to_have_count(0)
    assert watcher.faults == []


def _showing(html: str) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    """Serve this page as a site of another origin."""

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + html.encode())
        await writer.drain()
        writer.close()

    return reply


async def test_says_when_a_link_is_not_a_game(ann: Person) -> None:
    await ann.go("/replay/classic.a1a1")
    await expect(ann.page.get_by_role("heading", name="We can’t read this link")).to_be_visible()


async def test_offers_many_ways_to_share_a_link(ann: Person) -> None:
    link = await ann.invite()
    for place in ("WhatsApp", "Telegram", "Facebook", "SMS"):
        await expect(ann.page.get_by_role("link", name=place)).to_be_visible()
    await ann.press("QR code")
    picture = ann.page.get_by_alt_text("QR code for the link")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 0
    assert link in await ann.page.get_by_role("link", name="Telegram").evaluate("(a) => decodeURIComponent(a.href)")


def _holding(words: str) -> re.Pattern[str]:
    return re.compile(re.escape(words))
