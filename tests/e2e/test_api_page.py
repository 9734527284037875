"""The API's page at `/api`: from our own server alone, complete, on a phone and at a desk, and good for trying out."""

from typing import Any

import httpx2
import pytest
from playwright.async_api import expect

from tests.e2e.person import Person
from tests.servers.noughts import NoughtsServer


@pytest.fixture
def document(server: NoughtsServer) -> Any:
    return httpx2.get(f"{server.url}/api/openapi.json").json()


async def test_it_shows_every_path_and_model_of_the_document(ann: Person, bob: Person, document: Any) -> None:
    for person in (ann, bob):
        await person.go("/api")
        await expect(person.page.get_by_role("heading", name="Noughts for programs")).to_be_visible()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                line = person.page.locator(f"#{operation['operationId']} > summary")
                await expect(line).to_contain_text(f"{method.upper()} {path}")
                await expect(line).to_contain_text(operation["summary"])
        for model in document["components"]["schemas"]:
            await expect(person.page.locator(f"details#{model}")).to_have_count(1)
        assert await person.fits_its_screen()
        # With everything open too.
        await person.page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
        assert await person.fits_its_screen()


async def test_a_link_to_an_endpoint_opens_it(bob: Person) -> None:
    await bob.go("/api#makeMove")
    move = bob.page.locator("#makeMove")
    await expect(move).to_contain_text("my-move-1")
    await expect(move.get_by_role("heading", name="Answers")).to_be_visible()
    await move.get_by_role("link", name="BoardState").first.click()
    await expect(bob.page.locator("#BoardState").get_by_text("lastMove", exact=True)).to_be_visible()


async def test_a_guest_is_made_and_a_game_opened_there(ann: Person) -> None:
    await ann.go("/api#makeGuest")
    await ann.page.locator("#makeGuest").get_by_role("button", name="Send").click()
    await expect(ann.page.locator("#makeGuest")).to_contain_text("201 Created")
    await ann.page.locator("#createGame > summary").click()
    game = ann.page.locator("#createGame")
    await game.get_by_label("Body").fill('{"visibility": "private", "variant": "misere"}')
    await game.get_by_role("button", name="Send").click()
    await expect(game.locator("pre[aria-live]")).to_contain_text('"variant": "misere"')
