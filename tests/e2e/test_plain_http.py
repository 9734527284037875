"""A local network has no HTTPS, and browsers disable many features there."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import BrowserType, expect

from tests.e2e.person import Person
from tests.proving import later
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer


@pytest.mark.parametrize("host", [later("127.0.0.1"), "noughts.test"])
async def test_copies_a_link_and_plays_over_plain_http(server: NoughtsServer, chromium: BrowserType, host: str) -> None:
    # Browsers trust pages of 127.0.0.1 like HTTPS, but not those of other names.
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
