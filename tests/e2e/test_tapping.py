"""How taps become moves, for those who want to think twice, and what two players say to each other."""

from playwright.async_api import expect

from tests.e2e.person import Person


async def _taps(person: Person, how: str) -> None:
    await person.go("/settings")
    await person.page.get_by_label("When I tap a square").select_option(how)


async def test_a_move_is_confirmed_or_taken_back_before_it_is_sent(ann: Person, bob: Person) -> None:
    await _taps(ann, "confirm")
    await bob.accept(await ann.invite())
    await ann.cell(0).click()
    await expect(ann.cell(0)).to_have_attribute("aria-label", "top left, X, not sent yet")
    await ann.press("Undo")
    await expect(ann.cell(0)).to_have_attribute("aria-label", "top left, empty")
    await ann.cell(1).click()
    await ann.cell(4).click()
    await ann.page.get_by_role("button", name="Send", exact=True).first.click()
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


async def test_on_a_clock_a_move_is_planned_ahead(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
    await bob.cell(8).click()
    await expect(bob.page.get_by_text("it goes out when it is your turn")).to_be_visible()
    await ann.play(4)
    await ann.sees(8, "O")
    # One that has become impossible is given up.
    await bob.cell(0).click()
    await ann.play(0)
    await bob.sees_status("Your turn")
    await bob.sees(0, "X")


async def test_what_is_said_is_shown_as_it_is(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    hostile = "<img src=x onerror=alert(1)> & so on"
    for person in (ann, bob):
        await person.page.locator("summary", has_text="Chat").click()
    await ann.page.get_by_label("Say something").fill(hostile)
    await ann.page.keyboard.press("Enter")
    await expect(bob.page.get_by_text(hostile)).to_be_visible()
    await bob.page.get_by_role("button", name="Well played").click()
    await expect(ann.page.locator("details li").last).to_contain_text("Well played")


async def test_the_next_game_that_waits_is_one_press_away(ann: Person, bob: Person) -> None:
    first = await ann.invite()
    await bob.accept(first)
    await bob.accept(await ann.invite())
    await ann.play(4)
    await expect(ann.page).to_have_title("(1) " + (await ann.status.inner_text()) + " – Noughts")  # noqa: RUF001
    await ann.page.get_by_role("link", name="Next: your turn in 1 game").click()
    await ann.page.wait_for_url(first)


async def test_who_is_gone_is_seen_and_the_win_can_be_claimed(ann: Person, bob: Person) -> None:
    await ann.go()
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
    await ann.play(4)
    await bob.play(0)
    await ann.play(8)
    await bob.page.goto("about:blank")
    await expect(ann.page.get_by_role("timer").filter(has_text="you may decide")).to_be_visible()
    await ann.page.get_by_role("button", name="Claim the win").click(timeout=30_000)
    await ann.sees_status("You won: your opponent left")
    bob.faults.clear()
