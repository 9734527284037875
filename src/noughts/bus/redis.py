"""The bus over Redis (or Valkey) publish/subscribe. While Redis is away hints are dropped: halls heal by looking."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from noughts.bus.hint import BusError, Hint, Listener, Sighting, Sightings
from noughts.messages.ids import PlayerId

log = structlog.get_logger()

CHANNEL = "noughts:hints"
# A hash for each player: by process, what it has last seen. They end by themselves.
SEEN = "noughts:seen:"
SEEN_SECONDS = 24 * 3600
# Since when the hashes are kept: whoever lost them all must not take everybody for gone.
SEEN_SINCE = "noughts:seen-since"
MOST_WAITING = 10_000
RETRY_SECONDS = 0.5
CONNECT_SECONDS = 5


class Bulletin(msgspec.Struct, frozen=True, array_like=True):
    """One message on the channel: who says it, and everything that was waiting to be said."""

    sender: str
    hints: list[Hint]


_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Bulletin)
_sighting_decoder = msgspec.msgpack.Decoder(Sighting)


class RedisBus:
    """A bus between all processes that use the same Redis. `sender` tells them apart."""

    is_shared = True

    def __init__(self, url: str, sender: str) -> None:
        """Raises `BusError` when the URL cannot be read."""
        self._url = url
        try:
            self._redis: Redis = Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=None)
        except ValueError as error:
            raise self._unusable(error) from error
        self._sender = sender
        # Only hints: when Redis is away for long the oldest go first, and the halls look for themselves anyway.
        self._waiting: deque[Hint] = deque(maxlen=MOST_WAITING)
        self._marks: OrderedDict[PlayerId, Sighting] = OrderedDict()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._redis.ping()
        except (RedisError, OSError, TypeError, ValueError) as error:
            # Options and names in the URL that nobody knows show only here, as errors of type and value.
            await self._redis.aclose()
            raise self._unusable(error) from error
        subscribed = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._hear_all(listener, subscribed)),
            asyncio.create_task(self._say_all()),
        ]
        await subscribed.wait()

    def _unusable(self, error: Exception) -> BusError:
        return BusError(f"cannot use Redis at {self._url.rpartition('@')[2]}: {str(error) or 'no answer in time'}")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def publish(self, hints: Sequence[Hint]) -> None:
        self._waiting.extend(hints)
        self._wake.set()

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        self._marks[player] = sighting
        if len(self._marks) > MOST_WAITING:
            self._marks.popitem(last=False)
        self._wake.set()

    async def sightings(self, player: PlayerId) -> Sightings | None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hgetall(SEEN + player)
                pipeline.get(SEEN_SINCE)
                told, since = await pipeline.execute()
            if since is None:
                return None
            mine = self._sender.encode()
            return Sightings(int(since), [_sighting_decoder.decode(s) for by, s in told.items() if by != mine])
        except (RedisError, OSError, TimeoutError, ValueError) as error:
            log.warning("who is here cannot be known", error=str(error))
            return None

    async def _say_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            hints, marks = list(self._waiting), list(self._marks.items())
            self._waiting.clear()
            self._marks.clear()
            try:
                if hints:
                    await self._redis.publish(CHANNEL, _encode(Bulletin(self._sender, hints)))
                if marks:
                    await self._keep(marks)
            except (RedisError, OSError) as error:
                log.warning("hints were dropped", error=str(error), hints=len(hints), sightings=len(marks))
                await asyncio.sleep(RETRY_SECONDS)

    async def _keep(self, marks: list[tuple[PlayerId, Sighting]]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.set(SEEN_SINCE, marks[0][1].at_ms, nx=True)
            for player, sighting in marks:
                pipeline.hset(SEEN + player, self._sender, _encode(sighting))
                pipeline.expire(SEEN + player, SEEN_SECONDS)
            await pipeline.execute()

    async def _hear_all(self, listener: Listener, subscribed: asyncio.Event) -> None:
        while True:
            pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await pubsub.subscribe(CHANNEL)
                if subscribed.is_set():
                    listener.missed()
                subscribed.set()
                async for message in pubsub.listen():
                    self._hear(listener, message)
            except (RedisError, OSError) as error:
                log.warning("the bus is away", error=str(error))
            finally:
                await pubsub.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, listener: Listener, message: dict[str, Any]) -> None:
        try:
            bulletin = _decoder.decode(message["data"])
        except (msgspec.DecodeError, TypeError):
            log.warning("an unreadable hint was ignored")
            return
        if bulletin.sender != self._sender:
            listener.hear(bulletin.hints)
