"""Looks and sounds have a preview and stay on the device. Also a game between two computers."""

import re

from playwright.async_api import expect

from tests.e2e.person import Person

_COLOUR = "(cell) => getComputedStyle(cell).backgroundColor"


async def test_applies_a_theme_at_once_and_remembers_it(ann: Person) -> None:
    await ann.go("/settings")
    cell = ann.page.locator("[data-preview] [data-cell='1']")
    before = await cell.evaluate(_COLOUR)
    await ann.page.get_by_role("combobox", name=re.compile("^Board")).select_option("wood")
    await ann.page.get_by_role("combobox", name=re.compile("^Marks")).select_option("bold")
    await ann.page.get_by_label("Colour-blind-safe colours").check()
    chosen = await cell.evaluate(_COLOUR)
    assert chosen != before
    await ann.go("/two")
    await ann.cell(4).click()
    await expect(ann.cell(1)).to_have_css("background-color", chosen)
    mark = ann.cell(4).locator("svg")
    await expect(mark).to_have_css("stroke-width", "19px")
    await expect(mark).to_have_css("color", "rgb(10, 74, 148)")


async def test_two_computers_play_until_they_are_stopped(ann: Person) -> None:
    await ann.go("/watch")
    await ann.page.get_by_role("link", name="Computer vs. computer").click()
    await expect(ann.page.locator("[data-cell] svg")).to_have_count(2)
    await ann.press("Pause")
    shown = await ann.page.locator("[data-cell] svg").count()
    await ann.page.wait_for_timeout(1000)
    assert await ann.page.locator("[data-cell] svg").count() == shown
    await ann.press("Resume")
    await ann.sees_status("Computer 4 won", "Computer 6 won", "Draw")
    await ann.press("New game")
    await expect(ann.page.get_by_role("button", name="Pause")).to_be_visible()
