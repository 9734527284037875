"""At home on the local network there is no https, and browsers take much away from such pages."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import BrowserType, expect

from tests.e2e.person import Person
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer


@pytest.mark.parametrize("host", ["127.0.0.1", "noughts.test"])
async def test_a_link_is_copied_and_played(server: NoughtsServer, chromium: BrowserType, host: str) -> None:
    # Pages of 127.0.0.1 are trusted like https; those of any other name are not.
    browser = await chromium.launch(
        executable_path=chromium_path(), args=["--no-sandbox", f"--host-resolver-rules=MAP {host} 127.0.0.1"]
    )
    url = f"http://{host}:{urlsplit(server.url).port}"
    ann, bob = await Person.at(browser, url), await Person.at(browser, url)
    link = await ann.invite()
    assert link.startswith(url)
    assert await ann.page.evaluate("isSecureContext") == (host == "127.0.0.1")
    await ann.press("Copy link")
    await expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    await bob.accept(link)
    await ann.play(4)
    await bob.sees(4, "X")
    assert ann.faults + bob.faults == []
    await browser.close()
