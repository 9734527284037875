"""When each process last saw each player, kept in Redis for all processes."""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from noughts.bus.hint import Sighting
from noughts.messages.ids import PlayerId

# A hash for each player: what each process has last seen. Hashes expire by themselves.
SEEN = "noughts:seen:"
SEEN_SECONDS = 24 * 3600
# When the hashes began. If Redis loses them all, players must not count as absent because of that.
SEEN_SINCE = "noughts:seen-since"
ANSWER_SECONDS = 5

# The last sighting of each player, by process.
_Seen = dict[PlayerId, dict[str, Sighting]]

_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Sighting)


class RedisPresence:
    """Writes what this process (`sender`) has seen, and reads what the others have."""

    def __init__(self, redis: Redis, sender: str, now_ms: Callable[[], int]) -> None:
        self._redis = redis
        self._sender = sender
        self._now_ms = now_ms
        # Since when Redis has kept the hashes, as of the last read.
        self.since_ms = 0
        # The players of the next query, and the task that waits for its turn and sends the query.
        self._next: tuple[set[PlayerId], asyncio.Task[_Seen | None]] | None = None
        self._querying = asyncio.Lock()

    async def read(self, player: PlayerId) -> dict[str, Sighting] | None:
        """Return the sightings of this player, by process; None when Redis has lost everything.

        Queries run one at a time, each for all players requested meanwhile: when a node starts, that may be hundreds.
        Raises `RedisError`, `OSError`, `TimeoutError` and `ValueError`.
        """
        if self._next is None:
            players: set[PlayerId] = set()
            self._next = players, asyncio.get_running_loop().create_task(self._query(players))
        players, query = self._next
        players.add(player)
        seen = await asyncio.shield(query)
        return None if seen is None else seen[player]

    async def _query(self, players: set[PlayerId]) -> _Seen | None:
        async with self._querying:
            self._next = None
            async with asyncio.timeout(ANSWER_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
                for player in players:
                    pipeline.hgetall(SEEN + player)
                pipeline.get(SEEN_SINCE)
                *told, since = await pipeline.execute()
        if since is None:
            return None
        self.since_ms = int(since)
        return {player: self._others(seen) for player, seen in zip(players, told, strict=True)}

    def _others(self, seen: dict[bytes, bytes]) -> dict[str, Sighting]:
        return {by.decode(): _decoder.decode(told) for by, told in seen.items() if by != self._sender.encode()}

    def write(self, pipeline: Pipeline, marks: Sequence[tuple[PlayerId, Sighting]]) -> None:
        """Add commands to `pipeline` that store when this process last saw these players."""
        if marks:
            pipeline.set(SEEN_SINCE, self._now_ms(), nx=True)
        for player, sighting in marks:
            pipeline.hset(SEEN + player, self._sender, _encode(sighting))
            pipeline.expire(SEEN + player, SEEN_SECONDS)
