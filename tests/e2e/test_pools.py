"""Waiting in several games at once: the first joined game is played, and the others are cancelled."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer


@pytest.fixture
def server(own_server: NoughtsServer) -> NoughtsServer:
    """A separate server, so that only this test's games are in the lobby."""
    return own_server


async def _wait_in(person: Person, *variants: str) -> None:
    await person.go()
    await person.page.get_by_text("Several games at once").click()
    for variant in variants:
        await person.page.locator(f"input[type=checkbox][value='{variant}']").check()
    await person.press("Find an opponent")
    await person.page.wait_for_url("**/g/*")


async def test_meets_the_first_player_who_fits_any_of_the_games(ann: Person, bob: Person) -> None:
    await _wait_in(ann, "misere", "4x4")
    waiting = ann.page.url
    # The tab still knows that it waits in three games.
    await ann.page.reload()
    await bob.go()
    await bob.choose("4x4")
    await bob.press("Play anyone")
    await bob.page.wait_for_url("**/g/*")
    await ann.page.wait_for_url(bob.page.url)
    assert ann.page.url != waiting
    await expect(ann.status).to_contain_text("turn")
    await bob.go()
    await bob.page.get_by_role("heading", name="Open games").wait_for()
    await expect(bob.open_game("Misère")).to_have_count(0)
    await expect(bob.open_game("Classic")).to_have_count(0)


@pytest.mark.proof(only=True)
async def test_cancelling_one_cancels_all(ann: Person, bob: Person) -> None:
    await _wait_in(ann, "wild")
    await bob.go()
    await bob.open_game("Wild").wait_for()
    await ann.press("Cancel game")
    await expect(bob.open_game("Wild")).to_have_count(0)
    await expect(bob.open_game("Classic")).to_have_count(0)
