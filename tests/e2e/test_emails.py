"""E-mail in the page: add an address, confirm it by the link, and set a new password with another link."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.person import DESKTOP, PASSWORD, PHONE, Person
from tests.e2e.scenes import a_username
from tests.servers.mailserver import MailServer, mail_server
from tests.servers.noughts import NoughtsServer

ADDRESS = "ann@example.org"


@pytest_asyncio.fixture(loop_scope="session")
async def mails() -> AsyncIterator[MailServer]:
    async with mail_server() as service:
        yield service


@pytest_asyncio.fixture(loop_scope="session")
async def mailing_server(tmp_path: Path, mails: MailServer) -> AsyncIterator[NoughtsServer]:
    settings = {
        "NOUGHTS_SMTP_HOST": "127.0.0.1",
        "NOUGHTS_SMTP_PORT": str(mails.port),
        "NOUGHTS_SMTP_TLS": "none",
        "NOUGHTS_SMTP_FROM": "noughts@noughts.example",
    }
    server = NoughtsServer(tmp_path, environment=settings, has_public_url=True).start()
    yield server
    server.kill()


async def test_an_address_is_confirmed_and_sets_a_new_password(
    mailing_server: NoughtsServer, mails: MailServer, browser: Browser
) -> None:
    ann = await Person.at(browser, mailing_server.url, PHONE)
    await ann.sign_up(name := a_username())
    card = ann.page.locator("section").filter(has=ann.page.get_by_role("heading", name="E-mail", exact=True))
    # Nobody is asked before they open the form.
    await expect(card.get_by_role("textbox")).to_have_count(0)
    await ann.press("Add an e-mail address")
    await card.get_by_label("E-mail address").fill(ADDRESS)
    await card.get_by_label("Current password").fill(PASSWORD)
    await ann.press("Send a link")
    await expect(card.get_by_text(f"We’ve sent a link to {ADDRESS}.")).to_be_visible()
    [link] = await mails.links_to(ADDRESS)
    # The account's page is still open: only the part after the # changes.
    await ann.go(link)
    await ann.press("Confirm your e-mail address")
    await expect(ann.page.get_by_text(f"Address confirmed for {name}.")).to_be_visible()
    assert "#" not in ann.page.url
    await ann.press("To your account")
    await expect(card.get_by_text(ADDRESS, exact=True)).to_be_visible()

    # On another device, without the password.
    bob = await Person.at(browser, mailing_server.url, DESKTOP)
    await bob.go("/account")
    await bob.page.get_by_role("button", name="Log in", exact=True).click()
    await bob.press("Forgot your password?")
    await bob.press("Get a link by e-mail instead")
    await bob.page.get_by_label("E-mail address").fill(ADDRESS)
    await bob.press("Send me a link")
    await expect(bob.page.get_by_text("It works for 30 minutes.")).to_be_visible()
    [link] = await mails.links_to(ADDRESS)
    await bob.go("/")
    await bob.go(link)
    await bob.page.get_by_label("New password").fill("an entirely new one")
    await bob.press("Set password and log in")
    await expect(bob.page.get_by_role("button", name="Log out", exact=True)).to_be_visible()
    await expect(ann.page.get_by_text("You’re playing as a guest")).to_be_visible()
    await bob.press("Remove")
    await expect(bob.page.get_by_text("E-mail address removed.")).to_be_visible()
    await expect(bob.page.get_by_role("button", name="Add an e-mail address")).to_be_visible()
    for person in (ann, bob):
        assert person.faults == []
        await person.leave()


async def test_a_server_without_mail_does_not_mention_it(ann: Person) -> None:
    await ann.go("/account")
    await ann.page.get_by_role("button", name="Log in", exact=True).click()
    await ann.press("Forgot your password?")
    await expect(ann.page.get_by_label("Recovery code")).to_be_visible()
    await expect(ann.page.get_by_text("e-mail")).to_have_count(0)
    await ann.sign_up(a_username())
    await expect(ann.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    await expect(ann.page.get_by_role("heading", name="E-mail")).to_have_count(0)
