"""Accounts: a guest signs up and keeps the games, logs out and in again, and has a page."""

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import FilePayload, expect

from tests.e2e.person import Person


async def test_a_guest_who_signs_up_keeps_the_games(ann: Person, bob: Person) -> None:
    link = await ann.invite()
    await bob.accept(link)
    await ann.play(4)
    await ann.sign_up("Ann-of-e2e")
    await ann.go(link)
    await bob.play(0)
    await ann.play(8)
    await expect(bob.page.get_by_text("Ann-of-e2e")).to_be_visible()


async def test_logs_out_and_in_again_in_every_tab(bob: Person) -> None:
    await bob.sign_up("Bob-of-e2e")
    tab = await bob.another_tab()
    await tab.go("/")
    await expect(tab.page.get_by_role("link", name="Your account: Bob-of-e2e")).to_be_visible()
    await bob.press("Log out")
    await expect(tab.page.get_by_text("Sign up or log in")).to_be_visible()
    await bob.log_in("bob-OF-e2e")
    await expect(tab.page.get_by_role("link", name="Your account: Bob-of-e2e")).to_be_visible()
    assert tab.faults == []


async def test_explains_that_a_name_is_taken(ann: Person, bob: Person) -> None:
    await ann.sign_up("Taken-e2e")
    await bob.go("/account")
    await bob.fill_in("taken-e2e")
    await bob.press("Sign up")
    await expect(bob.page.get_by_role("alert").first).to_contain_text("name")
    await bob.was_told_no()


async def test_saving_a_display_name_confirms_it_and_shows_it(ann: Person) -> None:
    await ann.sign_up("Renamed-e2e")
    await ann.page.get_by_label("Display name").fill("Renée")
    await ann.press("Save")
    await expect(ann.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    await expect(ann.page.get_by_role("link", name="Your account: Renée")).to_be_visible()
    await expect(ann.page.get_by_label("Display name")).to_have_value("Renée")


async def test_previews_a_picture_before_using_it(ann: Person) -> None:
    await ann.sign_up("Painter-e2e")
    file = BytesIO()
    Image.new("RGB", (300, 200), "teal").save(file, "PNG")
    picture = FilePayload(name="me.png", mimeType="image/png", buffer=file.getvalue())
    await ann.page.locator("input[type=file]").set_input_files(picture)
    await expect(ann.page.get_by_alt_text("Preview of your new picture")).to_be_visible()
    await ann.press("Use this picture")
    await expect(ann.page.locator("img[src^='/pictures/']").first).to_be_visible()


@pytest.mark.proof(only=True)
async def test_shows_a_players_page_and_the_leaderboards(ann: Person, bob: Person) -> None:
    await ann.sign_up("Winner-e2e")
    await bob.accept(await ann.invite())
    for mine, theirs in ((0, 3), (1, 4)):
        await ann.play(mine)
        await bob.play(theirs)
    await ann.play(2)
    await bob.go("/u/winner-E2E")
    await expect(bob.page.get_by_role("heading", name="Winner-e2e", exact=True)).to_be_visible()
    await expect(bob.page.get_by_text("1 game: 1 won, 0 drawn, 0 lost").first).to_be_visible()
    await expect(bob.page.get_by_text("Won", exact=True)).to_be_visible()
    await bob.page.get_by_role("link", name="Leaderboards").click()
    await expect(bob.page.get_by_text("No one is ranked here yet.")).to_be_visible()
    assert await bob.fits_its_screen()


@pytest.mark.proof(only=True)
async def test_shows_ratings_on_the_cards_and_their_change_at_the_end(ann: Person, bob: Person) -> None:
    await ann.sign_up("Rated-ann-e2e")
    await bob.sign_up("Rated-bob-e2e")
    for shown in (None, "?"):
        await ann.go()
        await ann.choose("gomoku")
        await ann.page.get_by_label("Clock").select_option(label="10 min")
        await ann.page.get_by_label("Rated").check()
        await ann.press("Play a friend")
        await ann.page.wait_for_url("**/g/*")
        await bob.accept(await ann.page.get_by_label("Link to this game").input_value())
        if shown is not None:
            await expect(ann.page.locator("[data-seat] .rating")).to_have_text([re.compile(r"^\d{4}\?$")] * 2)
        await ann.play(112)
        await bob.play(113)
        await bob.press("Resign")
        await bob.press("Yes, resign")
        await expect(ann.page.locator("[data-rating]")).to_have_text(re.compile(r"Rating \d+ → \d+\s+\+\d+"))
        await expect(bob.page.locator("[data-rating]")).to_have_text(re.compile(r"Rating \d+ → \d+\s+−\d+"))  # noqa: RUF001
    await expect(ann.page.get_by_text("2 wins in a row")).to_be_visible()


async def test_says_when_nobody_has_that_name(bob: Person) -> None:
    await bob.go("/u/nobody-at-all")
    await expect(bob.page.get_by_text("Player not found")).to_be_visible()
    await bob.was_told_no()
