"""A guest finds finished games and recent opponents. Also two verdicts of the review that were once wrong."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person


async def test_a_guest_finds_a_finished_game_and_challenges_the_opponent_again(ann: Person, bob: Person) -> None:
    await ann.go("/history")
    await expect(ann.page.get_by_text("No finished games yet.")).to_be_visible()
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")
    await ann.go()
    await ann.page.get_by_role("link", name="Finished games").click()
    await ann.page.get_by_role("button", name="Classic against").click()
    await ann.sees_status("You won")
    await ann.go("/history")
    await bob.go("/puzzles")
    await ann.page.get_by_role("button", name="Challenge ").click()
    await ann.page.wait_for_url("**/g/*")
    await bob.page.locator("[data-toast]").get_by_role("button", name="Accept").click()
    await expect(bob.status).to_contain_text("turn")


@pytest.mark.proof(only=True)
async def test_opening_in_the_centre_of_gomoku_is_not_a_mistake(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite("gomoku"))
    for turn, cell in enumerate([112, 97, 113]):
        await (ann, bob)[turn % 2].play(cell)
    await bob.press("Resign")
    await bob.press("Yes, resign")
    await ann.sees_status("You won")
    await ann.press("Review game")
    await ann.page.get_by_role("heading", name="Game review").wait_for()
    await ann.page.keyboard.press("Home")
    await ann.press("Next move")
    verdict = ann.page.locator(".verdict")
    await expect(verdict).to_contain_text("h8")
    await expect(verdict.locator(".sign")).not_to_contain_text("?")


@pytest.mark.proof(only=True)
async def test_losing_faster_than_necessary_gets_no_tick(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    # X threatens twice from move five on. O's last move blocks neither threat.
    for turn, cell in enumerate([0, 1, 3, 6, 4, 2, 5]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("You won")
    await ann.press("Review game")
    await ann.page.get_by_role("heading", name="Game review").wait_for()
    await ann.press("Previous move")
    verdict = ann.page.locator(".verdict")
    await expect(verdict).to_contain_text("c1")
    await expect(verdict.locator(".sign")).not_to_contain_text("✓")
