"""For those who come from elsewhere: an address with nothing there, what crawlers are told, what a tab shows."""

import re

import httpx2
import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer


async def test_a_person_finds_the_way_back(ann: Person) -> None:
    reply = await ann.page.goto(f"{ann.url}/no/such/page")
    assert reply is not None
    assert reply.status == 404
    await expect(ann.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert await ann.fits_its_screen()
    # The browser itself remarks on the status.
    assert [fault for fault in ann.faults if "404" not in fault] == []
    ann.faults.clear()
    await ann.page.get_by_role("link", name="Play a game").click()
    await expect(ann.page.get_by_role("button", name="Play a friend")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "accept"), [("/no/such/page", "*/*"), ("/api/none", "text/html"), ("/api/v1/none", "text/html")]
)
async def test_a_program_gets_json(server: NoughtsServer, path: str, accept: str) -> None:
    reply = httpx2.get(server.url + path, headers={"Accept": accept})
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


async def test_crawlers_are_kept_from_games(server: NoughtsServer) -> None:
    reply = httpx2.get(f"{server.url}/robots.txt")
    assert reply.headers["content-type"].startswith("text/plain")
    assert "Disallow: /g/" in reply.text.splitlines()


async def test_a_page_says_what_it_is_to_search_engines_and_tabs(ann: Person) -> None:
    for path in ("/", "/api"):
        await ann.go(path)
        await expect(ann.page.locator("meta[name=description]")).to_have_attribute("content", re.compile(r"\w+ \w+"))
        assert await ann.page.locator("meta[name=theme-color]").count() == 2
        icon = await ann.page.locator("link[rel=icon]").get_attribute("href")
        assert httpx2.get(f"{ann.url}{icon}").headers["content-type"] == "image/svg+xml"
