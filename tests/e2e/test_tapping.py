"""How taps become moves, confirmation and undo, and the players' chat."""

import pytest
from playwright.async_api import expect

from tests.e2e.person import Person


async def _taps(person: Person, how: str) -> None:
    await person.go("/settings")
    await person.page.get_by_label("When I tap a square").select_option(how)


async def test_a_move_is_confirmed_or_undone_before_it_is_sent(ann: Person, bob: Person) -> None:
    await _taps(ann, "confirm")
    await bob.accept(await ann.invite())
    await ann.cell(0).click()
    await expect(ann.cell(0)).to_have_attribute("aria-label", "top left, X, not sent yet")
    await ann.press("Undo")
    await expect(ann.cell(0)).to_have_attribute("aria-label", "top left, empty")
    await ann.cell(1).click()
    await ann.cell(4).click()
    await ann.page.get_by_role("button", name="Play", exact=True).click()
    await bob.sees(4, "X")
    await expect(bob.cell(1)).to_have_attribute("aria-label", "top, empty")


async def test_a_tap_can_be_undone_for_a_moment(ann: Person, bob: Person) -> None:
    await _taps(ann, "undo")
    await bob.accept(await ann.invite())
    await ann.cell(0).click()
    await ann.press("Undo")
    await ann.cell(4).click()
    await bob.sees(4, "X")
    await expect(bob.cell(0)).to_have_attribute("aria-label", "top left, empty")


async def test_a_premove_is_sent_on_the_players_turn(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
    await bob.cell(8).click()
    await expect(bob.page.get_by_text("Premove set")).to_be_visible()
    await ann.play(4)
    await ann.sees(8, "O")
    # A premove that has become impossible is dropped.
    await bob.cell(0).click()
    await ann.play(0)
    await bob.sees_status("Your turn")
    await bob.sees(0, "X")


@pytest.mark.firefox
async def test_shows_a_chat_message_as_it_was_written(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    hostile = "<img src=x onerror=alert(1)> & so on"
    for person in (ann, bob):
        await person.page.locator("summary", has_text="Chat").click()
    await ann.page.get_by_label("Message").fill(hostile)
    await ann.page.keyboard.press("Enter")
    await expect(bob.page.get_by_text(hostile)).to_be_visible()
    await bob.page.get_by_role("button", name="Well played").click()
    await expect(ann.page.locator("details li").last).to_contain_text("Well played")


@pytest.mark.proof(only=True)
async def test_the_chat_counts_unread_messages(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    chat = ann.page.locator("summary", has_text="Chat")
    await chat.click()
    await ann.page.get_by_role("button", name="Hello").click()
    await expect(ann.page.locator("details li").last).to_contain_text("Hello")
    await chat.click()
    await expect(chat).to_have_text("Chat")
    await bob.page.locator("summary", has_text="Chat").click()
    for name in ("Sorry", "Wow"):
        await bob.page.get_by_role("button", name=name).click()
    await expect(chat).to_have_text("Chat2")
    await chat.click()
    await expect(chat).to_have_text("Chat")


async def test_one_click_leads_to_the_next_game_with_your_turn(ann: Person, bob: Person) -> None:
    first = await ann.invite()
    await bob.accept(first)
    await bob.accept(await ann.invite())
    await ann.play(4)
    await expect(ann.page).to_have_title("(1) " + (await ann.status.inner_text()) + " – Noughts")  # noqa: RUF001
    await ann.page.get_by_role("link", name="Your turn in 1 more game").click()
    await ann.page.wait_for_url(first)


async def test_shows_an_absent_opponent_and_lets_you_claim_the_win(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
    await ann.play(4)
    await bob.play(0)
    await ann.play(8)
    await bob.page.goto("about:blank")
    await expect(ann.page.get_by_role("timer").filter(has_text="You can claim the win")).to_be_visible()
    await ann.page.get_by_role("button", name="Claim the win").click(timeout=30_000)
    await ann.sees_status("You won! Your opponent left")
    bob.faults.clear()


@pytest.mark.proof(only=True)
async def test_a_move_against_a_closed_tab_starts_the_countdown_without_a_reload(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 8, 1]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.sees_status("Your turn")
    await bob.page.goto("about:blank")
    await expect(ann.page.locator("[data-absence]")).to_be_visible()
    await expect(ann.page.get_by_role("timer")).to_have_count(0)
    await ann.play(2)
    await expect(ann.page.get_by_role("timer")).to_be_visible()
    bob.faults.clear()
