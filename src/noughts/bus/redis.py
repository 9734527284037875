"""The bus over Redis (or Valkey) publish/subscribe. Without Redis hints are dropped, and tables read the database."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, AuthorizationError, RedisError, ResponseError

from noughts.bus.hint import BusError, Hint, Listener, Sighting, Sightings
from noughts.bus.redis_names import RedisNames
from noughts.bus.redis_outbox import CHANNEL, RETRY_SECONDS, Bulletin, RedisOutbox
from noughts.bus.redis_presence import RedisPresence
from noughts.messages.ids import PlayerId
from noughts.outage import Part

log = structlog.get_logger()

# Players whose remote presence this process keeps: read from Redis once, then updated by the others.
MOST_FOLLOWED = 20_000
CONNECT_SECONDS = 5
# Connections for queries. Queries beyond this number wait for a free one.
MOST_QUERIES = 8

# Raised when Redis answers with an error, or the URL is invalid: retrying would not help.
_WRONG_SETTINGS = (AuthenticationError, AuthorizationError, ResponseError, TypeError, ValueError)


_decoder = msgspec.msgpack.Decoder(Bulletin)


class RedisBus:
    """A bus between all processes that use the same Redis. `sender` identifies this process, `now_ms` is the clock."""

    is_shared = True

    def __init__(self, url: str, sender: str, now_ms: Callable[[], int]) -> None:
        """Raises `BusError` when the URL cannot be read."""
        self._url = url
        try:
            # Retry once, because an idle connection may have died unnoticed.
            self._redis = self._connected(retries=1)
            # A separate connection, so that messages to the others never wait for queries.
            speaker = self._connected(retries=1)
        except ValueError as error:
            raise self._unusable(error) from error
        self._sender = sender
        # How this process's own messages begin, after their first byte. Redis delivers them to this process as well.
        self._own = msgspec.msgpack.encode(sender)
        self._names = RedisNames(self._redis, sender)
        self._presence = RedisPresence(self._redis, sender, now_ms)
        self._now_ms = now_ms
        self._part = Part("Redis", "warning")
        self._outbox = RedisOutbox(speaker, sender, self._names, self._presence, self._part.worked, self._away)
        # Since when no message can have been missed; None while the connection is lost.
        self._heard_since_ms: int | None = None
        self._followed: OrderedDict[PlayerId, dict[str, Sighting]] = OrderedDict()
        # Reports about players that arrive while Redis is being queried about them.
        self._asking: dict[PlayerId, dict[str, Sighting]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._redis.ping()
        except _WRONG_SETTINGS as error:
            # Unknown options and names in the URL are found only here, as TypeError and ValueError.
            await self._redis.aclose()
            raise self._unusable(error) from error
        except (RedisError, OSError) as error:
            # Games continue without Redis; changes by other processes show up later.
            self._away(error)
        subscribed = asyncio.Event()
        if self._part.is_away:
            subscribed.set()
        self._tasks = [
            asyncio.create_task(self._hear_all(listener, subscribed)),
            asyncio.create_task(self._outbox.send_forever()),
            asyncio.create_task(self._names.live()),
        ]
        await subscribed.wait()

    def _connected(self, retries: int) -> Redis:
        retry = Retry(NoBackoff(), retries)
        pool = BlockingConnectionPool.from_url(
            self._url,
            max_connections=MOST_QUERIES,
            timeout=CONNECT_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=None,
            retry=retry,
        )
        return Redis.from_pool(pool)

    def _unusable(self, error: Exception) -> BusError:
        return BusError(f"cannot use Redis at {self._url.rpartition('@')[2]}: {str(error) or 'no answer in time'}")

    def _away(self, error: Exception) -> None:
        self._part.failed(error)
        # Messages from the others may be lost from now on.
        self._followed.clear()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._part.is_away:
            with contextlib.suppress(RedisError, OSError, TimeoutError):
                await self._names.leave()
        await self._redis.aclose()
        await self._outbox.close()

    def publish(self, hints: Sequence[Hint]) -> None:
        self._outbox.publish(hints)

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        self._outbox.mark(player, sighting)

    def hold_name(self, name: str, is_held: bool) -> None:
        self._outbox.hold_name(name, is_held)

    async def claim_name(self, name: str) -> bool:
        if self._heard_since_ms is None:
            return True
        try:
            is_ours = await self._names.claim(name)
        except (RedisError, OSError, TimeoutError) as error:
            self._away(error)
            return True
        if not is_ours:
            self.hold_name(name, False)
        return is_ours

    async def sightings(self, player: PlayerId) -> Sightings | None:
        heard_since_ms = self._heard_since_ms
        seen = None if heard_since_ms is None else await self._presence_of(player)
        if seen is None or heard_since_ms is None:
            return None
        # Presence from before an outage may be out of date: other processes could not report changes.
        return Sightings(max(self._presence.since_ms, heard_since_ms), list(seen.values()))

    async def last_reported(self, player: PlayerId) -> list[Sighting]:
        if self._heard_since_ms is None:
            return []
        followed = self._followed.get(player)
        if followed is None:
            meanwhile = self._asking.setdefault(player, {})
            try:
                seen = await self._presence_of(player)
            finally:
                self._asking.pop(player, None)
            if seen is not None:
                # Another task may have queried at the same time, and received newer reports since.
                followed = self._followed.setdefault(player, seen | meanwhile)
            if len(self._followed) > MOST_FOLLOWED:
                self._followed.popitem(last=False)
        return list((followed or {}).values())

    def in_memory(self, player: PlayerId) -> Iterable[Sighting]:
        return self._followed.get(player, {}).values()

    async def _presence_of(self, player: PlayerId) -> dict[str, Sighting] | None:
        try:
            return await self._presence.read(player)
        except (RedisError, OSError, TimeoutError, ValueError) as error:
            self._away(error)
            return None

    async def _hear_all(self, listener: Listener, subscribed: asyncio.Event) -> None:
        while True:
            try:
                # A separate connection from queries and publishing, never reconnected silently: missed messages must be
                # looked up.
                async with self._connected(retries=0) as redis, redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "subscribe":
                            self._part.worked()
                            self._heard_since_ms = self._now_ms()
                            self._followed.clear()
                            if subscribed.is_set():
                                listener.missed()
                            subscribed.set()
                        else:
                            self._hear(listener, message)
            except (RedisError, OSError) as error:
                self._away(error)
            finally:
                self._heard_since_ms = None
            await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, listener: Listener, message: dict[str, Any]) -> None:
        data: bytes = message["data"]
        if data.startswith(self._own, 1):
            return
        try:
            bulletin = _decoder.decode(data)
        except msgspec.DecodeError:
            log.warning("an unreadable hint was ignored")
            return
        for player, sighting in bulletin.marks:
            for known in (self._followed.get(player), self._asking.get(player)):
                if known is not None:
                    known[bulletin.sender] = sighting
        listener.receive(bulletin.hints)
