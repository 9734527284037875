"""A player challenges another by name, who sees it at once on any page and answers."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.e2e.test_inbox import bell


async def test_a_challenge_by_name_is_accepted_on_the_first_page(ann: Person, bob: Person) -> None:
    await bob.sign_up("Bob-challenged")
    await bob.page.get_by_role("link", name="Noughts: Home").click()
    await ann.challenge("bob-CHALLENGED", "gomoku")
    await ann.page.wait_for_url("**/g/*")
    await expect(ann.page.get_by_role("heading", name="Challenge sent to Bob-challenged")).to_be_visible()
    # There is no link, because nobody else could use it.
    await expect(ann.page.get_by_label("Link to this game")).to_have_count(0)
    await expect(bell(bob, "1 new")).to_be_visible()
    row = bob.page.get_by_role("listitem").filter(has_text="challenges you to a game.")
    await expect(row).to_contain_text("Gomoku · No clock · 1 game")
    await row.get_by_role("button", name=re.compile("^Accept")).click()
    await bob.page.wait_for_url(ann.page.url)
    await ann.play(112)
    await bob.play(113)
    await ann.sees(113, "O")
    await expect(bell(bob, "nothing new")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_a_challenge_from_a_players_page_is_declined_and_the_challenger_sees_it(ann: Person, bob: Person) -> None:
    await bob.sign_up("Bob-declining")
    await bob.go("/settings")
    for is_looking in (True, False):
        await ann.go("/u/Bob-declining")
        await ann.press("Challenge")
        await ann.choose("misere", rounds=3)
        await ann.press("Challenge")
        await ann.page.wait_for_url("**/g/*")
        if not is_looking:
            await ann.go("/leaderboards")
        await bell(bob, "1 new").click()
        listed = bob.page.get_by_role("main").get_by_role("listitem")
        await expect(listed).to_contain_text("Misère · No clock · Best of 3")
        await bob.page.get_by_role("button", name=re.compile("^Decline")).click()
        await expect(bob.page.get_by_text("You’re all caught up.")).to_be_visible()
        if is_looking:
            await ann.sees_status("Challenge declined.")
    await bell(ann, "1 new").click()
    await expect(ann.page.get_by_text("Bob-declining declined your challenge.")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_a_challenge_can_be_withdrawn_or_declined_at_its_board(ann: Person, bob: Person) -> None:
    await bob.sign_up("Bob-at-the-board")
    await bob.go()
    await ann.challenge("Bob-at-the-board")
    await expect(bell(bob, "1 new")).to_be_visible()
    await ann.press("Cancel game")
    await expect(bell(bob, "nothing new")).to_be_visible()
    await expect(bob.page.get_by_role("button", name=re.compile("^Accept"))).to_have_count(0)
    await ann.challenge("Bob-at-the-board")
    await ann.page.wait_for_url("**/g/*")
    await bob.go(ann.page.url)
    await bob.press("Decline")
    await ann.sees_status("Challenge declined.")
    await bob.sees_status("Challenge declined.")


async def test_says_when_nobody_has_that_name(ann: Person) -> None:
    await ann.challenge("nobody-of-that-name")
    await expect(ann.page.get_by_role("alert").filter(has_text="Player not found")).to_be_visible()
    assert await ann.fits_its_screen()
