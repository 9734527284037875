"""Login by an OpenID Connect provider, with a real one on loopback."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.server.oidc.flows import FLOW_SECONDS
from noughts.storage.administration import ban
from noughts.storage.export import rows_about
from noughts.storage.provider_logins import provider_logins_of
from tests.doors.people import PASSWORD, Person, code_of
from tests.servers.oidcprovider import CLIENT, SECRET, OidcProvider, oidc_provider
from tests.servers.ports import free_port
from tests.servers.serving import serving

NewBrowser = Callable[[], Person]


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as provider:
        yield provider
        assert provider.faults == []


def settings_for(provider: OidcProvider, site: str) -> dict[str, Any]:
    provider.redirect_uris.add(f"{site}/account")
    return {
        "public_url": site,
        "oidc_issuer": provider.url,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SECRET,
        "oidc_label": "Example ID",
    }


@pytest_asyncio.fixture
async def application(tmp_path: Path, provider: OidcProvider) -> AsyncIterator[Application]:
    site = "http://localhost:8000"
    async with serving(tmp_path, **settings_for(provider, site)) as application:
        yield application


@pytest_asyncio.fixture
async def browser(application: Application) -> AsyncIterator[NewBrowser]:
    async with AsyncExitStack() as stack:

        def new() -> Person:
            person = Person(application.address, is_browser=True, origin="http://localhost:8000")
            stack.push_async_callback(person.http.aclose)
            return person

        yield new


async def visit(person: Person, provider: OidcProvider, path: str = "provider/start", **fields: Any) -> dict[str, str]:
    """Go to the provider, log in there, and return what comes back."""
    url = (await person.post(path, **fields))["url"]
    back = provider.authorize(urlsplit(url).query)
    return {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}


async def signed_up(person: Person, provider: OidcProvider, username: str = "ann") -> Person:
    await person.guest()
    assert await person.post("provider/login", **await visit(person, provider)) == {"player": None}
    await person.post("me/provider/account", username=username, password=PASSWORD)
    return person


async def test_a_newcomer_chooses_a_username_and_logs_in_again(browser: NewBrowser, provider: OidcProvider) -> None:
    ann = browser()
    guest = (await ann.guest()).id
    assert await ann.post("provider/login", **await visit(ann, provider)) == {"player": None}
    # Nothing is stored before a name is chosen.
    assert (await ann.get("me"))["kind"] == "guest"
    welcome = await ann.post("me/provider/account", username="ann", password=PASSWORD)
    assert (welcome["player"]["id"], welcome["player"]["name"]) == (guest, "ann")
    [login] = (await ann.get("me/provider"))["logins"]
    assert login["usedMs"] is None
    elsewhere = browser()
    entered = await elsewhere.post("provider/login", **await visit(elsewhere, provider))
    assert entered["player"]["id"] == guest
    assert (await elsewhere.get("me"))["name"] == "ann"
    # The password works without the provider.
    provider.is_down = True
    await browser().log_in("ann")


async def test_does_not_ask_the_provider_for_a_name_or_an_address(browser: NewBrowser, provider: OidcProvider) -> None:
    await visit(browser(), provider)
    [asked] = provider.asked
    assert asked["scope"] == "openid"
    assert len(asked["code_challenge"]) == 43


async def test_no_claim_leads_to_somebody_elses_account(browser: NewBrowser, provider: OidcProvider) -> None:
    await signed_up(browser(), provider)
    provider.user = "eve"
    provider.claims = {"email": "ann@example.org", "email_verified": True, "preferred_username": "ann", "name": "ann"}
    eve = await browser().guest()
    assert await eve.post("provider/login", **await visit(eve, provider)) == {"player": None}
    taken = await eve.call("POST", "me/provider/account", {"username": "ann", "password": PASSWORD})
    assert code_of(taken) == "username_taken"


async def test_links_a_login_with_the_password_and_unlinks_it(browser: NewBrowser, provider: OidcProvider) -> None:
    ann = await browser().register("ann")
    refused = await ann.call("POST", "me/provider/start", {"password": "not this one"})
    assert code_of(refused) == "wrong_password"
    back = await visit(ann, provider, "me/provider/start", password=PASSWORD)
    [login] = (await ann.post("me/provider", **back))["logins"]
    entered = browser()
    assert (await entered.post("provider/login", **await visit(entered, provider)))["player"]["id"] == ann.id
    # It belongs to one account.
    bob = await browser().register("bob")
    taken = await bob.call("POST", "me/provider", await visit(bob, provider, "me/provider/start", password=PASSWORD))
    assert code_of(taken) == "provider_login_taken"
    assert code_of(await bob.call("DELETE", f"me/provider/{login['id']}")) == "no_such_provider_login"
    assert (await ann.call("DELETE", f"me/provider/{login['id']}")).json()["logins"] == []
    assert (await entered.post("provider/login", **await visit(entered, provider))) == {"player": None}


async def test_a_login_response_works_once_and_only_in_the_browser_that_began(
    browser: NewBrowser, provider: OidcProvider
) -> None:
    await signed_up(browser(), provider)
    ann, eve = browser(), browser()
    back = await visit(ann, provider)
    # A stranger can neither use the code, nor log somebody in as themselves.
    assert code_of(await eve.call("POST", "provider/login", back)) == "provider_login_failed"
    await visit(eve, provider)
    assert code_of(await eve.call("POST", "provider/login", back)) == "provider_login_failed"
    assert code_of(await ann.call("POST", "provider/login", back | {"state": "login.x"})) == "provider_login_failed"
    assert (await ann.post("provider/login", **back))["player"]["name"] == "ann"
    assert code_of(await ann.call("POST", "provider/login", back)) == "provider_login_failed"


async def test_a_login_works_only_for_the_purpose_it_was_begun_for(browser: NewBrowser, provider: OidcProvider) -> None:
    ann = await browser().register("ann")
    back = await visit(ann, provider)
    assert code_of(await ann.call("POST", "me/provider", back)) == "provider_login_failed"
    back = await visit(ann, provider, "me/provider/start", password=PASSWORD)
    assert code_of(await ann.call("POST", "provider/login", back)) == "provider_login_failed"
    # The cookie of a login on its way is no proof that anybody logged in.
    guest = await browser().guest()
    await visit(guest, provider)
    body = {"username": "bob", "password": PASSWORD}
    assert code_of(await guest.call("POST", "me/provider/account", body)) == "provider_login_failed"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "http://evil.example"},
        {"aud": "another"},
        {"aud": [CLIENT, "another"]},
        {"azp": "another"},
        {"nonce": "of another login"},
        {"exp": 1_000_000_000},
        {"iat": 9_000_000_000},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
    ],
    ids=str,
)
async def test_refuses_a_token_issued_for_another_site(
    browser: NewBrowser, provider: OidcProvider, claims: dict[str, Any]
) -> None:
    provider.claims = claims
    ann = browser()
    assert code_of(await ann.call("POST", "provider/login", await visit(ann, provider))) == "provider_login_failed"


async def test_a_token_signed_by_another_key_is_refused(browser: NewBrowser, provider: OidcProvider) -> None:
    ann = browser()
    back = await visit(ann, provider)
    provider.key = type(provider.key).generate_key("P-256", {"kid": "first"}, auto_kid=False)
    assert code_of(await ann.call("POST", "provider/login", back)) == "provider_login_failed"


async def test_only_our_own_page_begins_or_ends_a_login(application: Application, provider: OidcProvider) -> None:
    async with Person(application.address, is_browser=True, origin="https://evil.example") as eve:
        for path in ("provider/start", "provider/login"):
            assert code_of(await eve.call("POST", path, {"code": "x", "state": "y"})) == "forbidden_origin"


async def test_a_provider_that_is_down_is_explained(browser: NewBrowser, provider: OidcProvider) -> None:
    provider.is_down = True
    refused = await browser().call("POST", "provider/start", {})
    assert (refused.status_code, code_of(refused)) == (503, "provider_unavailable")


async def test_counts_logins_by_their_outcome(
    application: Application, browser: NewBrowser, provider: OidcProvider
) -> None:
    counts = application.services.metrics.provider_logins
    assert counts == {"ok": 0, "failed": 0, "unavailable": 0}
    ann = await signed_up(browser(), provider)
    back = await visit(ann, provider)
    assert (await ann.post("provider/login", **back))["player"]["name"] == "ann"
    # A return that was used before.
    assert code_of(await ann.call("POST", "provider/login", back)) == "provider_login_failed"
    back = await visit(ann, provider)
    provider.is_down = True
    assert code_of(await ann.call("POST", "provider/login", back)) == "provider_unavailable"
    assert counts == {"ok": 2, "failed": 1, "unavailable": 1}


@pytest.mark.parametrize(
    "metadata",
    [{"issuer": "http://evil.example"}, {"jwks_uri": "http://10.0.0.1/keys"}, {"jwks_uri": "https://10.0.0.1/keys"}],
    ids=str,
)
async def test_refuses_a_discovery_document_with_foreign_addresses(
    browser: NewBrowser, provider: OidcProvider, metadata: dict[str, str]
) -> None:
    provider.metadata = metadata
    assert code_of(await browser().call("POST", "provider/start", {})) == "provider_unavailable"


async def test_two_nodes_share_a_login(
    tmp_path: Path, provider: OidcProvider, postgres_url: str, redis_url: str
) -> None:
    site = f"http://localhost:{free_port()}"
    shared = settings_for(provider, site) | {"database": postgres_url, "redis": redis_url}
    async with (
        serving(tmp_path / "a", **shared) as first,
        serving(tmp_path / "b", **shared) as second,
        Person(first.address, is_browser=True, origin=site) as ann,
    ):
        await ann.guest()
        back = await visit(ann, provider)
        ann.http.base_url = second.address
        assert await ann.post("provider/login", **back) == {"player": None}
        ann.http.base_url = first.address
        assert (await ann.post("me/provider/account", username="ann", password=PASSWORD))["player"]["name"] == "ann"


async def test_the_login_is_exported_and_deleted_with_the_account(
    browser: NewBrowser, provider: OidcProvider, application: Application
) -> None:
    ann = await signed_up(browser(), provider)
    player = (await ann.get("me"))["id"]
    [row] = (await application.database.read(rows_about, player))["provider_logins"]
    assert (row["issuer"], row["subject"], "hash" in row) == (provider.url, "user-1", False)
    await ann.post("me/delete", password=PASSWORD)
    assert await application.database.read(provider_logins_of, player) == []


async def test_a_banned_player_stays_out(browser: NewBrowser, provider: OidcProvider, application: Application) -> None:
    ann = await signed_up(browser(), provider)
    await application.database.write(ban, (await ann.get("me"))["id"], 1)
    again = browser()
    assert code_of(await again.call("POST", "provider/login", await visit(again, provider))) == "banned"


async def test_api_tokens_cannot_change_provider_logins(browser: NewBrowser) -> None:
    ann = await browser().register("ann")
    ann.token = (await ann.post("me/tokens", label="bot", scopes=["read", "play", "profile"]))["token"]
    assert code_of(await ann.call("GET", "me/provider")) == "missing_scope"


async def test_a_server_without_a_provider_does_not_offer_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as application, Person(application.address, is_browser=True) as ann:
        assert (await ann.get("server"))["provider"] is None
        assert code_of(await ann.call("POST", "provider/start", {})) == "provider_off"
        assert FLOW_SECONDS == 600
