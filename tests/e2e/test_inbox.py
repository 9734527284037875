"""Notices while you are on another page: counted at once, listed, read, dismissed, and removed when done."""

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.person import Person

YOUR_TURN = "moved. It’s your turn."


def bell(person: Person, says: str) -> Locator:
    return person.page.get_by_role("link", name=f"Inbox, {says}", exact=True)


async def _game_left_alone(ann: Person, bob: Person, cell: int = 4) -> str:
    """Return a game without a clock, in which it is Bob's turn and Ann looks at another page."""
    link = await ann.invite()
    await bob.accept(link)
    await ann.play(cell)
    await ann.page.get_by_role("link", name="Noughts: Home").click()
    await expect(ann.page.get_by_role("heading", name="Your games")).to_be_visible()
    return link


async def test_the_bell_counts_and_the_notice_leads_to_the_game(ann: Person, bob: Person) -> None:
    link = await _game_left_alone(ann, bob)
    await expect(bell(ann, "nothing new")).to_be_visible()
    await bob.play(0)
    await expect(bell(ann, "1 new")).to_be_visible()
    # Opening the page again loads all games, but doesn't count as looking at them.
    await ann.go("/inbox")
    row = ann.page.get_by_role("listitem").filter(has_text=YOUR_TURN)
    await expect(row).to_have_count(1)
    await expect(row.get_by_text("New", exact=True)).to_be_visible()
    await ann.press("Mark all as read")
    await expect(row.get_by_text("New", exact=True)).to_have_count(0)
    await expect(bell(ann, "nothing new")).to_be_visible()
    await row.get_by_role("link", name="Play:").click()
    await ann.page.wait_for_url(link)
    await ann.sees_status("Your turn")
    # A player who looks at the game needs no notice.
    await ann.play(8)
    await ann.page.get_by_role("link", name="Inbox, nothing new").click()
    await expect(ann.page.get_by_text("You’re all caught up.")).to_be_visible()
    assert await ann.fits_its_screen()


@pytest.mark.proof(only=True)
async def test_notices_are_dismissed_one_by_one_or_all_at_once(ann: Person, bob: Person) -> None:
    for _ in range(3):
        await _game_left_alone(ann, bob)
        await bob.play(0)
    await bell(ann, "3 new").click()
    rows = ann.page.get_by_role("listitem").filter(has_text=YOUR_TURN)
    await expect(rows).to_have_count(3)
    # By keyboard alone.
    await rows.first.get_by_role("button", name="Dismiss:").focus()
    await ann.page.keyboard.press("Enter")
    await expect(rows).to_have_count(2)
    await ann.page.keyboard.press("Tab")
    await ann.page.keyboard.press("Tab")
    await expect(ann.page.get_by_role("button", name="Dismiss all")).to_be_focused()
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.get_by_role("heading", name="Your turn")).to_be_visible()
    await expect(bell(ann, "nothing new")).to_be_visible()
    # The games themselves are still there.
    await ann.go()
    await expect(ann.page.get_by_role("button", name="Your turn")).to_have_count(3)


@pytest.mark.proof(only=True)
async def test_games_that_wait_for_a_move_are_listed_without_a_notice(ann: Person, bob: Person) -> None:
    links = []
    for _ in range(2):
        links.append(await ann.invite())
        await bob.accept(links[-1])
    await ann.page.get_by_role("link", name="Inbox, nothing new").click()
    await expect(ann.page.get_by_role("heading", name="Your turn")).to_be_visible()
    await expect(ann.page.get_by_text("You’re all caught up.")).to_have_count(0)
    rows = ann.page.get_by_role("button", name="Your turn")
    await expect(rows).to_have_count(2)
    await rows.first.click()
    await ann.sees_status("Your turn")


@pytest.mark.proof(only=True)
async def test_all_tabs_show_the_same_count(bob: Person, ann: Person) -> None:
    await _game_left_alone(ann, bob)
    tab = await ann.another_tab()
    await tab.go("/settings")
    await expect(bell(tab, "nothing new")).to_be_visible()
    await bob.play(0)
    await expect(bell(tab, "1 new")).to_be_visible()
    await bell(ann, "1 new").click()
    await ann.press("Dismiss all")
    await expect(bell(tab, "nothing new")).to_be_visible()
    assert tab.faults == []
