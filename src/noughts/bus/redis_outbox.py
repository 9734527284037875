"""Messages to the other processes, sent together over one connection to Redis."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence

import msgspec
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

from noughts.bus.hint import Hint, Sighting
from noughts.bus.redis_names import RedisNames
from noughts.bus.redis_presence import RedisPresence
from noughts.messages.ids import PlayerId

CHANNEL = "noughts:hints"
MOST_WAITING = 10_000
RETRY_SECONDS = 0.5
# A message over Redis costs both ends as much as several moves. After a message with this many hints, a busy process
# waits a little, so that the next message carries more hints.
MANY_HINTS = 8
PAUSE_SECONDS = 0.005


class Bulletin(msgspec.Struct, frozen=True, array_like=True):
    """One message on the channel: the sender, and everything that was waiting to be sent."""

    sender: str
    hints: list[Hint]
    # The players as the sender last saw them.
    marks: list[tuple[PlayerId, Sighting]] = []


_encode = msgspec.msgpack.Encoder().encode


class RedisOutbox:
    """The queue of messages to send. `worked` and `failed` are called after each attempt to send."""

    def __init__(
        self,
        redis: Redis,
        sender: str,
        names: RedisNames,
        presence: RedisPresence,
        worked: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._redis = redis
        self._sender = sender
        self._names = names
        self._presence = presence
        self._worked = worked
        self._failed = failed
        # During a long outage of Redis the oldest are dropped; tables check the database anyway.
        self._hints: deque[Hint] = deque(maxlen=MOST_WAITING)
        self._marks: OrderedDict[PlayerId, Sighting] = OrderedDict()
        self._wake = asyncio.Event()
        # Kept for all messages: through the client's pool, a message would cost four times as much.
        self._connection: AbstractConnection | None = None

    def publish(self, hints: Sequence[Hint]) -> None:
        self._hints.extend(hints)
        self._wake.set()

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        self._marks[player] = sighting
        if len(self._marks) > MOST_WAITING:
            self._marks.popitem(last=False)
        self._wake.set()

    def hold_name(self, name: str, is_held: bool) -> None:
        self._names.hold(name, is_held)
        self._wake.set()

    async def send_forever(self) -> None:
        """Send whatever is waiting, again and again."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            hints, marks = list(self._hints), list(self._marks.items())
            self._hints.clear()
            self._marks.clear()
            try:
                await self._send(hints, marks)
                self._worked()
                if len(hints) >= MANY_HINTS:
                    await asyncio.sleep(PAUSE_SECONDS)
            except (RedisError, OSError) as error:
                self._failed(error)
                self._put_back(hints, marks)
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _send(self, hints: list[Hint], marks: list[tuple[PlayerId, Sighting]]) -> None:
        # Presence is stored first, so that a process which starts to follow a player now misses nothing.
        if marks or self._names.has_news:
            async with self._redis.pipeline(transaction=False) as pipeline:
                names = self._names.write(pipeline)
                self._presence.write(pipeline, marks)
                await pipeline.execute()
            self._names.written(names)
        if hints or marks:
            await self._publish(_encode(Bulletin(self._sender, hints, marks)))

    async def _publish(self, message: bytes) -> None:
        if self._connection is None:
            self._connection = await self._redis.connection_pool.get_connection()  # type: ignore[no-untyped-call]
        try:
            await _publish_over(self._connection, message)
        except ConnectionLost:
            # It may have died unnoticed while it was idle. A lost connection connects again when it is used.
            await _publish_over(self._connection, message)

    def _put_back(self, hints: Iterable[Hint], marks: Iterable[tuple[PlayerId, Sighting]]) -> None:
        """Queue these again unless newer ones are waiting: the receivers can't detect a lost message.

        Only messages that may arrive twice are queued, because the failed one may have reached the others.
        """
        repeatable = (hint for hint in hints if hint.row is not None or hint.player is not None)
        self._hints = deque([*repeatable, *self._hints], maxlen=MOST_WAITING)
        for player, sighting in marks:
            self._marks.setdefault(player, sighting)
        while len(self._marks) > MOST_WAITING:
            self._marks.popitem(last=False)
        if self._marks or self._hints:
            self._wake.set()


async def _publish_over(connection: AbstractConnection, message: bytes) -> None:
    await connection.send_command("PUBLISH", CHANNEL, message)
    await connection.read_response()
