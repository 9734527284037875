"""Two people in two browsers, at one real server. A page that reports an error, or loads from elsewhere, fails the
test.

They use Chromium. In `make prove`, a test with the mark `firefox` runs a second time in Firefox.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserType, Playwright, async_playwright, expect

from noughts.doors.pages.site import STATIC
from tests.e2e.browsers import Browsers
from tests.e2e.person import DESKTOP, PHONE, Person
from tests.proving import PROVING, later
from tests.servers.noughts import NoughtsServer

# A busy machine must not fail tests.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let all these tests share the browser's event loop."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("firefox"):
        metafunc.parametrize("browser", ("chromium", later("firefox")), indirect=True)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    """Return the server of all tests. It may have open games of other tests."""
    assert (STATIC / "index.html").exists(), "the web client has not been built: `make web` builds it"
    server = NoughtsServer(tmp_path_factory.mktemp("e2e")).start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[NoughtsServer]:
    """Return a server for one test, with an empty lobby."""
    server = NoughtsServer(tmp_path).start()
    yield server
    server.kill()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> BrowserType:
    return playwright.chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browsers(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browsers]:
    browsers = Browsers(playwright, tmp_path_factory.mktemp("browsers"))
    yield browsers
    await browsers.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(browsers: Browsers, request: pytest.FixtureRequest) -> Browser:
    return await browsers.get(getattr(request, "param", "chromium"))


@pytest_asyncio.fixture(loop_scope="session")
async def ann(server: NoughtsServer, browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Person]:
    """A person with a phone."""
    offline, first_visit = _wishes(request)
    person = await Person.at(browser, server.url, PHONE, offline=offline, first_visit=first_visit)
    yield person
    await person.leave()
    assert person.faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def bob(server: NoughtsServer, browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Person]:
    """A person with a desktop computer and the dark theme."""
    offline, first_visit = _wishes(request)
    person = await Person.at(browser, server.url, DESKTOP, "dark", offline=offline, first_visit=first_visit)
    yield person
    await person.leave()
    assert person.faults == []


def _wishes(request: pytest.FixtureRequest) -> tuple[bool, bool]:
    """Return whether the test is marked as `offline`, and whether as `first_visit`."""
    marked = request.node.get_closest_marker
    return PROVING or marked("offline") is not None, marked("first_visit") is not None
