"""Recovery codes in the page: shown once after signing up, used when the password is lost, and replaced."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.person import PASSWORD, Person
from tests.e2e.scenes import a_username

CODE = re.compile(r"^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$")


async def shown_codes(person: Person) -> list[str]:
    section = person.page.get_by_role("region", name="Save your recovery codes")
    await expect(section.get_by_role("listitem")).to_have_text([CODE] * 10)
    return await section.get_by_role("listitem").all_inner_texts()


async def recover(person: Person, username: str, code: str, password: str) -> None:
    await person.go("/account")
    await person.page.get_by_role("button", name="Log in", exact=True).click()
    await person.press("Forgot your password?")
    await person.page.get_by_label("Username").fill(username)
    await person.page.get_by_label("Recovery code").fill(code)
    await person.page.get_by_label("New password").fill(password)
    await person.press("Set password and log in")


async def test_a_code_from_signing_up_sets_a_new_password(ann: Person, bob: Person) -> None:
    await ann.sign_up(name := a_username())
    codes = await shown_codes(ann)
    await ann.press("Done")
    await expect(ann.page.get_by_text("10 codes left.")).to_be_visible()
    # On another device.
    await recover(bob, name, codes[0].lower(), "an entirely new one")
    await expect(bob.page.get_by_role("button", name="Log out", exact=True)).to_be_visible()
    await expect(bob.page.get_by_text("9 codes left.")).to_be_visible()
    # The first device is logged out.
    await expect(ann.page.get_by_text("You’re playing as a guest")).to_be_visible()
    await recover(ann, name, codes[0], PASSWORD)
    await expect(ann.page.get_by_role("alert").filter(has_text="Wrong username or recovery code")).to_be_visible()
    ann.faults.clear()


async def test_the_codes_can_be_copied_and_printed_alone(ann: Person) -> None:
    await ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await ann.sign_up(name := a_username())
    codes = await shown_codes(ann)
    await ann.press("Copy")
    await expect(ann.page.get_by_text("Copied")).to_be_visible()
    assert (await ann.page.evaluate("navigator.clipboard.readText()")).split() == codes
    await ann.page.evaluate("window.print = () => { window.printed = true; }")
    await ann.press("Print")
    assert await ann.page.evaluate("window.printed")
    await ann.page.emulate_media(media="print")
    sheet = ann.page.get_by_text(f"Recovery codes for {name} at ")
    await expect(sheet).to_be_visible()
    await expect(ann.page.get_by_text(codes[9])).to_be_visible()
    await expect(ann.page.get_by_role("heading", name="Password", exact=True)).to_be_hidden()
    await expect(ann.page.get_by_text("My profile")).to_be_hidden()
    # Printing the page later shows everything again.
    await ann.page.emulate_media(media="screen")
    await ann.press("Done")
    await ann.page.emulate_media(media="print")
    await expect(ann.page.get_by_role("heading", name="Password", exact=True)).to_be_visible()


async def test_an_account_without_codes_is_warned_and_makes_some(ann: Person) -> None:
    name = a_username()
    reply = await ann.context.request.post(
        f"{ann.url}/api/v1/accounts?cookie=true",
        data={"username": name, "password": PASSWORD},
        headers={"Origin": ann.url},
    )
    assert reply.ok
    await ann.go("/account")
    await expect(ann.page.get_by_text("You have no recovery codes.")).to_be_visible()
    await ann.press("Create recovery codes")
    form = ann.page.locator("form").filter(has=ann.page.get_by_role("button", name="Create recovery codes"))
    await form.get_by_label("Current password").fill("not this one")
    await ann.press("Create recovery codes")
    await expect(form.get_by_role("alert")).to_have_text("Wrong password.")
    await ann.was_told_no()
    await form.get_by_label("Current password").fill(PASSWORD)
    await ann.press("Create recovery codes")
    await shown_codes(ann)


@pytest.mark.proof(only=True)
async def test_warns_when_few_codes_are_left(ann: Person, bob: Person) -> None:
    await ann.sign_up(name := a_username())
    codes = await shown_codes(ann)
    for code in codes[:7]:
        reply = await bob.context.request.post(
            f"{bob.url}/api/v1/recovery", data={"username": name, "code": code, "password": PASSWORD}
        )
        assert reply.ok
    await bob.log_in(name)
    await expect(bob.page.get_by_text("3 codes left. Create new codes before you run out.")).to_be_visible()
