"""A guest's settings stay in the browser. An account's settings follow it, and offline changes are sent later."""

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import Person


async def _open(person: Person) -> None:
    await person.go("/settings")
    await expect(person.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()


async def _sees_dark(person: Person) -> None:
    await expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")


async def test_a_guests_settings_move_to_the_account_and_follow_it(ann: Person, bob: Person) -> None:
    await _open(ann)
    await ann.page.locator("main").get_by_label("Theme").select_option("dark")
    await ann.page.get_by_label("When I tap a square").select_option("undo")
    await ann.sign_up("Setter-e2e")
    await _open(ann)
    await _sees_dark(ann)
    await ann.page.get_by_label("Cancel untimed games").select_option("3")
    await ann.page.get_by_label("challenges and rematches").uncheck()
    await ann.page.get_by_label("Show chat").uncheck()
    await expect(ann.page.get_by_text("Saved on all your devices.")).to_be_visible()

    await bob.go("/settings")
    await bob.page.locator("main").get_by_label("Theme").select_option("light")
    await bob.log_in("Setter-e2e")
    await _sees_dark(bob)
    await _open(bob)
    await expect(bob.page.get_by_label("When I tap a square")).to_have_value("undo")
    await expect(bob.page.get_by_label("Cancel untimed games")).to_have_value("3")
    await expect(bob.page.get_by_label("challenges and rematches")).not_to_be_checked()
    await expect(bob.page.get_by_label("Show chat")).not_to_be_checked()


@pytest.mark.proof(only=True)
async def test_sends_offline_changes_after_reconnecting(browser: Browser, bob: Person) -> None:
    await bob.sign_up("Away-e2e")
    await _open(bob)
    await expect(bob.page.get_by_text("Saved on all your devices.")).to_be_visible()
    await bob.context.set_offline(True)
    await bob.page.locator("main").get_by_label("Theme").select_option("dark")
    await expect(bob.page.get_by_text("Saved on this device.")).to_be_visible()
    await _sees_dark(bob)
    await bob.context.set_offline(False)
    await expect(bob.page.get_by_text("Saved on all your devices.")).to_be_visible()
    bob.faults = bob.faults_but_lost_network

    elsewhere = await Person.at(browser, bob.url)
    await elsewhere.log_in("Away-e2e")
    await _sees_dark(elsewhere)
    assert elsewhere.faults == []
    await elsewhere.leave()


@pytest.mark.firefox
async def test_a_guests_settings_stay_in_its_browser(ann: Person) -> None:
    await _open(ann)
    await expect(ann.page.get_by_text("Sign up to use the same settings")).to_be_visible()
    await expect(ann.page.get_by_label("Cancel untimed games")).to_have_count(0)
    await ann.page.locator("main").get_by_label("Theme").select_option("dark")
    await _open(ann)
    await _sees_dark(ann)


async def test_shows_coordinates_if_turned_on(ann: Person) -> None:
    corner = """getComputedStyle(document.querySelector("[data-cell='2']"), "::before").content"""
    await ann.go("/two")
    await ann.cell(2).wait_for()
    assert await ann.page.evaluate(corner) == "none"
    await ann.go("/settings")
    await ann.page.get_by_label("Show coordinates on boards").check()
    await ann.go("/two")
    await ann.cell(2).wait_for()
    assert await ann.page.evaluate(corner) == '"c"'
