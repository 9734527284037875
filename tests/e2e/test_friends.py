"""Two friends: a link, a game and a rematch."""

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import Person


async def test_friends_play_from_a_link_to_a_win_and_a_rematch(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await ann.play(4)
    await ann.sees_status("Move made")

    await bob.go(link)
    await bob.sees(4, "X")
    await bob.press("Join game")
    await ann.sees_status("")
    await bob.play(0)
    await ann.sees(0, "O")
    await ann.play(1)
    await bob.sees(1, "X")
    await bob.play(3)
    await ann.play(7)
    await ann.sees_status("You won")
    await bob.sees_status("You lost")
    for person in (ann, bob):
        await person.sees_line([1, 4, 7])
        assert await person.fits_its_screen()

    await ann.press("Rematch")
    await expect(bob.page.get_by_text("wants a rematch")).to_be_visible()
    await bob.press("Rematch")
    for person in (ann, bob):
        await person.page.wait_for_url(lambda url: "/g/" in url and url != link)
    # The player who was O starts.
    await bob.play(4)
    await ann.sees(4, "X")
    await ann.play(0)
    await bob.sees(0, "O")


@pytest.mark.proof(only=True)
async def test_the_score_is_kept_over_rematches(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    end = ann.page.locator("[data-end]")
    first, second = ann, bob
    for wins in (1, 2):
        for turn, cell in enumerate([4, 0, 1, 3, 7] if first is ann else [4, 0, 8, 1, 3, 2]):
            await (first, second)[turn % 2].play(cell)
        await expect(end).to_contain_text("You won")
        await expect(end.locator("[data-score]")).to_contain_text(f"{wins} – 0")  # noqa: RUF001
        await expect(bob.page.locator("[data-score]")).to_contain_text(f"0 – {wins}")  # noqa: RUF001
        await ann.press("Rematch")
        await bob.press("Rematch")
        await expect(end).to_have_count(0)
        first, second = second, first


@pytest.mark.proof(only=True)
async def test_says_when_the_rematch_opponent_has_left(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3, 7]):
        await (ann, bob)[turn % 2].play(cell)
    await bob.page.goto("about:blank")
    await expect(ann.page.get_by_text("left. Your rematch offer will go to their inbox.")).to_be_visible()
    await ann.press("Rematch")
    await expect(ann.page.get_by_text("Your rematch offer is in their inbox.")).to_be_visible()
    bob.faults.clear()


@pytest.mark.proof(only=True)
async def test_a_third_person_watches_a_full_game(browser: Browser, ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    await ann.play(4)
    watcher = await Person.at(browser, ann.url)
    await watcher.go(link)
    await watcher.sees(4, "X")
    await expect(watcher.page.get_by_text("You’re watching")).to_be_visible()
    await expect(watcher.page.get_by_role("button", name="Resign")).to_have_count(0)
    await bob.play(0)
    await watcher.sees(0, "O")
    assert watcher.faults == []
    await watcher.leave()


async def test_offers_are_made_withdrawn_declined_and_accepted(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.play(0)
    await bob.press("Ask to take back")
    await ann.press("Accept")
    await expect(bob.cell(0)).to_have_attribute("aria-label", "top left, empty")
    await bob.play(1)
    await ann.press("Offer draw")
    await bob.press("Decline")
    await expect(ann.page.get_by_text("You offered a draw")).to_have_count(0)
    await expect(ann.page.get_by_role("alert").filter(has_text="declined your draw offer")).to_be_visible()
    await ann.press("Offer draw")
    await ann.press("Withdraw")
    await expect(bob.page.get_by_role("button", name="Accept")).to_have_count(0)
    await expect(ann.page.get_by_role("alert").filter(has_text="declined")).to_have_count(0)
    await ann.press("Offer draw")
    await bob.press("Accept")
    for person in (ann, bob):
        await person.sees_status("Draw by agreement")


async def test_resigning_takes_two_clicks_and_cancelling_one(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.play(0)
    await ann.press("Resign")
    await ann.sees_status("Your turn")
    await ann.press("Yes, resign")
    await bob.sees_status("You won! Your opponent resigned")

    await ann.invite()
    await ann.press("Cancel game")
    await ann.sees_status("Game cancelled")


async def test_says_when_a_link_is_invalid(ann: Person) -> None:
    await ann.go("/g/no-such-game")
    await expect(ann.page.get_by_role("heading", name="Game not found")).to_be_visible()
    await ann.page.get_by_role("link", name="New game").click()
    await expect(ann.page.get_by_role("button", name="Play a friend")).to_be_visible()


@pytest.mark.proof(only=True)
async def test_a_win_is_celebrated_unless_motion_is_reduced(ann: Person, bob: Person) -> None:
    await ann.page.emulate_media(reduced_motion="no-preference")
    await bob.accept(await ann.invite())
    for turn, cell in enumerate([4, 0, 1, 3]):
        await (ann, bob)[turn % 2].play(cell)
    await ann.cell(7).click()
    burst = ann.page.locator("[data-celebration]")
    await burst.wait_for()
    await expect(ann.page.locator(".strokes path")).to_have_count(1)
    await expect(burst).to_have_count(0)
