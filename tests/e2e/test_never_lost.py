"""Every page has the menu, and reports challenges and joined games."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person

PAGES = ("/", "/puzzles", "/learn", "/watch", "/friends", "/leaderboards", "/settings", "/inbox", "/account", "/two")


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_has_the_menu(bob: Person, path: str) -> None:
    await bob.go(path)
    menu = bob.page.get_by_role("navigation", name="Menu")
    await expect(menu.get_by_role("link")).to_have_text(
        ["Play", "Puzzles", "Learn", "Watch", "Friends", "Leaderboards"]
    )
    here = menu.locator("[aria-current=page]")
    await expect(here).to_have_count(1 if path in PAGES[:6] else 0)


async def test_the_menu_of_a_phone_opens_and_closes(ann: Person) -> None:
    await ann.go()
    links = ann.page.get_by_role("navigation", name="Menu").get_by_role("link")
    await expect(links).to_have_count(0)
    await ann.page.get_by_role("button", name="Menu").click()
    await expect(links).to_have_count(6)
    await ann.page.keyboard.press("Escape")
    await expect(links).to_have_count(0)
    assert await ann.fits_its_screen()


@pytest.mark.proof(only=True)
async def test_a_challenge_is_answered_on_any_page(ann: Person, bob: Person) -> None:
    await bob.sign_up("Bob-toasted")
    await bob.go("/settings")
    toast = bob.page.locator("[data-toast]")
    await ann.challenge("Bob-toasted")
    await expect(toast).to_contain_text("challenges you to a game")
    await expect(toast).to_contain_text("Classic · No clock · 1 game")
    await toast.get_by_role("button", name="Decline").click()
    await expect(toast).to_have_count(0)
    await ann.sees_status("Challenge declined")
    await ann.challenge("Bob-toasted")
    await toast.get_by_role("button", name="Accept").click()
    await bob.page.wait_for_url(ann.page.url)
    await expect(toast).to_have_count(0)


async def test_a_waiting_player_plays_the_computer_until_somebody_joins(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await ann.press("Play the computer")
    await ann.page.wait_for_url(lambda url: "/g/" in url and url != link)
    await ann.play(4)
    await bob.accept(link)
    toast = ann.page.locator("[data-toast]")
    await expect(toast).to_contain_text("joined your game")
    await toast.get_by_role("button", name="Go to the game").click()
    await ann.page.wait_for_url(link)
    await ann.sees_status("Your turn")
    await expect(toast).to_have_count(0)
