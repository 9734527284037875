"""The cards for e-mail, the login provider and recovery: accessible, steady, and they fit a phone and a desktop."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.person import DESKTOP, PASSWORD, PHONE, Person, Size
from tests.e2e.scenes import a_username
from tests.e2e.shifts import has_stood_still
from tests.e2e.test_accessibility import is_accessible, schemes_for
from tests.proving import PROVING
from tests.servers.mailserver import MailServer, mail_server
from tests.servers.noughts import NoughtsServer
from tests.servers.oidcprovider import CLIENT, SECRET, OidcProvider, oidc_provider


class Services(NamedTuple):
    """The services that the server uses."""

    mails: MailServer
    provider: OidcProvider


Scene = Callable[[Person, Services], Awaitable[None]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def mails() -> AsyncIterator[MailServer]:
    async with mail_server() as service:
        yield service


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def provider() -> AsyncIterator[OidcProvider]:
    async with oidc_provider() as provider:
        yield provider


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def full_server(
    tmp_path_factory: pytest.TempPathFactory, mails: MailServer, provider: OidcProvider
) -> AsyncIterator[NoughtsServer]:
    """Return a server with mail and a login provider."""
    settings = {
        "NOUGHTS_SMTP_HOST": "127.0.0.1",
        "NOUGHTS_SMTP_PORT": str(mails.port),
        "NOUGHTS_SMTP_TLS": "none",
        "NOUGHTS_SMTP_FROM": "noughts@noughts.example",
        "NOUGHTS_OIDC_ISSUER": provider.url,
        "NOUGHTS_OIDC_CLIENT_ID": CLIENT,
        "NOUGHTS_OIDC_CLIENT_SECRET": SECRET,
        "NOUGHTS_OIDC_LABEL": "Example ID",
    }
    folder: Path = tmp_path_factory.mktemp("cards")
    server = NoughtsServer(folder, environment=settings, has_public_url=True).start()
    provider.redirect_uris.add(f"{server.url}/account")
    yield server
    server.kill()


async def entry(ann: Person, _services: Services) -> None:
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log in with Example ID").wait_for()


async def recovery_by_email(ann: Person, _services: Services) -> None:
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log in", exact=True).click()
    await ann.press("Forgot your password?")
    await ann.press("Get a link by e-mail instead")
    await ann.page.get_by_label("E-mail address").wait_for()


async def email_form(ann: Person, _services: Services) -> None:
    await ann.sign_up(a_username())
    await ann.press("Done")
    await ann.press("Add an e-mail address")
    await ann.page.get_by_label("E-mail address").wait_for()


async def email_sent(ann: Person, services: Services) -> None:
    await email_form(ann, services)
    card = ann.page.locator("section").filter(has=ann.page.get_by_role("heading", name="E-mail", exact=True))
    await card.get_by_label("E-mail address").fill(_address(ann))
    await card.get_by_label("Current password").fill(PASSWORD)
    await ann.press("Send a link")
    await card.get_by_text("We’ve sent a link to").wait_for()


async def email_link(ann: Person, services: Services) -> None:
    await email_sent(ann, services)
    [link] = await services.mails.links_to(_address(ann))
    await ann.go(link)
    await ann.page.get_by_role("button", name="Confirm your e-mail address").wait_for()


async def email_confirmed(ann: Person, services: Services) -> None:
    await email_link(ann, services)
    await ann.press("Confirm your e-mail address")
    await ann.press("To your account")
    await ann.page.get_by_text(_address(ann), exact=True).wait_for()


async def provider_form(ann: Person, _services: Services) -> None:
    await ann.sign_up(a_username())
    await ann.press("Done")
    await ann.press("Link a login")
    await ann.page.get_by_label("Current password").first.wait_for()


async def provider_linked(ann: Person, services: Services) -> None:
    """Open the card of a player who signed up with the provider."""
    services.provider.user = f"user-{id(ann)}"
    await ann.go("/account")
    await ann.press("Log in with Example ID")
    await ann.page.get_by_role("heading", name="Choose a username and password").wait_for()
    await ann.fill_in(a_username())
    await ann.press("Sign up")
    await ann.press("Done")
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Unlink").scroll_into_view_if_needed()


async def recovery_form(ann: Person, _services: Services) -> None:
    """Open the form for the codes of an account that has none."""
    reply = await ann.context.request.post(
        f"{ann.url}/api/v1/accounts?cookie=true",
        data={"username": a_username(), "password": PASSWORD},
        headers={"Origin": ann.url},
    )
    assert reply.ok
    await ann.go("/account")
    await ann.page.get_by_text("You have no recovery codes.").wait_for()
    await ann.press("Create recovery codes")
    await ann.page.get_by_label("Current password").first.wait_for()


def _address(person: Person) -> str:
    """Return this person's own address, because an address belongs to one account."""
    return f"ann-{id(person)}@example.org"


SCENES: tuple[Scene, ...] = (
    entry,
    recovery_by_email,
    email_form,
    email_sent,
    email_link,
    email_confirmed,
    provider_form,
    provider_linked,
    recovery_form,
)


# `make test` checks every second card in one theme on one screen, `make prove` all cards in all.
SIZES = {"phone": PHONE, "desktop": DESKTOP}
CASES = [
    pytest.param(number, size, id=f"{scene.__name__}-{name}")
    for number, scene in enumerate(SCENES)
    for turn, (name, size) in enumerate(SIZES.items())
    if PROVING or number % (2 * len(SIZES)) == turn
]


@pytest.mark.proof
@pytest.mark.parametrize(("number", "size"), CASES)
async def test_every_card_is_accessible_and_steady_and_fits_the_screen(
    full_server: NoughtsServer,
    mails: MailServer,
    provider: OidcProvider,
    browser: Browser,
    number: int,
    size: Size,
) -> None:
    ann = await Person.at(browser, full_server.url, size)
    await SCENES[number](ann, Services(mails, provider))
    await has_stood_still(ann)
    await is_accessible(ann, schemes_for(number // 2))
    assert await ann.fits_its_screen()
    await ann.resize((320, 640))
    assert await ann.fits_its_screen()
    assert [fault for fault in ann.faults if provider.url not in fault] == []
    await ann.leave()
