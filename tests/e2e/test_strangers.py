"""People who do not know each other meet in the lobby."""

from playwright.async_api import expect

from tests.e2e.person import Person


async def test_two_who_play_anyone_meet(ann: Person, bob: Person) -> None:
    for person in (ann, bob):
        await person.go()
        await person.choose("wild")
        await person.press("Play anyone")
        await person.page.wait_for_url("**/g/*")
    assert ann.page.url == bob.page.url
    for person in (ann, bob):
        await expect(person.page.get_by_text("Free seat")).to_have_count(0)


async def test_open_games_are_listed_live_and_joined_by_one_press(ann: Person, bob: Person) -> None:
    await bob.go()
    await expect(bob.page.get_by_text("Nobody else is waiting")).to_be_visible()
    await ann.go()
    await ann.choose("gomoku")
    await ann.press("Play anyone")
    await ann.page.wait_for_url("**/g/*")
    await bob.open_game("Gomoku").click()
    await bob.page.wait_for_url(ann.page.url)
    await expect(ann.page.get_by_text("Free seat")).to_have_count(0)

    watcher = await ann.another_tab()
    await watcher.go()
    await expect(watcher.page.get_by_text("Your games")).to_be_visible()
    await expect(watcher.page.get_by_text("Nobody else is waiting")).to_be_visible()


async def test_a_private_game_is_not_listed(ann: Person, bob: Person) -> None:
    await bob.go()
    await ann.invite()
    listed = await ann.another_tab()
    await listed.go()
    await listed.press("Play anyone")
    await expect(bob.open_game("Classic")).to_have_count(1)
    await listed.press("Call off")
    await expect(bob.page.get_by_text("Nobody else is waiting")).to_be_visible()
