"""A newcomer who knows only the address finds the lessons and plays Ultimate by its rules."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person

TWO_MINUTES = 120


@pytest.mark.timeout(TWO_MINUTES)
async def test_a_newcomer_learns_ultimate_and_plays_it(ann: Person) -> None:
    await ann.go()
    await ann.page.get_by_role("button", name="Menu").click()
    await ann.page.get_by_role("link", name="Learn", exact=True).click()
    await ann.page.get_by_role("link", name=re.compile("^Ultimate(?! majority)")).click()
    task, said = ann.page.locator("[data-task]"), ann.page.locator("[data-said]")
    await expect(task).to_contain_text("Nine small boards")
    # A square of another board is wrong here.
    await ann.cell(0).click()
    await expect(said).to_contain_text("Not that one")
    # The top left square of the centre board sends O to the top left board.
    await ann.cell(30).click()
    await expect(said).to_have_text("Right!")
    await expect(ann.page.locator("[data-cell].o")).to_have_count(1)
    await ann.press("Next")
    await ann.page.locator("[data-cell].free").first.click()
    await ann.press("Next")
    await ann.cell(2).click()
    await expect(said).to_have_text("Right!")
    await ann.press("Next")
    await ann.page.locator("[data-cell].free").first.click()
    await ann.press("Next")
    # The bottom right square of the bottom right board wins the third board, and the game.
    await ann.cell(80).click()
    await expect(said).to_contain_text("Well done")
    assert await ann.fits_its_screen()
    await ann.press("Play Ultimate now")
    await ann.page.wait_for_url("**/g/*")
    # Three legal moves, guided only by the marked board.
    for _ in range(3):
        await ann.sees_status("Your turn")
        await ann.page.locator("[data-cell].free").first.click()
        await ann.sees_no_pending()
    assert await ann.page.locator("[data-cell].x").count() >= 3
    await ann.go("/learn")
    await expect(
        ann.page.get_by_role("link", name=re.compile("^Ultimate(?! majority).*Done", re.DOTALL))
    ).to_be_visible()


async def test_shows_the_rule_and_its_lesson_beside_the_board(ann: Person, bob: Person) -> None:
    link = await ann.invite("misere")
    await bob.go(link)
    await expect(bob.page.get_by_text("Three in a row loses.")).to_be_visible()
    await bob.press("Join game")
    await expect(bob.page.get_by_text("Three in a row loses.")).to_be_visible()
    await bob.page.get_by_role("link", name="Learn it in a minute").click()
    await expect(bob.page.locator("[data-task]")).to_contain_text("three in a row loses")
    await bob.cell(2).click()
    await expect(bob.page.locator("[data-said]")).to_contain_text("Not that one")
