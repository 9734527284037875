"""Two people in two browsers, at one real server. What a page complains of, or fetches elsewhere, fails the test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserType, async_playwright, expect

from noughts.doors.site import STATIC
from tests.e2e.person import DESKTOP, PHONE, Person
from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer

# A busy machine is no bug.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser serves all these tests, so they share its event loop."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    """For everybody: whoever opens a public game calls it off again."""
    assert (STATIC / "index.html").exists(), "the web client has not been built: `make web` builds it"
    server = NoughtsServer(tmp_path_factory.mktemp("e2e")).start()
    yield server
    server.kill()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[BrowserType]:
    async with async_playwright() as playwright:
        yield playwright.chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: BrowserType) -> AsyncIterator[Browser]:
    browser = await chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
    yield browser
    await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def ann(server: NoughtsServer, browser: Browser) -> AsyncIterator[Person]:
    """With a phone."""
    person = await Person.at(browser, server.url, PHONE)
    yield person
    await person.leave()
    assert person.faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def bob(server: NoughtsServer, browser: Browser) -> AsyncIterator[Person]:
    """At a desk, in the dark."""
    person = await Person.at(browser, server.url, DESKTOP, "dark")
    yield person
    await person.leave()
    assert person.faults == []
