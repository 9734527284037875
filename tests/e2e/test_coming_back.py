"""What happens to a page in mid-game: reload, second tab, the server killed and started again."""

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer


async def test_a_reload_in_mid_game_changes_nothing(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.page.reload()
    await bob.sees(4, "X")
    await bob.play(0)
    await ann.page.reload()
    await ann.play(8)
    await bob.sees(8, "X")


async def test_two_tabs_are_one_player_and_show_the_same(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    second = await ann.another_tab()
    await second.go(link)
    await second.play(4)
    await ann.sees(4, "X")
    await bob.play(0)
    await ann.play(1)
    await second.sees(1, "X")
    assert second.faults == []


async def test_a_killed_server_costs_no_move_and_needs_no_reload(browser: Browser, tmp_path: Path) -> None:
    server = NoughtsServer(tmp_path).start()
    try:
        await _play_on_after_a_kill(server, browser)
    finally:
        server.kill()


async def _play_on_after_a_kill(server: NoughtsServer, browser: Browser) -> None:
    ann, bob = await Person.at(browser, server.url, PHONE), await Person.at(browser, server.url)
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.sees(4, "X")
    server.kill()
    for person in (ann, bob):
        await expect(person.page.get_by_text("Reconnecting")).to_be_visible()
    # A move made in the meantime is shown as not sent, and goes out by itself.
    await bob.cell(0).click()
    await expect(bob.cell(0)).to_have_attribute("aria-label", "top left, O, sending")

    server.start()
    await ann.sees(0, "O")
    await bob.sees_no_pending()
    await bob.sees(0, "O")
    await expect(ann.page.get_by_text("Reconnecting")).to_have_count(0)
    await ann.play(1)
    await bob.sees(1, "X")
    for person in (ann, bob):
        # The browser itself complains of each connection that was refused; nothing else is excused.
        assert [fault for fault in person.faults if "WebSocket connection" not in fault] == []
        await person.leave()
