"""The page as an app: it can be installed, opens without a connection, and tells of a newer version."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.person import PHONE, Person
from tests.servers.noughts import NoughtsServer


async def _until_kept(page: Page) -> None:
    """Wait until the service worker has everything and serves this page."""
    await page.evaluate("navigator.serviceWorker.ready")
    await page.wait_for_function("navigator.serviceWorker.controller !== null")


@pytest_asyncio.fixture(loop_scope="session")
async def own_server(tmp_path: Path) -> AsyncIterator[NoughtsServer]:
    server = NoughtsServer(tmp_path).start()
    yield server
    server.kill()


async def test_it_says_how_to_install_it(server: NoughtsServer, ann: Person) -> None:
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


async def test_without_a_connection_it_opens_and_plays(own_server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, own_server.url, PHONE)
    await ann.go()
    await _until_kept(ann.page)
    own_server.kill()
    await ann.page.reload()
    await expect(ann.page.get_by_text("Connecting")).to_be_visible()
    await ann.cell(4).click()
    await ann.sees(4, "X")
    await ann.sees_status("Your turn")
    await expect(ann.page.get_by_text("this game stays on your device")).to_be_visible()
    # A language that was never used here is here too.
    await ann.page.get_by_label("Language").select_option("ru")
    await ann.sees_status("Ваш ход")
    assert [fault for fault in ann.faults if "WebSocket connection" not in fault] == []
    await ann.leave()


async def test_a_newer_version_is_told_of_and_taken(server: NoughtsServer, browser: Browser) -> None:
    ann = await Person.at(browser, server.url, PHONE)
    await ann.go()
    await _until_kept(ann.page)
    # Another address of the worker is another version of it.
    await ann.page.evaluate("navigator.serviceWorker.register('/sw.js?newer').then(() => null)")
    await expect(ann.page.get_by_text("A new version of the page is here")).to_be_visible()
    async with ann.page.expect_navigation():
        await ann.press("Reload")
    assert "newer" in await ann.page.evaluate("navigator.serviceWorker.controller.scriptURL")
    await ann.leave()
