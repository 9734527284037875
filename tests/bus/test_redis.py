"""Redis only: the error when it can't be used, messages of other programs, outages and retries."""

import asyncio
import socket
from typing import Any

import msgspec
import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NoConnection
from structlog.testing import capture_logs

from noughts.bus import redis as redis_bus
from noughts.bus.hint import BusError, Hint, Sighting, Sightings, StoredRow
from noughts.bus.redis import RedisBus
from noughts.bus.redis_outbox import CHANNEL, RETRY_SECONDS
from noughts.messages.ids import GameId, PlayerId
from tests.contracts.test_buses import Ear, now_ms, until
from tests.server.virtual import START_MS, Time
from tests.servers import ValkeyServer, free_port

BOB = PlayerId("bob")


async def refused(url: str) -> str:
    """Return the error with which a bus at this URL fails to open."""
    with pytest.raises(BusError) as refusal:
        await RedisBus(url, "a", now_ms).open(Ear())
    words = str(refusal.value)
    assert words.isprintable()
    assert "secret" not in words
    assert not words.rstrip().endswith(":")
    return words


@pytest.mark.parametrize(
    "url",
    [
        "redis://me:secret@127.0.0.1:abc",
        "redis://me:secret@127.0.0.1:99999",
        "redis://me:secret@[::1",
        "redis://127.0.0.1:{free}?colour=blue",
    ],
)
async def test_refuses_an_invalid_url(url: str) -> None:
    assert (await refused(url.format(free=free_port()))).startswith("cannot use Redis at ")


@pytest.mark.parametrize(
    "url",
    [
        "redis://me:secret@127.0.0.1:{free}/0",
        "redis://me:secret@no-such-host.invalid",
        "unix:///no/such/socket",
    ],
)
async def test_logs_one_warning_if_redis_is_down_at_the_start(url: str) -> None:
    bus = RedisBus(url.format(free=free_port()), "a", now_ms)
    with capture_logs() as logs:
        await asyncio.wait_for(bus.open(Ear()), 10)
        bus.publish([Hint(GameId("g"), 1)])
        await asyncio.sleep(RETRY_SECONDS * 2)
        await bus.close()
    assert [(line["log_level"], line["event"]) for line in logs] == [("warning", "Redis is unreachable")]
    assert "secret" not in str(logs)


async def test_connects_when_redis_starts_later(valkey: ValkeyServer) -> None:
    ear, bus = Ear(), RedisBus(valkey.url, "a", now_ms)
    valkey.stop()
    with capture_logs() as logs:
        await bus.open(ear)
        valkey.start()
        await until(lambda: ear.times_missed > 0)
    assert [line["event"] for line in logs] == ["Redis is unreachable", "Redis is reachable again"]
    await bus.close()


async def test_reports_a_rejected_password(redis_url: str) -> None:
    assert await refused(redis_url.replace("redis://", "redis://me:secret@"))


async def test_reports_a_server_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, capture_logs() as logs:
        bus = RedisBus(f"redis://127.0.0.1:{silent.getsockname()[1]}", "a", now_ms)
        await asyncio.wait_for(bus.open(Ear()), 5)
        await bus.close()
    assert [line["event"] for line in logs] == ["Redis is unreachable"]


@pytest.mark.parametrize(
    "said", [b"", b"hello", b"\xff" * 100, msgspec.msgpack.encode(["b"]), msgspec.msgpack.encode(["b", [["g", "one"]]])]
)
async def test_ignores_messages_from_other_programs(redis_url: str, said: bytes) -> None:
    bus, ear = RedisBus(redis_url, "a", now_ms), Ear()
    await bus.open(ear)
    other = RedisBus(redis_url, "b", now_ms)
    await other.open(Ear())
    async with Redis.from_url(redis_url) as stranger:
        await stranger.publish(CHANNEL, said)
    other.publish([Hint(GameId("g"), 1)])
    await until(lambda: bool(ear.heard))
    assert ear.heard == [Hint(GameId("g"), 1)]
    await bus.close()
    await other.close()


async def known(bus: RedisBus, *seen: Sighting) -> Sightings:
    """Wait until this is known about Bob, and return it."""
    async with asyncio.timeout(10):
        while (found := await bus.sightings(BOB)) is None or found.seen != list(seen):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return found


async def test_presence_starts_with_the_first_report(redis_url: str) -> None:
    time = Time()
    first, second = (RedisBus(redis_url, name, time.now_ms) for name in "ab")
    await first.open(Ear())
    await second.open(Ear())
    time.pass_seconds(60)
    # This player was last seen long ago, which says nothing about how long the bus has been listening.
    first.mark(PlayerId("carol"), Sighting(START_MS, False, 30_000))
    assert (await known(second)).known_since_ms == START_MS + 60_000
    await first.close()
    await second.close()


async def test_forgets_presence_from_before_an_outage(redis_url: str) -> None:
    time = Time()
    bus, ear, other = RedisBus(redis_url, "a", time.now_ms), Ear(), RedisBus(redis_url, "b", time.now_ms)
    await bus.open(ear)
    await other.open(Ear())
    seen = Sighting(START_MS, False, 30_000)
    other.mark(BOB, seen)
    assert (await known(bus, seen)).known_since_ms == START_MS
    time.pass_seconds(60)
    async with Redis.from_url(redis_url) as stranger:
        await stranger.client_kill_filter(_type="pubsub")
    await until(lambda: ear.times_missed == 1)
    assert (await known(bus, seen)).known_since_ms == START_MS + 60_000
    await bus.close()
    await other.close()


async def test_retries_reporting_a_player_that_could_not_be_reported_at_first(valkey: ValkeyServer) -> None:
    first, second = (RedisBus(valkey.url, name, now_ms) for name in "ab")
    await first.open(Ear())
    await second.open(Ear())
    await asyncio.to_thread(valkey.stop)
    seen = Sighting(now_ms(), True, 30_000)
    first.mark(BOB, seen)
    await asyncio.to_thread(valkey.start)
    assert (await known(second, seen)).seen == [seen]
    await first.close()
    await second.close()


async def test_hundreds_of_queries_at_once_delay_no_hint(redis_url: str) -> None:
    """Check a node that asks about all its players at once, as it does after its start."""
    first, second = (RedisBus(redis_url, name, now_ms) for name in "ab")
    ear = Ear()
    await first.open(Ear())
    await second.open(ear)
    first.mark(BOB, Sighting(now_ms(), True, 30_000))
    players = [PlayerId(f"p{n}") for n in range(300)]
    with capture_logs() as logs:
        asked = [
            *(first.last_reported(player) for player in players),
            *(first.claim_name(player) for player in players),
        ]
        answers = asyncio.gather(*asked)
        first.publish([Hint(GameId("g"), 1)])
        await until(lambda: bool(ear.heard))
        assert await answers == [[]] * 300 + [True] * 300
    assert logs == []
    await first.close()
    await second.close()


async def test_resends_messages_that_could_not_be_sent(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that chat is not repeated: it may have arrived, and nobody wants to read it twice."""
    first, second = (RedisBus(redis_url, name, now_ms) for name in "ab")
    ear, send = Ear(), first._outbox._send
    await first.open(Ear())
    await second.open(ear)

    async def fail_once(*said: Any) -> None:
        monkeypatch.setattr(first._outbox, "_send", send)
        raise NoConnection

    monkeypatch.setattr(first._outbox, "_send", fail_once)
    moves = [Hint(GameId("g"), version, row=StoredRow(0, BOB, None, "[]")) for version in (1, 2)]
    first.publish([moves[0], Hint(GameId("g"), 1, said=b"hello")])
    await asyncio.sleep(RETRY_SECONDS / 2)
    first.publish([moves[1]])
    await until(lambda: len(ear.heard) >= 2)
    assert ear.heard == moves
    await first.close()
    await second.close()


async def test_sends_over_a_new_connection_if_redis_has_closed_the_idle_one(redis_url: str) -> None:
    first, second = (RedisBus(redis_url, name, now_ms) for name in "ab")
    ear = Ear()
    await first.open(Ear())
    await second.open(ear)
    sent = list[Hint]()
    with capture_logs() as logs:
        for version in (1, 2):
            sent.append(Hint(GameId("g"), version))
            first.publish(sent[-1:])
            await until(lambda: ear.heard == sent)
            async with Redis.from_url(redis_url) as stranger:
                # Those that send; the subscribers keep theirs.
                await stranger.client_kill_filter(_type="normal", skipme=True)
    assert logs == []
    await first.close()
    await second.close()
