"""Two people who know each other: a link, a game, another game."""

from playwright.async_api import Browser, expect

from tests.e2e.person import Person


async def test_from_the_link_to_the_win_and_the_rematch(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await ann.play(4)
    await ann.sees_status("Your move is made")

    await bob.go(link)
    await bob.sees(4, "X")
    await bob.press("Join and play")
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

    await ann.press("Play again")
    await expect(bob.page.get_by_text("wants to play again")).to_be_visible()
    await bob.press("Play again")
    for person in (ann, bob):
        await person.page.wait_for_url(lambda url: "/g/" in url and url != link)
    # Who was O begins.
    await bob.play(4)
    await ann.sees(4, "X")
    await ann.play(0)
    await bob.sees(0, "O")


async def test_a_full_game_is_watched(browser: Browser, ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    await ann.play(4)
    watcher = await Person.at(browser, ann.url)
    await watcher.go(link)
    await watcher.sees(4, "X")
    await expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    await expect(watcher.page.get_by_role("button", name="Resign")).to_have_count(0)
    await bob.play(0)
    await watcher.sees(0, "O")
    assert watcher.faults == []
    await watcher.leave()


async def test_offers_are_made_withdrawn_declined_and_accepted(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.play(0)
    await bob.press("Take back")
    await ann.press("Accept")
    await expect(bob.cell(0)).to_have_attribute("aria-label", "top left, empty")
    await bob.play(1)
    await ann.press("Offer draw")
    await bob.press("Decline")
    await expect(ann.page.get_by_text("You offered a draw")).to_have_count(0)
    await ann.press("Offer draw")
    await bob.press("Accept")
    for person in (ann, bob):
        await person.sees_status("A draw, by agreement")


async def test_resigning_takes_two_presses_and_calling_off_one(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.play(0)
    await ann.press("Resign")
    await ann.sees_status("Your turn")
    await ann.press("Yes, resign")
    await bob.sees_status("You won: your opponent resigned")

    await ann.invite()
    await ann.press("Call off")
    await ann.sees_status("The game was called off")


async def test_a_link_to_nothing_says_so(ann: Person) -> None:
    await ann.go("/g/no-such-game")
    await expect(ann.page.get_by_role("heading", name="There is no such game")).to_be_visible()
    await ann.page.get_by_role("link", name="New game").click()
    await expect(ann.page.get_by_role("button", name="Play a friend")).to_be_visible()
