"""An invitation for one person: the first person with the link accepts it with one click, and nobody after that."""

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import Person

HOSTILE = "<img src=x><b>E</b>"


@pytest.mark.firefox
async def test_a_guest_accepts_and_nobody_else_can(browser: Browser, ann: Person, bob: Person) -> None:
    link = await ann.invite_one("ultimate")
    assert "/invite/" in link
    await ann.press("QR code")
    code = ann.page.get_by_alt_text("QR code for the link")
    await expect(code).to_have_js_property("complete", True)
    assert await code.evaluate("image => image.naturalWidth") > 0

    await bob.go(link)
    await expect(bob.page.get_by_role("heading", name="invites you to a game")).to_be_visible()
    await expect(bob.page.get_by_text("Ultimate · No clock · 1 game")).to_be_visible()
    await bob.press("Accept and play")
    await bob.page.wait_for_url("**/g/*")
    await expect(bob.page.get_by_text("(you)")).to_be_visible()
    await ann.play(40)
    await bob.sees(40, "X")

    late = await Person.at(browser, ann.url)
    await late.go(link)
    await expect(late.page.get_by_role("heading", name="This invitation no longer works")).to_be_visible()
    await late.was_told_no(2)
    await late.leave()

    # The same link takes the person who accepted it back to the game.
    await bob.go(link)
    await bob.page.wait_for_url("**/g/*")
    await bob.sees(40, "X")
    await bob.was_told_no()


async def test_shows_your_own_invitation_with_ways_to_send_it(ann: Person) -> None:
    link = await ann.invite_one()
    await ann.go(link)
    await expect(ann.page.get_by_role("heading", name="This is your own invitation")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Accept and play")).to_have_count(0)
    assert await ann.page.get_by_label("Invitation link").input_value() == link


async def test_says_when_an_invitation_does_not_exist(ann: Person) -> None:
    for link in ("/invite/short", "/invite/" + "x" * 22):
        await ann.go(link)
        await expect(ann.page.get_by_role("heading", name="This invitation no longer works")).to_be_visible()
    await ann.was_told_no(2)


async def test_shows_a_hostile_name_as_text(ann: Person, bob: Person) -> None:
    await ann.sign_up("Eve-e2e")
    await ann.page.get_by_label("Display name").fill(HOSTILE)
    await ann.press("Save")
    await expect(ann.page.get_by_role("link", name=f"Your account: {HOSTILE}")).to_be_visible()
    await bob.go(await ann.invite_one())
    await expect(bob.page.get_by_role("heading", name=f"{HOSTILE} invites you")).to_be_visible()
    assert await bob.page.locator("main img, main b").count() == 0
