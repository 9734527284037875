"""Login by a provider in the page: sign up through it, log in again, and unlink it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.person import PASSWORD, PHONE, Person
from tests.e2e.scenes import a_username
from tests.servers.noughts import NoughtsServer
from tests.servers.oidcprovider import CLIENT, SECRET, OidcProvider, oidc_provider


@pytest_asyncio.fixture(loop_scope="session")
async def provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as provider:
        yield provider


@pytest_asyncio.fixture(loop_scope="session")
async def linked_server(tmp_path: Path, provider: OidcProvider) -> AsyncIterator[NoughtsServer]:
    settings = {
        "NOUGHTS_OIDC_ISSUER": provider.url,
        "NOUGHTS_OIDC_CLIENT_ID": CLIENT,
        "NOUGHTS_OIDC_CLIENT_SECRET": SECRET,
        "NOUGHTS_OIDC_LABEL": "Example ID",
    }
    server = NoughtsServer(tmp_path, environment=settings, has_public_url=True).start()
    provider.redirect_uris.add(f"{server.url}/account")
    yield server
    server.kill()


async def test_signs_up_logs_in_and_unlinks(
    linked_server: NoughtsServer, provider: OidcProvider, browser: Browser
) -> None:
    ann = await Person.at(browser, linked_server.url, PHONE)
    provider.user = None
    await ann.go("/account")
    await ann.press("Log in with Example ID")
    await expect(ann.page.get_by_role("alert").filter(has_text="You weren’t logged in.")).to_be_visible()
    provider.user = "user-1"
    await ann.press("Log in with Example ID")
    await expect(ann.page.get_by_role("heading", name="Choose a username and password")).to_be_visible()
    assert "code=" not in ann.page.url
    await ann.fill_in(name := a_username())
    await ann.press("Sign up")
    await expect(ann.page.get_by_role("heading", name="Save your recovery codes")).to_be_visible()
    await ann.press("Done")
    await ann.page.get_by_role("button", name="Log out", exact=True).click()
    await ann.page.wait_for_url(f"{ann.url}/")
    await ann.go("/account")
    await ann.press("Log in with Example ID")
    await expect(ann.page.get_by_role("link", name=f"Your account: {name}")).to_be_visible()
    await ann.press("Unlink")
    await expect(ann.page.get_by_text("Login unlinked.")).to_be_visible()
    await ann.press("Link a login")
    card = ann.page.locator("form").filter(has=ann.page.get_by_role("button", name="Link a login"))
    await card.get_by_label("Current password").fill(PASSWORD)
    await card.get_by_role("button", name="Link a login").click()
    await expect(ann.page.get_by_text("Login linked.")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Unlink")).to_be_visible()
    assert provider.faults == []
    assert [fault for fault in ann.faults if provider.url not in fault] == []
    await ann.leave()


async def test_a_server_without_a_provider_does_not_mention_one(ann: Person) -> None:
    await ann.sign_up(a_username())
    await expect(ann.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Link a login")).to_have_count(0)
