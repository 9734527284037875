"""Addresses that don't exist, texts for crawlers, and titles of tabs."""

import re

import httpx2
import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer


async def test_a_missing_page_leads_back_home(ann: Person) -> None:
    reply = await ann.page.goto(f"{ann.url}/no/such/page")
    assert reply is not None
    assert reply.status == 404
    await expect(ann.page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert await ann.fits_its_screen()
    # The browser logs the status.
    assert [fault for fault in ann.faults if "404" not in fault] == []
    ann.faults.clear()
    await ann.page.get_by_role("link", name="Play a game").click()
    await expect(ann.page.get_by_role("button", name="Play a friend")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "accept"), [("/no/such/page", "*/*"), ("/api/none", "text/html"), ("/api/v1/none", "text/html")]
)
async def test_a_missing_api_address_answers_with_json(server: NoughtsServer, path: str, accept: str) -> None:
    reply = httpx2.get(server.url + path, headers={"Accept": accept})
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


async def test_crawlers_are_kept_from_games(server: NoughtsServer) -> None:
    reply = httpx2.get(f"{server.url}/robots.txt")
    assert reply.headers["content-type"].startswith("text/plain")
    assert "Disallow: /g/" in reply.text.splitlines()


@pytest.mark.proof(only=True)
async def test_pages_have_titles_for_tabs_and_search_engines(ann: Person) -> None:
    for path in ("/", "/api"):
        await ann.go(path)
        await expect(ann.page.locator("meta[name=description]")).to_have_attribute("content", re.compile(r"\w+ \w+"))
        assert await ann.page.locator("meta[name=theme-color]").count() == 2
        icon = await ann.page.locator("link[rel=icon]").get_attribute("href")
        assert httpx2.get(f"{ann.url}{icon}").headers["content-type"] == "image/svg+xml"
