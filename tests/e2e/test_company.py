"""Other players: the record against them, muting, blocking and reporting them, and rated games with them."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person

HOSTILE = "<img src=x><i>Eve</i>"


async def _met(ann: Person, bob: Person, name: str) -> None:
    """Start a game between Bob, who has an account with this name, and Ann, a guest."""
    await bob.sign_up(name)
    await bob.accept(await ann.invite())
    await ann.play(0)


async def _opens_dealings(person: Person) -> None:
    await person.press("Mute, block or report")
    await expect(person.page.get_by_role("heading", name="mute, block or report")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_shows_the_record_of_two_players_from_the_board(ann: Person, bob: Person) -> None:
    await _met(ann, bob, "Rival-e2e")
    for theirs, mine in ((3, 1), (4, 2)):
        await bob.play(theirs)
        await ann.play(mine)
    await ann.sees_status("You won")
    await ann.page.get_by_role("link", name="Rival-e2e").click()
    record = ann.page.get_by_role("region", name="You vs. Rival-e2e")
    await expect(record.get_by_text("1 game: 1 won, 0 drawn, 0 lost")).to_be_visible()
    await record.get_by_role("button", name="Classic").click()
    await ann.page.wait_for_url("**/g/*")


@pytest.mark.proof(only=True)
async def test_says_when_two_players_have_not_met(ann: Person, bob: Person) -> None:
    await bob.sign_up("Stranger-e2e")
    await ann.go("/u/Stranger-e2e")
    await expect(ann.page.get_by_text("You haven’t finished a game against each other yet.")).to_be_visible()
    await bob.go("/u/Stranger-e2e")
    await expect(bob.page.get_by_role("heading", name="Ratings")).to_be_visible()
    await expect(bob.page.get_by_role("button", name="Block")).to_have_count(0)


@pytest.mark.proof(only=True)
async def test_blocks_a_player_at_the_board_and_unblocks_in_the_settings(ann: Person, bob: Person) -> None:
    await _met(ann, bob, "Pest-e2e")
    await _opens_dealings(ann)
    await ann.press("Block")
    await ann.press("Yes, block")
    await expect(ann.page.get_by_text("Pest-e2e is blocked")).to_be_visible()
    # The two are no longer paired.
    link = await ann.invite()
    await bob.go(link)
    await bob.press("Join game")
    await expect(bob.page.get_by_text("one of you has blocked the other")).to_be_visible()
    await ann.press("Cancel game")

    await ann.go("/settings")
    await ann.press("Unblock: Pest-e2e")
    await ann.press("Undo: Pest-e2e")
    await ann.press("Unblock: Pest-e2e")
    await expect(ann.page.get_by_role("button", name="Undo: Pest-e2e")).to_be_visible()
    await bob.accept(await ann.invite())


async def test_mutes_and_unmutes_a_player_and_reports_a_message(ann: Person, bob: Person) -> None:
    await _met(ann, bob, "Loud-e2e")
    talk = [person.page.locator("details", has_text="Chat") for person in (ann, bob)]
    for panel in talk:
        await panel.locator("summary").click()

    async def says(text: str) -> None:
        await bob.page.get_by_label("Message").fill(text)
        await bob.press("Send")
        await expect(talk[1].get_by_text(text)).to_be_visible()

    await says(HOSTILE)
    await expect(talk[0].get_by_text(HOSTILE)).to_be_visible()
    await ann.press(f"Report: {HOSTILE}")
    words = ann.page.get_by_label("Details")
    await expect(words).to_have_value(f"Chat message: “{HOSTILE}”")
    await ann.press("Send report")
    await expect(ann.page.get_by_text("Thanks. The people who run this server will look into it.")).to_be_visible()

    await ann.page.get_by_role("button", name="Mute", exact=True).click()
    await expect(ann.page.get_by_text("You won’t see messages from Loud-e2e")).to_be_visible()
    await says("is anybody there")
    await ann.press("Unmute")
    await expect(ann.page.get_by_role("button", name="Mute", exact=True)).to_be_visible()
    await says("back again")
    await expect(talk[0].get_by_text("back again")).to_be_visible()
    await expect(talk[0].get_by_text("is anybody there")).to_have_count(0)
    assert await ann.page.locator("main img, main i").count() == 0


@pytest.mark.proof(only=True)
async def test_offers_rated_games_where_the_rules_allow_it(ann: Person, bob: Person) -> None:
    await ann.go()
    rated = ann.page.get_by_role("checkbox", name="Rated")
    await expect(rated).to_be_disabled()
    await expect(ann.page.get_by_text("Sign up to play rated games")).to_be_visible()

    await ann.sign_up("Rated-e2e")
    await ann.go()
    await expect(ann.page.get_by_text("Rated games need a clock.")).to_be_visible()
    await ann.page.get_by_label("Clock").select_option("10 min")
    await expect(ann.page.get_by_text("choose best of 3 or more")).to_be_visible()
    await ann.page.get_by_label("Rounds").select_option("3")
    await rated.check()
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await expect(ann.page.get_by_role("heading", name="rated")).to_be_visible()
    await bob.go(ann.page.url)
    await bob.press("Join game")
    await expect(bob.page.get_by_text("You need an account for this")).to_be_visible()
    await ann.press("Cancel game")
