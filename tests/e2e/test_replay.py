"""After a game: its moves again, and what can be handed on of it."""

import re

from playwright.async_api import expect

from tests.e2e.person import Person


async def test_a_finished_game_is_stepped_through_and_shared(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.press("Replay")
    await ann.sees_line([1, 4, 7])
    for key, cell, held in (("ArrowLeft", 7, "empty"), ("ArrowLeft", 3, "empty"), ("ArrowRight", 3, "O")):
        await ann.page.keyboard.press(key)
        await expect(ann.cell(cell)).to_have_attribute("aria-label", _holding(held))
    await ann.page.keyboard.press("Home")
    await expect(ann.cell(4)).to_have_attribute("aria-label", "centre, empty")
    async with ann.page.expect_download() as download:
        await ann.press("As a picture")
    assert (await download.value).suggested_filename == "noughts.png"
    link = await ann.page.get_by_label("Link to this replay").input_value()
    assert link.endswith("/replay/classic.b2a1b1a2b3")

    await bob.go(link)
    await bob.sees_line([1, 4, 7])
    await bob.sees_status("Player X won")
    await bob.press("To the start")
    await expect(bob.cell(4)).to_have_attribute("aria-label", "centre, empty")


async def test_what_is_no_game_says_so(ann: Person) -> None:
    await ann.go("/replay/classic.a1a1")
    await expect(ann.page.get_by_role("heading", name="This is no game")).to_be_visible()


async def test_a_link_is_handed_on_in_many_ways(ann: Person) -> None:
    link = await ann.invite()
    for place in ("WhatsApp", "Telegram", "Facebook", "SMS"):
        await expect(ann.page.get_by_role("link", name=place)).to_be_visible()
    await ann.press("QR code")
    picture = ann.page.get_by_alt_text("The link as a QR code")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 0
    assert link in await ann.page.get_by_role("link", name="Telegram").evaluate("(a) => decodeURIComponent(a.href)")


def _holding(words: str) -> re.Pattern[str]:
    return re.compile(re.escape(words))
