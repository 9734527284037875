"""Names in use, kept in Redis for all processes.

A killed process can't release its names. So every process keeps a key alive that expires soon; without this key its
names don't count.
"""

import asyncio
import contextlib

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import RedisError

# A hash for each name: its keys are the processes that hold it. Hashes expire by themselves.
NAME = "noughts:name:"
NAME_SECONDS = 24 * 3600
ALIVE = "noughts:alive:"
ALIVE_SECONDS = 5
BEAT_SECONDS = 2
ANSWER_SECONDS = 2


class RedisNames:
    """The names that this process holds, and a check for names held by others."""

    def __init__(self, redis: Redis, sender: str) -> None:
        self._redis = redis
        self._sender = sender
        # Names held or released since the last message to Redis.
        self._news: dict[str, bool] = {}

    def hold(self, name: str, is_held: bool) -> None:
        """Publish this change with the next message to Redis."""
        self._news[name] = is_held

    @property
    def has_news(self) -> bool:
        """Whether Redis has not stored every change."""
        return bool(self._news)

    def write(self, pipeline: Pipeline) -> dict[str, bool]:
        """Add commands for all changes to `pipeline`, and return the changes."""
        for name, is_held in self._news.items():
            if is_held:
                self._add(pipeline, name)
            else:
                pipeline.hdel(NAME + name, self._sender)
        return dict(self._news)

    def written(self, news: dict[str, bool]) -> None:
        """Forget the changes that Redis has stored."""
        for name, is_held in news.items():
            if self._news.get(name) is is_held:
                del self._news[name]

    async def claim(self, name: str) -> bool:
        """Hold this name, and return whether no other process does.

        Raises `RedisError`, `OSError` and `TimeoutError`.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            # In one step, so that when two processes claim the name at once, the second sees the first.
            async with self._redis.pipeline(transaction=True) as pipeline:
                pipeline.hkeys(NAME + name)
                self._add(pipeline, name)
                holders = [holder.decode() for holder in (await pipeline.execute())[0]]
            others = [ALIVE + holder for holder in holders if holder != self._sender]
            return not others or not any(await self._redis.mget(others))

    async def live(self) -> None:
        """Keep renewing the key that shows that this process is running."""
        while True:
            # The main user of Redis logs that it is unreachable.
            with contextlib.suppress(RedisError, OSError):
                await self._redis.set(ALIVE + self._sender, 1, ex=ALIVE_SECONDS)
            await asyncio.sleep(BEAT_SECONDS)

    async def leave(self) -> None:
        """Release all names of this process. Raises `RedisError`, `OSError` and `TimeoutError`."""
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._redis.delete(ALIVE + self._sender)

    def _add(self, pipeline: Pipeline, name: str) -> None:
        pipeline.hset(NAME + name, self._sender, 1)
        pipeline.expire(NAME + name, NAME_SECONDS)
