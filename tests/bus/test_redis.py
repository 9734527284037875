"""Redis's own: words when it cannot be used, and strangers on the channel."""

import asyncio
import socket

import msgspec
import pytest
from redis.asyncio import Redis

from noughts.bus import redis as redis_bus
from noughts.bus.hint import BusError, Hint, Sighting, Sightings
from noughts.bus.redis import CHANNEL, RedisBus
from noughts.messages.ids import GameId, PlayerId
from tests.contracts.test_buses import Ear, now_ms, until
from tests.server.virtual import START_MS, Time
from tests.servers import ValkeyServer, free_port

BOB = PlayerId("bob")


async def refused(url: str) -> str:
    """The words with which a bus at this URL does not open."""
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
        "redis://me:secret@127.0.0.1:{free}/0",
        "redis://me:secret@no-such-host.invalid",
        "redis://me:secret@127.0.0.1:abc",
        "redis://me:secret@127.0.0.1:99999",
        "redis://me:secret@[::1",
        "redis://127.0.0.1:{free}?colour=blue",
        "unix:///no/such/socket",
    ],
)
async def test_a_redis_that_is_not_there(url: str) -> None:
    assert (await refused(url.format(free=free_port()))).startswith("cannot use Redis at ")


async def test_a_redis_that_does_not_let_us_in(redis_url: str) -> None:
    assert await refused(redis_url.replace("redis://", "redis://me:secret@"))


async def test_something_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        words = await asyncio.wait_for(refused(f"redis://127.0.0.1:{silent.getsockname()[1]}"), 5)
    assert words.endswith("no answer in time")


@pytest.mark.parametrize(
    "said", [b"", b"hello", b"\xff" * 100, msgspec.msgpack.encode(["b"]), msgspec.msgpack.encode(["b", [["g", "one"]]])]
)
async def test_what_is_no_hint_is_ignored(redis_url: str, said: bytes) -> None:
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
    """What is known of Bob, once it is this."""
    async with asyncio.timeout(10):
        while (found := await bus.sightings(BOB)) is None or found.seen != list(seen):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return found


async def test_what_is_known_is_known_since_it_was_told(redis_url: str) -> None:
    time = Time()
    first, second = (RedisBus(redis_url, name, time.now_ms) for name in "ab")
    await first.open(Ear())
    await second.open(Ear())
    time.pass_seconds(60)
    # Somebody who was last here long ago, which is no sign of how long anybody has been watched.
    first.mark(PlayerId("carol"), Sighting(START_MS, False, 30_000))
    assert (await known(second)).known_since_ms == START_MS + 60_000
    await first.close()
    await second.close()


async def test_what_was_seen_before_a_loss_is_not_known_any_more(redis_url: str) -> None:
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


async def test_what_could_not_be_told_of_a_player_is_told_later(valkey: ValkeyServer) -> None:
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
