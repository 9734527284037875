"""The bus over Redis (or Valkey) publish/subscribe. While Redis is away hints are dropped: halls heal by looking."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
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
    """A bus between all processes that use the same Redis. `sender` tells them apart, `now_ms` says what time it is."""

    is_shared = True

    def __init__(self, url: str, sender: str, now_ms: Callable[[], int]) -> None:
        """Raises `BusError` when the URL cannot be read."""
        self._url = url
        try:
            # Once more, since a connection that has rested may have died unseen.
            self._redis = self._connected(retries=1)
        except ValueError as error:
            raise self._unusable(error) from error
        self._sender = sender
        self._now_ms = now_ms
        # Since when nothing can have escaped us; None while the connection is lost.
        self._heard_since_ms: int | None = None
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

    def _connected(self, retries: int) -> Redis:
        retry = Retry(NoBackoff(), retries)
        return Redis.from_url(self._url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=None, retry=retry)

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
        heard_since_ms = self._heard_since_ms
        if heard_since_ms is None:
            return None
        try:
            async with asyncio.timeout(CONNECT_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hgetall(SEEN + player)
                pipeline.get(SEEN_SINCE)
                told, since = await pipeline.execute()
            if since is None:
                return None
            mine = self._sender.encode()
            # What was seen before a loss may be long untrue: whoever saw something else could not tell.
            known_since_ms = max(int(since), heard_since_ms)
            return Sightings(known_since_ms, [_sighting_decoder.decode(s) for by, s in told.items() if by != mine])
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
                log.warning("hints were dropped", error=str(error), hints=len(hints))
                self._put_back(marks)
                await asyncio.sleep(RETRY_SECONDS)

    def _put_back(self, marks: Iterable[tuple[PlayerId, Sighting]]) -> None:
        """Tell of these players again, unless there is something newer to tell: nobody can find that out by looking."""
        for player, sighting in marks:
            self._marks.setdefault(player, sighting)
        while len(self._marks) > MOST_WAITING:
            self._marks.popitem(last=False)
        if self._marks:
            self._wake.set()

    async def _keep(self, marks: list[tuple[PlayerId, Sighting]]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.set(SEEN_SINCE, self._now_ms(), nx=True)
            for player, sighting in marks:
                pipeline.hset(SEEN + player, self._sender, _encode(sighting))
                pipeline.expire(SEEN + player, SEEN_SECONDS)
            await pipeline.execute()

    async def _hear_all(self, listener: Listener, subscribed: asyncio.Event) -> None:
        while True:
            try:
                # Apart from where we ask and tell, and never made anew unseen: what has escaped us must be looked for.
                async with self._connected(retries=0) as redis, redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "subscribe":
                            self._heard_since_ms = self._now_ms()
                            if subscribed.is_set():
                                listener.missed()
                            subscribed.set()
                        else:
                            self._hear(listener, message)
            except (RedisError, OSError) as error:
                log.warning("the bus is away", error=str(error))
            finally:
                self._heard_since_ms = None
            await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, listener: Listener, message: dict[str, Any]) -> None:
        try:
            bulletin = _decoder.decode(message["data"])
        except (msgspec.DecodeError, TypeError):
            log.warning("an unreadable hint was ignored")
            return
        if bulletin.sender != self._sender:
            listener.hear(bulletin.hints)
