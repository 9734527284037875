"""Redis's own: words when it cannot be used, and strangers on the channel."""

import asyncio
import socket

import msgspec
import pytest
from redis.asyncio import Redis

from noughts.bus import redis as redis_bus
from noughts.bus.hint import BusError, Hint
from noughts.bus.redis import CHANNEL, RedisBus
from noughts.messages.ids import GameId
from tests.contracts.test_buses import Ear, until
from tests.servers import free_port


async def refused(url: str) -> str:
    """The words with which a bus at this URL does not open."""
    with pytest.raises(BusError) as refusal:
        await RedisBus(url, "a").open(Ear())
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
    bus, ear = RedisBus(redis_url, "a"), Ear()
    await bus.open(ear)
    other = RedisBus(redis_url, "b")
    await other.open(Ear())
    async with Redis.from_url(redis_url) as stranger:
        await stranger.publish(CHANNEL, said)
    other.publish([Hint(GameId("g"), 1)])
    await until(lambda: bool(ear.heard))
    assert ear.heard == [Hint(GameId("g"), 1)]
    await bus.close()
    await other.close()
