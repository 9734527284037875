"""The page as an app: it can be installed, opens without a connection, and announces a newer version."""

import re

import httpx2
import pytest
from playwright.async_api import Browser, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer


async def _until_kept(person: Person) -> None:
    """Wait until the service worker has cached everything and serves this page."""
    await person.page.evaluate("navigator.serviceWorker.ready")
    await person.comes_true("navigator.serviceWorker.controller !== null")


async def test_says_how_to_install_it(server: NoughtsServer, ann: Person) -> None:
    await ann.go()
    link = await ann.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = httpx2.get(f"{server.url}{link}")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert httpx2.get(f"{server.url}{icon['src']}").headers["content-type"] == "image/png"
    worker = httpx2.get(f"{server.url}/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    for path in re.findall(r'"(/[^"]+\.\w+)"', worker.text):
        assert httpx2.get(f"{server.url}{path}").status_code == 200, path


async def test_opens_and_plays_without_a_connection(own_server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, own_server.url, PHONE, offline=True)
    await ann.go()
    await _until_kept(ann)
    own_server.kill()
    await ann.page.reload()
    await expect(ann.page.get_by_text("Connecting")).to_be_visible()
    await ann.cell(4).click()
    await ann.sees(4, "X")
    await ann.sees_status("Your turn")
    await expect(ann.page.get_by_text("This game stays on your device")).to_be_visible()
    # Languages that were never used are cached too.
    await ann.page.get_by_label("Language").select_option("ru")
    await ann.sees_status("Ваш ход")
    assert ann.faults_but_lost_network == []
    await ann.leave()


@pytest.mark.proof(only=True)
async def test_offers_everything_that_works_without_a_connection(own_server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, own_server.url, PHONE, offline=True)
    await ann.go()
    await _until_kept(ann)
    own_server.kill()
    await ann.page.reload()
    await ann.press("Play a friend")
    await expect(ann.page.get_by_role("alert").filter(has_text="offline.")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Play a friend")).to_be_enabled()
    await ann.press("Two players")
    await ann.cell(4).click()
    await ann.sees(4, "X")
    await ann.go("/puzzles")
    await expect(ann.page.get_by_text("Puzzles need a connection.")).to_be_visible()
    await ann.page.get_by_role("link", name="Play the computer").click()
    await ann.cell(4).click()
    await ann.sees(4, "X")
    await ann.leave()


@pytest.mark.proof(only=True)
async def test_announces_a_newer_version_and_installs_it(server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, server.url, PHONE, offline=True)
    await ann.go()
    await _until_kept(ann)
    # The worker under another address counts as another version.
    await ann.page.evaluate("navigator.serviceWorker.register('/sw.js?newer').then(() => null)")
    await expect(ann.page.get_by_text("A new version is available")).to_be_visible()
    async with ann.page.expect_navigation():
        await ann.press("Reload")
    assert "newer" in await ann.page.evaluate("navigator.serviceWorker.controller.scriptURL")
    await ann.leave()
