"""The API page at `/api`: it loads only from our server, is complete on phone and desktop, and can send requests."""

import json
import re
from collections import Counter
from typing import Any

import httpx2
import pytest
from playwright.async_api import Locator, expect

from tests.e2e.person import DESKTOP, PHONE, Person, Size
from tests.proving import later
from tests.servers.noughts import NoughtsServer


@pytest.fixture
def document(server: NoughtsServer) -> Any:
    return httpx2.get(f"{server.url}/api/openapi.json", timeout=60).json()


def id_of(method: str, path: str) -> str:
    """Return the id that RapiDoc makes of an endpoint, with hyphens for braces."""
    return f"{method}-{path.replace('{', '-').replace('}', '-')}"


def endpoint(person: Person, method: str, path: str) -> Locator:
    return person.page.locator(f'[id="{id_of(method, path)}"]')


async def shows_document(person: Person) -> None:
    """Wait until the viewer has read the document, which takes the server seconds the first time."""
    await expect(person.page.get_by_text("players", exact=True)).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("size", [PHONE, later(DESKTOP)], ids=["phone", "desktop"])
async def test_shows_every_path_of_the_document(ann: Person, document: Any, size: Size) -> None:
    await ann.resize(size)
    await ann.go("/api")
    await expect(ann.page.get_by_role("heading", name="Noughts API")).to_be_visible()
    await shows_document(ann)
    endpoints = [id_of(method, path) for path, operations in document["paths"].items() for method in operations]
    await expect(ann.page.locator(f'[id="{endpoints[-1]}"]')).to_have_count(1)
    shown = Counter(await ann.page.locator("[id]").evaluate_all("all => all.map(one => one.id)"))
    assert {name: shown[name] for name in endpoints} == dict.fromkeys(endpoints, 1)
    assert await ann.fits_its_screen()


@pytest.mark.parametrize("game", ["{game_id}", *map(later, ("-game_id-", "%7Bgame_id%7D"))])
@pytest.mark.proof(only=True)
async def test_opens_the_endpoint_of_a_link(bob: Person, game: str) -> None:
    await bob.go(f"/api#post-/api/v1/games/{game}/moves")
    move = endpoint(bob, "post", "/api/v1/games/{game_id}/moves")
    # The server needs seconds for the document, the first time.
    await expect(move).to_be_in_viewport(timeout=60_000)
    await expect(move.locator("textarea").first).to_have_value(re.compile("my-move-1"))
    await expect(move.get_by_text("lastMove").first).to_be_visible()


async def test_creates_a_guest_and_opens_a_game_from_the_page(ann: Person) -> None:
    await ann.go("/api#post-/api/v1/guests")
    await shows_document(ann)
    guest = endpoint(ann, "post", "/api/v1/guests")
    async with ann.page.expect_response("**/api/v1/guests") as made:
        await guest.get_by_role("button", name="TRY").click()
    token = json.loads(await (await made.value).text())["token"]
    await ann.page.get_by_placeholder("api-token").fill(token)
    await ann.page.get_by_role("button", name="SET").click()
    game = endpoint(ann, "post", "/api/v1/games")
    await game.click(position={"x": 5, "y": 5})
    await game.locator("textarea").first.fill('{"visibility": "private", "variant": "misere"}')
    async with ann.page.expect_response("**/api/v1/games") as opened:
        await game.get_by_role("button", name="TRY").click()
    assert (await opened.value).status == 201
    await expect(game.get_by_text("misere").first).to_be_visible()
