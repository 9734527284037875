"""Interruptions during a game: reload, second tab, lost network, sleep, and a killed server."""

import os
import secrets
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserType, expect

from tests.e2e.person import PHONE, Person
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer
from tests.servers.wire import Wire, wire_to


async def test_reloading_during_a_game_changes_nothing(ann: Person, bob: Person) -> None:
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.page.reload()
    await bob.sees(4, "X")
    await bob.play(0)
    await ann.page.reload()
    await ann.play(8)
    await bob.sees(8, "X")


async def test_two_tabs_show_the_same_player_and_game(ann: Person, bob: Person) -> None:
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


async def _on_a_wire(browser: Browser, wire: Wire, bob: Person) -> Person:
    """Return a person with a network that can fail, in a game with bob in which both have moved."""
    ann = await Person.at(browser, f"http://127.0.0.1:{wire.port}", PHONE)
    link = await ann.invite()
    await bob.accept(link.replace(ann.url, bob.url))
    await ann.play(4)
    await bob.sees(4, "X")
    return ann


async def _is_right_again(ann: Person, bob: Person) -> None:
    await ann.sees(0, "O")
    await ann.play(1)
    await bob.sees(1, "X")
    assert ann.faults_but_lost_network == []
    await ann.leave()


async def test_a_lost_network_needs_no_reload(server: NoughtsServer, browser: Browser, bob: Person) -> None:
    async with wire_to(server.port) as wire:
        ann = await _on_a_wire(browser, wire, bob)
        wire.cut()
        await ann.context.set_offline(True)
        await bob.play(0)
        wire.mend()
        await ann.context.set_offline(False)
        await _is_right_again(ann, bob)


@pytest.mark.proof(only=True)
async def test_a_browser_that_lost_its_connection_while_asleep_needs_no_reload(
    server: NoughtsServer, chromium: BrowserType, bob: Person
) -> None:
    mark = f"--noughts-{secrets.token_hex(8)}"
    sleeper = await chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", mark])
    async with wire_to(server.port) as wire:
        ann = await _on_a_wire(sleeper, wire, bob)
        _signal_all(mark, signal.SIGSTOP)
        try:
            await bob.play(0)
            await wire.hang_up()
        finally:
            _signal_all(mark, signal.SIGCONT)
        await _is_right_again(ann, bob)
    await sleeper.close()


async def test_a_button_pressed_offline_takes_effect_after_reconnecting(
    server: NoughtsServer, browser: Browser, bob: Person
) -> None:
    async with wire_to(server.port) as wire:
        ann = await _on_a_wire(browser, wire, bob)
        await bob.play(0)
        await ann.sees(0, "O")
        wire.cut()
        await wire.hang_up()
        await expect(ann.page.get_by_text("Reconnecting")).to_be_visible()
        await ann.press("Resign")
        await ann.press("Yes, resign")
        await expect(ann.page.get_by_role("alert").filter(has_text="send this when")).to_be_visible()
        wire.mend()
        await ann.sees_status("You lost")
        await bob.sees_status("You won! Your opponent resigned")
        await expect(ann.page.get_by_role("alert").filter(has_text="send this when")).to_have_count(0)
        await ann.leave()


def _signal_all(mark: str, what: signal.Signals) -> None:
    """Send this signal to the browser that was started with this mark, and to all its child processes."""
    parents, ours = dict[int, int](), set[int]()
    for process in Path("/proc").glob("[0-9]*"):
        # Processes may end while we look.
        with suppress(OSError):
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if mark.encode() in (process / "cmdline").read_bytes():
                ours.add(int(process.name))
    assert ours
    while children := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= children
    for pid in ours:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


@pytest.mark.firefox
async def test_a_killed_server_costs_no_move_and_needs_no_reload(browser: Browser, tmp_path: Path) -> None:
    server = NoughtsServer(tmp_path).start()
    try:
        await _play_on_after_a_kill(server, browser)
    finally:
        server.kill()


async def _play_on_after_a_kill(server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, server.url, PHONE, offline=True)
    bob = await Person.at(browser, server.url, offline=True)
    await bob.accept(await ann.invite())
    await ann.play(4)
    await bob.sees(4, "X")
    for person in (ann, bob):
        # Interrupting it while it starts would make the browser log an error.
        await person.page.evaluate("navigator.serviceWorker.ready")
    server.kill()
    for person in (ann, bob):
        await expect(person.page.get_by_text("Reconnecting")).to_be_visible()
    # A move made in the meantime is shown as not sent, and is sent later.
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
        # The browser logs each refused connection; no other error is allowed.
        assert person.faults_but_lost_network == []
        await person.leave()
