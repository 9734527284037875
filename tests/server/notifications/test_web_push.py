"""Web push to a local service that checks signatures and decrypts: what is sent, when, how often and to whom."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from httpx2 import AsyncClient

from noughts.app import Application
from noughts.client import Client
from noughts.client.api import Api
from noughts.messages import commands as c
from noughts.messages.setup import ClockSetting
from noughts.storage.push import MOST_FAILURES
from noughts.storage.settings import change_settings
from tests.server.virtual import Time, server_at
from tests.servers import ValkeyServer
from tests.servers.pushservice import Browser, PushService, push_service
from tests.waiting import until

SLOW = ClockSetting(days_per_move=3)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def service(time: Time) -> AsyncIterator[PushService]:
    async with push_service() as service:
        service.now = time.ms / 1000
        yield service


@pytest_asyncio.fixture
async def server(time: Time, tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(time, tmp_path, push_anywhere=True, push_contact="mailto:ann@example.org") as application:
        yield application


class Bob:
    """A player over HTTP, with browsers that receive push messages."""

    def __init__(self, server: Application, service: PushService, api: Api) -> None:
        self.server = server
        self.service = service
        self.api = api

    async def subscribe(self) -> Browser:
        browser = self.service.new_browser()
        assert (await self.post("push/subscriptions", browser.subscription)).status_code == 200
        return browser

    async def post(self, path: str, body: Any) -> Any:
        return await self.api._http.post(path, json=body)

    async def told(self, *kinds: str) -> None:
        while sorted(notice.kind for notice in (await self.api.inbox()).notices) != sorted(kinds):
            pass

    async def change(self, **settings: Any) -> None:
        await self.server.database.write(change_settings, (await self.api.me()).id, settings)


@pytest_asyncio.fixture
async def bob(server: Application, service: PushService) -> AsyncIterator[Bob]:
    async with Api(server.address) as api:
        await api.be_guest("Bob")
        service.key = (await api._http.get("push/key")).json()["key"]
        yield Bob(server, service, api)


@pytest_asyncio.fixture
async def ann(server: Application) -> AsyncIterator[Client]:
    async with Client(server.address, name="Ann") as ann:
        yield ann


async def _one_more_turn(ann: Client, bob: Bob) -> None:
    """Open another game in which it is Bob's turn."""
    told = len((await bob.api.inbox()).notices)
    x = await ann.create(clock=SLOW)
    await bob.api.join(x.id)
    await x.move(4)
    await bob.told(*["turn"] * (told + 1))


async def _your_turn(ann: Client, bob: Bob) -> str:
    x = await ann.create(clock=SLOW)
    await bob.api.join(x.id)
    await x.move(4)
    await bob.told("turn")
    return x.id


async def test_sends_one_push_to_every_browser(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    browsers = [await bob.subscribe() for _ in range(2)]
    game = await _your_turn(ann, bob)
    push_due = server.services.web_push.push_due
    # Not at once: a player who looks at the game within three seconds needs no push.
    assert await push_due() == 0
    time.pass_seconds(3)
    assert await push_due() == 1
    assert await push_due() == 0
    for browser in browsers:
        assert browser.received == [{"kind": "turn", "game": game, "by": "Ann"}]
        assert browser.headers["ttl"] == "86400"
    assert service.refused == []


async def test_uses_one_topic_per_game(server: Application, ann: Client, bob: Bob, time: Time) -> None:
    browser = await bob.subscribe()
    topics = []
    x = await ann.create(clock=SLOW)
    await bob.api.join(x.id)
    for mine, theirs in ((4, 0), (1, 2)):
        await x.until_my_turn()
        await x.move(mine)
        await bob.told("turn")
        time.pass_seconds(3)
        # The inbox may still show the notice of the turn before, so wait for the new one.
        async with asyncio.timeout(10):
            while await server.services.web_push.push_due() == 0:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        topics.append(browser.headers["topic"])
        await bob.api.move(x.id, theirs)
        await bob.told()
    other = await ann.create(clock=SLOW)
    await bob.api.join(other.id)
    await other.move(4)
    await bob.told("turn")
    time.pass_seconds(3)
    await server.services.web_push.push_due()
    topics.append(browser.headers["topic"])
    assert topics[0] == topics[1] != topics[2]


async def test_sends_no_push_to_a_player_who_moves_reads_the_notice_or_opens_the_game_first(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    await bob.subscribe()
    moved = await _your_turn(ann, bob)
    await bob.api.move(moved, 0)
    await bob.told()
    read = await _your_turn(ann, bob)
    await bob.api.read(read)
    await bob.api.dismiss(read)
    looked = await _your_turn(ann, bob)
    token = bob.api._http.headers["Authorization"].partition(" ")[2]
    async with Client(server.address, token=token) as looking:
        await looking.watch(looked)
        await until(lambda: not server.services.notices._leaving)
        time.pass_seconds(60)
        assert await server.services.web_push.push_due() == 0
    assert service.requests == 0


async def test_a_page_in_the_background_does_not_stop_the_push(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    browser = await bob.subscribe()
    token = bob.api._http.headers["Authorization"].partition(" ")[2]
    async with Client(server.address, token=token) as tab:
        x = await ann.create(clock=SLOW)
        await tab.join(x.id)
        tab.send(c.Heartbeat(hidden=True))
        await tab.open_games()
        await x.move(4)
        await bob.told("turn")
        time.pass_seconds(3)
        assert await server.services.web_push.push_due() == 1
        assert len(browser.received) == 1


async def test_quiet_hours_delay_the_push(server: Application, ann: Client, bob: Bob, time: Time) -> None:
    browser = await bob.subscribe()
    # Quiet hours around the present, by Bob's clock, which is two hours ahead of the server's.
    utc_minutes = time.ms // 60_000 % 1440
    begin, end = (utc_minutes + 120 - 30) % 1440, (utc_minutes + 120 + 45) % 1440
    await bob.change(
        quiet_from=f"{begin // 60:02}:{begin % 60:02}",
        quiet_until=f"{end // 60:02}:{end % 60:02}",
        utc_offset_minutes=120,
    )
    await _your_turn(ann, bob)
    for minutes in (1, 20, 22):
        time.pass_seconds(minutes * 60)
        assert await server.services.web_push.push_due() == 0
    assert browser.received == []
    time.pass_seconds(2 * 60)
    assert await server.services.web_push.push_due() == 1
    assert len(browser.received) == 1


@pytest.mark.parametrize("setting", ["notifications", "notify_turn"])
async def test_sends_no_push_if_the_setting_is_off(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time, setting: str
) -> None:
    await bob.subscribe()
    await bob.change(**{setting: False})
    await _your_turn(ann, bob)
    time.pass_seconds(3)
    assert await server.services.web_push.push_due() == 0
    assert service.requests == 0


@pytest.mark.parametrize("status", [404, 410])
async def test_forgets_a_browser_that_the_push_service_no_longer_knows(
    server: Application, ann: Client, bob: Bob, time: Time, status: int
) -> None:
    gone, there = await bob.subscribe(), await bob.subscribe()
    gone.status = status
    await _your_turn(ann, bob)
    time.pass_seconds(3)
    assert await server.services.web_push.push_due() == 1
    assert len(there.received) == 1
    assert (await bob.post("push/unsubscribe", {"endpoint": gone.endpoint})).json() == {"browsers": 0}
    assert (await bob.post("push/unsubscribe", {"endpoint": there.endpoint})).json() == {"browsers": 1}


async def test_removes_a_subscription_only_after_repeated_failures(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    browser = await bob.subscribe()
    browser.status = 503
    for number in range(MOST_FAILURES):
        assert service.requests == number
        game = await _your_turn(ann, bob)
        time.pass_seconds(3)
        await server.services.web_push.push_due()
        await bob.api.resign(game)
    assert (await bob.post("push/unsubscribe", {"endpoint": browser.endpoint})).json() == {"browsers": 0}


async def test_one_players_dead_browsers_do_not_delay_other_players(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    swallowed: set[asyncio.StreamWriter] = set()

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        swallowed.add(writer)
        with suppress(OSError):
            while await reader.read(65_536):
                pass
        writer.close()
        swallowed.remove(writer)

    dead = await asyncio.start_server(swallow, "127.0.0.1", 0)
    port = dead.sockets[0].getsockname()[1]
    async with Api(server.address) as api:
        await api.be_guest("Mallory")
        mallory = Bob(server, service, api)
        for number in range(16):
            subscription = service.new_browser().subscription | {"endpoint": f"http://127.0.0.1:{port}/{number}"}
            assert (await mallory.post("push/subscriptions", subscription)).status_code == 200
        # These messages are due before the other player's.
        for _ in range(3):
            await _one_more_turn(ann, mallory)
        browser = await bob.subscribe()
        time.pass_seconds(1)
        await _your_turn(ann, bob)
        time.pass_seconds(3)
        pushing = asyncio.create_task(server.services.web_push.push_due())
        await until(lambda: bool(browser.received), timeout=4)
        assert swallowed
        pushing.cancel()
        await asyncio.gather(pushing, return_exceptions=True)
    # A connection that is being accepted now appears after a few turns of the loop.
    dead.close()
    await asyncio.sleep(0.05)
    await until(lambda: not swallowed)


async def test_does_not_follow_redirects(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    await bob.subscribe()
    service.redirect_to = service.url + "/elsewhere"
    await _your_turn(ann, bob)
    time.pass_seconds(3)
    await server.services.web_push.push_due()
    assert service.requests == 1


async def test_keeps_16_browsers_and_removes_all_with_one_request(
    server: Application, service: PushService, ann: Client, bob: Bob, time: Time
) -> None:
    browsers = []
    for _ in range(18):
        time.pass_seconds(1)
        browsers.append(await bob.subscribe())
    await _your_turn(ann, bob)
    time.pass_seconds(3)
    await server.services.web_push.push_due()
    assert [len(browser.received) for browser in browsers] == [0, 0, *[1] * 16]
    reply = await bob.api._http.delete("push/subscriptions")
    assert reply.json() == {"browsers": 16}
    await _your_turn_again(ann, bob, time)
    assert await server.services.web_push.push_due() == 0


async def _your_turn_again(ann: Client, bob: Bob, time: Time) -> None:
    x = await ann.create(clock=SLOW)
    await bob.api.join(x.id)
    await x.move(4)
    await bob.told("turn", "turn")
    time.pass_seconds(3)


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://push.example:8443/x"},
        {"endpoint": "https://user@push.example/x"},
        {"endpoint": "ftp://push.example/x"},
        {"endpoint": "https:///x"},
        {"endpoint": "https://push.example/\r\nX: y"},
        {"keys": {"p256dh": "BAAA", "auth": "c2l4dGVlbiBieXRlcyBvaw"}},
        {"keys": {"p256dh": "!" * 87, "auth": "c2l4dGVlbiBieXRlcyBvaw"}},
        {"keys": {"auth": "c2hvcnQ"}},
    ],
)
async def test_refuses_bad_subscriptions(tmp_path: Path, time: Time, change: dict[str, Any]) -> None:
    good = Browser("https://push.example/x").subscription
    async with server_at(time, tmp_path) as server, Api(server.address) as api:
        await api.be_guest()
        assert (await api._http.post("push/subscriptions", json=good)).status_code == 200
        keys = {**good["keys"], **change.get("keys", {})}
        reply = await api._http.post("push/subscriptions", json={**good, **change, "keys": keys})
        assert (reply.status_code, reply.json()["code"]) == (422, "bad_subscription")


async def test_the_signing_key_survives_a_restart(tmp_path: Path, time: Time) -> None:
    keys = set()
    for _ in range(2):
        async with server_at(time, tmp_path) as server, AsyncClient(base_url=server.address) as http:
            keys.add((await http.get("/api/v1/push/key")).json()["key"])
    assert len(keys) == 1


async def test_two_nodes_send_each_push_once(
    postgres_url: str, valkey: ValkeyServer, service: PushService, time: Time
) -> None:
    how: dict[str, Any] = {"database": postgres_url, "redis": valkey.url, "push_anywhere": True}
    async with (
        server_at(time, **how) as first,
        server_at(time, **how) as second,
        Client(first.address, name="Ann") as ann,
        Api(second.address) as api,
    ):
        await api.be_guest()
        bob = Bob(second, service, api)
        service.key = (await api._http.get("push/key")).json()["key"]
        browser = await bob.subscribe()
        games = []
        for _ in range(10):
            x = await ann.create(clock=SLOW)
            await api.join(x.id)
            await x.move(4)
            games.append(x.id)
        await bob.told(*["turn"] * 10)
        time.pass_seconds(3)
        pushed = await asyncio.gather(*(node.services.web_push.push_due() for node in (first, second) * 3))
        assert sum(pushed) == 10
        assert sorted(message["game"] for message in browser.received) == sorted(games)
        # Both nodes sign with the same key.
        assert service.refused == []
