"""People who do not know each other meet in the lobby."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer


@pytest.fixture
def server(own_server: NoughtsServer) -> NoughtsServer:
    """A separate server, so that only this test's games are in the lobby."""
    return own_server


async def test_pairs_two_players_who_play_anyone(ann: Person, bob: Person) -> None:
    for person in (ann, bob):
        await person.go()
        await person.choose("wild")
        await person.press("Play anyone")
        await person.page.wait_for_url("**/g/*")
    assert ann.page.url == bob.page.url
    for person in (ann, bob):
        await expect(person.page.get_by_text("Open seat")).to_have_count(0)


@pytest.mark.proof(only=True)
async def test_a_player_who_waits_for_anyone_may_move_meanwhile(ann: Person, bob: Person) -> None:
    for _ in range(4):
        await ann.go()
        await ann.press("Play anyone")
        await ann.page.wait_for_url("**/g/*")
        await ann.play(4)
        await ann.sees_status("Move made")
        await bob.go(ann.page.url)
        await bob.press("Join game")
        await bob.sees_status("Your turn")


async def test_lists_open_games_live_and_joins_them_with_one_click(ann: Person, bob: Person) -> None:
    await bob.go()
    await expect(bob.page.get_by_text("No open games right now")).to_be_visible()
    await ann.go()
    await ann.choose("gomoku")
    await ann.press("Play anyone")
    await ann.page.wait_for_url("**/g/*")
    await bob.open_game("Gomoku").click()
    await bob.page.wait_for_url(ann.page.url)
    await expect(ann.page.get_by_text("Open seat")).to_have_count(0)

    watcher = await ann.another_tab()
    await watcher.go()
    await expect(watcher.page.get_by_text("Your games")).to_be_visible()
    await expect(watcher.page.get_by_text("No open games right now")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_a_private_game_is_not_listed(ann: Person, bob: Person) -> None:
    await bob.go()
    await ann.invite()
    listed = await ann.another_tab()
    await listed.go()
    await listed.press("Play anyone")
    await expect(bob.open_game("Classic")).to_have_count(1)
    await listed.press("Cancel game")
    await expect(bob.page.get_by_text("No open games right now")).to_be_visible()
