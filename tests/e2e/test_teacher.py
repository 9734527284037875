"""Hints and move ratings against the computer, the review of every move afterwards, puzzles."""

import re

import httpx2
import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer

CELLS = "(cells) => cells.map((cell) => Number(cell.dataset.cell))"


async def test_gives_hints_and_ratings_against_the_computer(ann: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Computer").select_option("1")
    await ann.cell(4).click()
    await ann.page.wait_for_url("**/g/*")
    await ann.sees_status("Your turn")
    await ann.page.get_by_label("Rate my moves").check()
    await expect(ann.page.get_by_text("b2 keeps the draw")).to_be_visible()
    await ann.press("Hint")
    hinted = ann.page.locator(".hinted")
    await expect(hinted).to_have_count(1)
    await hinted.click()
    await expect(hinted).to_have_count(0)


async def test_every_move_of_a_finished_game_has_a_verdict(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    # O doesn't block the line, and loses.
    for turn, cell in enumerate([4, 1, 0, 2, 8]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")
    await ann.press("Review game")
    await expect(ann.page.get_by_text("wins fastest")).to_be_visible()
    await expect(ann.page.get_by_text("100% accuracy")).to_be_visible()
    await expect(ann.page.get_by_role("img", name=re.compile("The lead after"))).to_be_visible()
    await ann.page.keyboard.press("Home")
    await ann.press("Next move")
    await ann.press("Next move")
    await expect(ann.page.get_by_text("turns a draw into a loss")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="b1??")).to_be_visible()
    # A better move is marked on the board itself.
    await expect(ann.page.locator(".hinted")).to_have_count(1)
    await expect(ann.page.locator(".hinted")).to_have_attribute("aria-label", re.compile("empty, hint"))


@pytest.mark.proof(only=True)
async def test_the_review_gets_surer_and_shows_a_forced_win(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku"))
    # O leaves three in row 8 open, and then gives up.
    for turn, cell in enumerate([112, 97, 113, 98, 114, 0]):
        await (ann, bob)[turn % 2].play(cell)
    await bob.press("Resign")
    await bob.page.get_by_role("button", name="Resign").last.click()
    await ann.sees_status("You won")
    await ann.press("Review game")
    page = ann.page
    await expect(
        page.get_by_text(re.compile(r"Looking deeper: \d of 6 moves|Waiting for the computer"))
    ).to_be_visible()
    await expect(page.get_by_text("X wins by force in 2 moves.")).to_be_visible(timeout=60_000)
    await page.get_by_role("button", name="Show the moves").click()
    status = page.locator("[data-status]")
    await expect(status).to_have_text("Forced win for X: move 1 of 4")
    await page.keyboard.press("End")
    await expect(status).to_have_text("Forced win for X: move 4 of 4")
    await expect(page.locator("[data-cell].line")).to_have_count(5)
    await page.get_by_role("button", name="Back to the game").click()
    await expect(status).not_to_contain_text("Forced win")
    # After a reload the review goes on where it was.
    await page.reload()
    await ann.press("Review game")
    await expect(page.get_by_text("X wins by force in 2 moves.")).to_be_visible()


async def test_solves_the_daily_puzzle(server: NoughtsServer, ann: Person) -> None:
    puzzle = httpx2.get(f"{server.url}/api/v1/puzzles/daily").json()
    way = httpx2.post(f"{server.url}/api/v1/puzzles/{puzzle['id']}/attempts", json={}).json()["solution"]
    await ann.go("/puzzles")
    await expect(ann.page.get_by_role("heading", name="Daily puzzle")).to_be_visible()
    mark, letter, row = re.fullmatch(r"([XO]?)([a-s])(\d+)", way[0]).groups()  # type: ignore[union-attr]
    right = (int(row) - 1) * puzzle["cols"] + ord(letter) - ord("a")
    await ann.cell(right).wait_for()
    free = ann.page.locator("[data-cell][aria-disabled=false]")
    wrong = next(cell for cell in await free.evaluate_all(CELLS) if cell != right)
    if mark:
        await ann.page.get_by_role("radio", name=mark).check(force=True)
    await ann.cell(wrong).click()
    await expect(ann.page.locator("[data-said]")).to_have_text("Not that one. Try again.")
    await ann.cell(right).click()
    await expect(ann.page.locator("[data-said]")).to_contain_text("Correct!")
    await ann.press("Next puzzle")
    await expect(ann.page.get_by_role("heading", name="Puzzles")).to_be_visible()
    await ann.page.get_by_role("main").get_by_label("Theme").select_option("Win in three or more moves")
    await expect(ann.page.get_by_text(re.compile(r"to move and win in ([3-9]|\d\d) moves"))).to_be_visible()
