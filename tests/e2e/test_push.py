"""Notifications in a real browser: allowed, shown once for each game, replaced, not shown to a player who is looking,
opened by a click.

Headless Chromium has no push service, so the developer tools deliver messages to the real handler.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession, expect

from tests.e2e.browsers import IN_WHOLE_CHROMIUM
from tests.e2e.person import DESKTOP, Person
from tests.servers.noughts import NoughtsServer
from tests.waiting import until


class Pushed:
    """A browser whose owner has allowed notifications."""

    def __init__(self, person: Person, tools: CDPSession) -> None:
        self.person = person
        self._tools = tools
        self._registration = ""

    async def open(self) -> None:
        def updated(event: dict[str, Any]) -> None:
            for registration in event["registrations"]:
                self._registration = registration["registrationId"]

        self._tools.on("ServiceWorker.workerRegistrationUpdated", updated)
        await self.person.go()
        await self.person.page.evaluate("navigator.serviceWorker.ready")
        await self.person.comes_true("navigator.serviceWorker.controller !== null")
        await self._tools.send("ServiceWorker.enable")
        await until(lambda: self._registration != "")

    async def push(self, **notice: Any) -> None:
        message = {"origin": self.person.url, "registrationId": self._registration, "data": json.dumps(notice)}
        await self._tools.send("ServiceWorker.deliverPushMessage", message)

    async def shown(self) -> list[dict[str, str]]:
        notifications: list[dict[str, str]] = await self.person.page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.ready;
                return (await registration.getNotifications()).map(({ body, tag }) => ({ body, tag }));
            }"""
        )
        return notifications

    async def until_shown(self, *notifications: tuple[str, str]) -> None:
        expected = sorted(notifications)
        for _ in range(200):
            shown = sorted((shown["tag"], shown["body"]) for shown in await self.shown())
            if shown == expected:
                return
            await self.person.page.wait_for_timeout(50)
        raise AssertionError(f"{shown} is not {expected}")


@pytest_asyncio.fixture(loop_scope="session")
async def pushed(server: NoughtsServer, browser: Browser) -> AsyncIterator[Pushed]:
    person = await Person.at(browser, server.url, DESKTOP, offline=True)
    await person.context.grant_permissions(["notifications"], origin=server.url)
    pushed = Pushed(person, await person.context.new_cdp_session(person.page))
    await pushed.open()
    yield pushed
    await person.leave()
    assert person.faults == []


@IN_WHOLE_CHROMIUM
@pytest.mark.proof(only=True)
async def test_a_newer_notification_of_a_game_replaces_the_old_one(pushed: Pushed) -> None:
    assert await pushed.person.page.evaluate("Notification.permission") == "granted"
    await pushed.push(kind="turn", game="g1", by="Bob")
    await pushed.until_shown(("g1", "Bob moved. It’s your turn."))
    await pushed.push(kind="challenge", game="g2", by="Cleo")
    await pushed.push(kind="waiting", game="g1", by="Bob")
    await pushed.until_shown(("g1", "Bob is waiting for your move."), ("g2", "Cleo challenges you to a game."))
    # Unreadable data shows nothing, and breaks nothing.
    await pushed.push(nonsense=True)
    await pushed.push(kind="cancelled", game="g2", by=None)
    await pushed.until_shown(
        ("g1", "Bob is waiting for your move."),
        ("g2", "Your game was cancelled: no moves for several days."),
    )


@IN_WHOLE_CHROMIUM
async def test_a_click_opens_the_game_and_a_player_at_the_game_gets_no_notification(pushed: Pushed) -> None:
    page = pushed.person.page
    game = await page.evaluate(
        """async () => {
            const headers = { "Content-Type": "application/json" };
            const guest = await (await fetch("/api/v1/guests", { method: "POST", headers, body: "{}" })).json();
            headers.Authorization = `Bearer ${guest.token}`;
            const made = await fetch("/api/v1/games", { method: "POST", headers, body: '{"visibility":"private"}' });
            return (await made.json()).game;
        }"""
    )
    await pushed.push(kind="turn", game=game, by="Bob")
    await pushed.until_shown((game, "Bob moved. It’s your turn."))
    [worker] = pushed.person.context.service_workers
    # The system sends the click, which a headless browser doesn't have.
    await worker.evaluate(
        """async () => {
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )
    await page.wait_for_url(f"**/g/{game}")
    await expect(page.get_by_role("grid").or_(page.get_by_role("group")).first).to_be_visible()
    await pushed.until_shown()
    await pushed.push(kind="turn", game=game, by="Bob")
    await pushed.push(kind="turn", game="another", by="Bob")
    await pushed.until_shown(("another", "Bob moved. It’s your turn."))
