"""Passkeys in the page: add one, log in and recover with it, and remove it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.device import Device, add_passkey, at_a_name
from tests.e2e.person import PHONE, Person
from tests.e2e.scenes import a_username
from tests.servers.noughts import NoughtsServer


@pytest.fixture
def url(server: NoughtsServer) -> str:
    return at_a_name(server.url)


@pytest_asyncio.fixture(loop_scope="session")
async def ann(url: str, browser: Browser) -> AsyncIterator[Person]:
    person = await Person.at(browser, url, PHONE)
    yield person
    await person.leave()
    assert person.faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def bob(url: str, browser: Browser) -> AsyncIterator[Person]:
    person = await Person.at(browser, url)
    yield person
    await person.leave()
    assert person.faults == []


async def open_login(person: Person) -> None:
    await person.go("/account")
    await person.page.get_by_role("button", name="Log in", exact=True).click()


async def is_logged_in(person: Person) -> None:
    await expect(person.page.get_by_role("button", name="Log out", exact=True)).to_be_visible()


async def test_a_passkey_logs_in_on_another_device_and_is_removed(ann: Person, bob: Person) -> None:
    phone, desk = await Device.of(ann), await Device.of(bob)
    await ann.sign_up(name := a_username())
    await add_passkey(ann, "My phone")
    await expect(ann.page.get_by_role("status").filter(has_text="Passkey added.")).to_be_visible()
    await expect(ann.page.get_by_text("My phone")).to_be_visible()
    [credential] = await phone.credentials()
    assert (credential["rpId"], credential["isResidentCredential"]) == ("localhost", True)
    await desk.take(phone)
    await open_login(bob)
    await bob.press("Log in with a passkey")
    await is_logged_in(bob)
    await expect(bob.page.get_by_role("link", name=f"Your account: {name}")).to_be_visible()
    await bob.press("Remove passkey: My phone")
    await expect(bob.page.get_by_text("My phone")).to_be_hidden()
    await bob.page.get_by_role("button", name="Log out", exact=True).click()
    await open_login(bob)
    await bob.press("Log in with a passkey")
    await expect(bob.page.get_by_role("alert").first).to_contain_text("No account here uses this passkey.")
    await bob.was_told_no()


@pytest.mark.proof(only=True)
async def test_a_passkey_sets_a_new_password(ann: Person, bob: Person) -> None:
    phone, desk = await Device.of(ann), await Device.of(bob)
    await ann.sign_up(name := a_username())
    await add_passkey(ann, "My phone")
    await expect(ann.page.get_by_role("status").filter(has_text="Passkey added.")).to_be_visible()
    await desk.take(phone)
    await open_login(bob)
    await bob.press("Forgot your password?")
    await bob.press("Use a passkey instead")
    await bob.page.get_by_label("New password").fill("an entirely new one")
    await bob.press("Set password and log in")
    await is_logged_in(bob)
    await expect(ann.page.get_by_text("You’re playing as a guest")).to_be_visible()
    reply = await bob.context.request.post(
        f"{bob.url}/api/v1/login", data={"username": name, "password": "an entirely new one"}
    )
    assert reply.ok


@pytest.mark.proof(only=True)
async def test_cancelling_adds_nothing_and_is_explained(ann: Person) -> None:
    phone = await Device.of(ann)
    await ann.sign_up(a_username())
    await phone.refuse()
    await add_passkey(ann, "My phone")
    await expect(ann.page.get_by_text("No passkey was used.")).to_be_visible()
    assert await phone.credentials() == []


async def test_explains_where_passkeys_cannot_work(server: NoughtsServer, browser: Browser) -> None:
    person = await Person.at(browser, server.url, PHONE)
    await person.go("/account")
    await person.page.get_by_role("button", name="Log in", exact=True).click()
    await expect(person.page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)
    await person.sign_up(a_username())
    await expect(person.page.get_by_text("Passkeys work only over https, at a domain name.")).to_be_visible()
    assert person.faults == []
    await person.leave()
