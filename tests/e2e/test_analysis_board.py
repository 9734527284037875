"""The analysis board, analysis of shared games, and a player's puzzle record."""

import re

from playwright.async_api import expect

from tests.e2e.person import Person

# The minus sign, not a hyphen.
MINUS = "\N{MINUS SIGN}"


async def test_sets_up_and_tries_any_position(ann: Person) -> None:
    await ann.go("/learn")
    await ann.page.get_by_role("link", name="Analysis board").click()
    said = ann.page.locator("[data-said]")
    for tool, cells in (("X", (0, 1)), ("O", (3, 4))):
        await ann.page.get_by_role("button", name=tool, exact=True).click()
        for cell in cells:
            await ann.cell(cell).click()
    await expect(said).to_have_text("X to move")
    await expect(ann.page.locator("ol li").first).to_have_text("c1 wins at once")
    await expect(ann.cell(2)).to_have_class(re.compile("hinted"))
    shared = ann.page.url
    # O has two marks more than X, which no game allows.
    await ann.cell(8).click()
    await ann.cell(6).click()
    await expect(said).to_have_text("This position can’t occur in a game.")
    await ann.was_told_no()
    await ann.go("/")
    await ann.go(shared)
    await ann.press("Play")
    await ann.cell(2).click()
    await expect(said).to_have_text("The game is over.")
    await ann.press("Undo")
    await expect(said).to_have_text("X to move")


async def test_a_shared_game_is_analysed_with_the_better_move_on_the_board(ann: Person) -> None:
    # The last move doesn't block O's threat in the middle row.
    await ann.go("/replay/classic.a1b2c3a2b3")
    await ann.press("Analyse moves")
    verdict = ann.page.locator(".verdict")
    await expect(verdict).to_contain_text("b3 loses at once")
    await expect(verdict).to_contain_text("Better: c2")
    await expect(ann.cell(5)).to_have_class(re.compile("hinted"))
    await ann.page.keyboard.press("ArrowLeft")
    await expect(verdict).not_to_contain_text("Better: c2")


async def test_the_first_try_at_a_puzzle_counts_and_the_puzzle_is_shared(ann: Person) -> None:
    await ann.go("/puzzles/classic-1")
    record = ann.page.locator("[data-record]")
    await expect(record).to_contain_text("Your rating: 1200")
    await ann.press("Show solution")
    await expect(record).to_contain_text(MINUS)
    link = await ann.page.get_by_label("Link to this puzzle").input_value()
    assert link.endswith("/puzzles/classic-1")
    await ann.page.get_by_role("combobox", name=re.compile("^Game")).select_option("gomoku")
    await expect(ann.page.locator("[data-cell]")).to_have_count(225)
    await ann.page.reload()
    await expect(record).not_to_contain_text("Your rating: 1200")
