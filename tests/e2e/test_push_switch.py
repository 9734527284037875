"""The notification switch asks for permission only when pressed, shows the actual state, and turns off with one click.

Headless Chromium has no push service and can't show permission prompts, so tests replace both where needed.
"""

import json

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.browsers import IN_WHOLE_CHROMIUM
from tests.e2e.person import Person
from tests.servers.pushservice import Browser

pytestmark = pytest.mark.offline

_ANSWERING = """
    let leave = localStorage.getItem("test.leave") ?? "default";
    Object.defineProperty(Notification, "permission", { get: () => leave });
    window.questions = 0;
    Notification.requestPermission = async () => {
        window.questions += 1;
        leave = ANSWER;
        localStorage.setItem("test.leave", leave);
        return leave;
    };
"""
_PUSH_SERVICE = """
    const told = SUBSCRIPTION;
    const subscription = {
        endpoint: told.endpoint,
        toJSON: () => told,
        unsubscribe: async () => (localStorage.removeItem("test.subscribed"), true),
    };
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError("no such options");
        localStorage.setItem("test.subscribed", "yes");
        return subscription;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("test.subscribed") ? subscription : null);
"""


async def _answers(person: Person, answer: str) -> None:
    """Answer the browser's question like this."""
    await person.context.add_init_script(f"(() => {{ {_ANSWERING.replace('ANSWER', json.dumps(answer))} }})()")


async def _has_push_service(person: Person, name: str) -> None:
    subscription = json.dumps(Browser(f"https://push.example.org/{name}").subscription)
    await person.context.add_init_script(f"(() => {{ {_PUSH_SERVICE.replace('SUBSCRIPTION', subscription)} }})()")


def _switch(person: Person) -> Locator:
    return person.page.get_by_role("switch", name="Notify me when it’s my turn, even when this page is closed")


async def _settings(person: Person) -> None:
    await person.go("/settings")


async def test_turns_on_and_off_with_one_click_each(ann: Person) -> None:
    await _answers(ann, "granted")
    await _has_push_service(ann, "ann")
    await _settings(ann)
    await expect(_switch(ann)).not_to_be_checked()
    await expect(ann.page.get_by_text("Your browser will ask for permission.")).to_be_visible()
    assert await ann.page.evaluate("window.questions") == 0
    async with ann.page.expect_response("**/push/subscriptions") as subscribed:
        await _switch(ann).check()
    assert await (await subscribed.value).json() == {"browsers": 1}
    await expect(ann.page.get_by_text("one notification per game")).to_be_visible()
    # It stays on after a reload, and when the guest signs up.
    await _settings(ann)
    await expect(_switch(ann)).to_be_checked()
    async with ann.page.expect_response("**/push/subscriptions") as handed_over:
        await ann.sign_up("Pushed-e2e")
    assert (await handed_over.value).ok
    await _settings(ann)
    async with ann.page.expect_response("**/push/unsubscribe") as ended:
        await _switch(ann).uncheck()
    assert await (await ended.value).json() == {"browsers": 1}
    await expect(_switch(ann)).not_to_be_checked()


async def test_respects_and_explains_a_denied_permission(ann: Person) -> None:
    await _answers(ann, "denied")
    await _settings(ann)
    await _switch(ann).click()
    await expect(ann.page.get_by_text("Your browser blocks notifications from this site.")).to_be_visible()
    await expect(_switch(ann)).not_to_be_checked()
    await expect(_switch(ann)).to_be_disabled()


@IN_WHOLE_CHROMIUM
@pytest.mark.proof(only=True)
async def test_explains_that_a_browser_has_no_push_service(bob: Person) -> None:
    await bob.context.grant_permissions(["notifications"], origin=bob.url)
    await _settings(bob)
    await _switch(bob).click()
    await expect(bob.page.get_by_text("This browser can’t show notifications here.")).to_be_visible()
    await expect(_switch(bob)).not_to_be_checked()
    # Chromium logs the reason, which is not an error of the page.
    bob.faults = [fault for fault in bob.faults if "does not support the Push API" not in fault]


@pytest.mark.proof(only=True)
async def test_offers_it_once_to_a_player_who_waits_in_a_slow_game(ann: Person) -> None:
    await _answers(ann, "granted")
    await _has_push_service(ann, "offered")
    await ann.go()
    await ann.page.get_by_label("Clock").select_option(label="10 min")
    await ann.press("Play a friend")
    await ann.page.wait_for_url("**/g/*")
    tell_me = ann.page.get_by_role("button", name="Notify me", exact=True)
    await expect(ann.page.get_by_label("Link to this game")).to_be_visible()
    await expect(tell_me).to_have_count(0)
    await ann.invite()
    await tell_me.click()
    await expect(ann.page.get_by_text("one notification per game")).to_be_visible()
    await _settings(ann)
    await expect(_switch(ann)).to_be_checked()
    await _switch(ann).uncheck()
    await ann.page.evaluate("localStorage.removeItem('test.leave')")
    await ann.invite()
    await expect(ann.page.get_by_label("Link to this game")).to_be_visible()
    await expect(tell_me).to_have_count(0)
