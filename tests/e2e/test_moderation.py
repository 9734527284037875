"""The moderators' page, on a phone and at a desk: a report with its game and chat, actions, and the log."""

import argparse
import asyncio
import contextlib
import io
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from noughts.cli import admin
from noughts.client import Client
from noughts.messages.commands import Chat
from tests.doors.people import Person as Caller
from tests.e2e.person import DESKTOP, PHONE, Person, Size
from tests.e2e.scenes import a_username
from tests.e2e.screens import SCHEMES
from tests.e2e.test_accessibility import AXE, RUN
from tests.proving import later
from tests.servers.noughts import NoughtsServer

# Look at the page yourself: the screenshots go to this folder.
PICTURES = os.environ.get("NOUGHTS_PICTURES")


def make_moderator(server: NoughtsServer, username: str) -> None:
    """Do as the operator would, beside the running server."""
    parser = argparse.ArgumentParser()
    admin.add_to(parser.add_subparsers())
    data = server.log.parent / "data"
    arguments = parser.parse_args(["admin", "--data", str(data), "add-moderator", username])
    with contextlib.redirect_stdout(io.StringIO()):
        assert arguments.run(arguments) == 0


def add_signal(server: NoughtsServer, game: str, player: str) -> None:
    """Pretend that both came from one address: here, all come from this machine, which says nothing."""
    signal = (game, player, 1_790_000_000_000, "classic", 0, 0, True)
    with contextlib.closing(sqlite3.connect(server.log.parent / "data" / "noughts.db")) as connection, connection:
        columns = "game_id, player_id, at_ms, variant, moves, engine_moves, same_address"
        connection.execute(f"INSERT INTO game_signals ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", signal)


async def report_about(server: NoughtsServer, name: str) -> None:
    """Have somebody report the player of this name, after an insult in a finished game."""
    async with Caller(server.url) as eve, Caller(server.url) as bob:
        await eve.register(name)
        await bob.register(a_username())
        game = (await bob.post("games"))["game"]
        await eve.post("join", name=game)
        async with Client(server.url, token=eve.token) as client:
            await client.ask(Chat(game=game, text="You play like a fool"))
        for turn, cell in enumerate([4, 0, 1, 3, 7]):
            await (bob, eve)[turn % 2].post(f"games/{game}/moves", position=cell)
        await bob.post("reports", name=name, why="abuse", words="Insults in the chat.", game=game)
        await asyncio.to_thread(add_signal, server, game, eve.id)


@pytest_asyncio.fixture(loop_scope="session", params=[PHONE, later(DESKTOP)], ids=["phone", "desk"])
async def mia(server: NoughtsServer, browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Person]:
    """A moderator, logged in."""
    size: Size = request.param
    person = await Person.at(browser, server.url, size)
    await person.sign_up(name := a_username())
    await asyncio.to_thread(make_moderator, server, name)
    await person.go("/")
    yield person
    await person.leave()
    assert person.faults == []


async def looks_well(person: Person, name: str) -> None:
    await person.page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in SCHEMES:
        await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert await person.page.evaluate(RUN) == [], scheme
        if PICTURES:
            width = person.page.viewport_size
            assert width is not None
            path = Path(PICTURES) / f"{name}-{scheme}-{width['width']}.png"
            await person.page.screenshot(path=path, full_page=True)
    assert await person.fits_its_screen()


async def open_moderation(person: Person) -> None:
    menu = person.page.get_by_role("button", name="Menu")
    if await menu.is_visible():
        await menu.click()
    await person.page.get_by_role("link", name="Moderation").click()


async def test_handles_a_report_from_the_queue_to_its_end(server: NoughtsServer, mia: Person) -> None:
    eve = a_username().replace("ann", "eve")
    await report_about(server, eve)
    page = mia.page
    await open_moderation(mia)
    row = page.get_by_role("button", name=eve)
    await expect(row).to_be_visible()
    await looks_well(mia, "queue")
    await row.click()

    await expect(page.get_by_text("Insults in the chat.")).to_be_visible()
    await expect(page.get_by_text("You play like a fool")).to_be_visible()
    board = page.frame_locator("iframe")
    await expect(board.locator("[data-cell='4']")).to_be_visible()

    await expect(page.get_by_text("Both players had the same address in 1 game.")).to_be_visible()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Apply"))
    await form.get_by_label("Action").select_option("mute")
    await form.get_by_label("Duration").select_option("168")
    await form.get_by_label("Comment").fill("Insults.")
    await form.get_by_role("button", name="Apply").click()
    await expect(page.get_by_role("button", name="Unmute")).to_be_visible()
    await form.get_by_label("Action").select_option("rename")
    await form.get_by_label("New name").fill("Polite Person")
    await form.get_by_role("button", name="Apply").click()
    await expect(page.get_by_role("heading", name="Polite Person", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Unmute").click()
    await expect(page.get_by_role("button", name="Unmute")).to_have_count(0)

    closing = page.locator("form").filter(has=page.get_by_role("button", name="Close report"))
    await closing.get_by_label("Outcome").select_option("acted")
    await looks_well(mia, "report")
    await closing.get_by_role("button", name="Close report").click()
    await expect(page.get_by_text("Closed: Action taken").first).to_be_visible()

    await mia.press("Back to the list")
    await expect(page.get_by_role("region", name="Open reports").get_by_text(eve)).to_have_count(0)
    await mia.press("Log")
    log = page.get_by_role("region", name="Log")
    acts = ["closed a report", "unmuted", "changed the name", "muted"]
    for act, entry in zip(acts, await log.get_by_role("listitem").all(), strict=False):
        await expect(entry).to_contain_text(act)
    await looks_well(mia, "log")


async def test_others_see_neither_the_menu_entry_nor_the_page(ann: Person) -> None:
    await ann.go("/moderation")
    await expect(ann.page.get_by_text("Only moderators can see this page.")).to_be_visible()
    await ann.press("Menu")
    await expect(ann.page.get_by_role("link", name="Leaderboards").first).to_be_visible()
    await expect(ann.page.get_by_role("link", name="Moderation")).to_have_count(0)
