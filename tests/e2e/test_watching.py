"""Anybody may watch public games, which one page lists."""

from playwright.async_api import Browser, expect

from tests.e2e.person import Person


async def test_shows_a_public_game_live(browser: Browser, ann: Person, bob: Person) -> None:
    for person in (ann, bob):
        await person.go()
        await person.choose("6x6")
        await person.page.get_by_label("Clock").select_option(label="10 min")
        await person.press("Play anyone")
        await person.page.wait_for_url("**/g/*")
    # The starting player is random.
    await expect(bob.status).to_contain_text("turn")
    begins = (await bob.status.inner_text()).startswith("Your")
    first, second = (bob, ann) if begins else (ann, bob)
    await first.play(14)
    watcher = await Person.at(browser, ann.url)
    await watcher.go("/watch")
    await watcher.page.get_by_role("button", name="6×6 · 10 min").first.click()  # noqa: RUF001
    await watcher.sees(14, "X")
    await second.play(15)
    await watcher.sees(15, "O")
    await watcher.page.get_by_role("link", name="Open game").click()
    await watcher.page.wait_for_url(ann.page.url)
    await expect(watcher.page.get_by_text("You’re watching")).to_be_visible()
    await ann.press("Resign")
    await ann.press("Yes, resign")
    assert watcher.faults == []
    await watcher.leave()
