"""Asks Redis whether it answers, over a connection of its own: for figures only."""

import asyncio

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

ANSWER_SECONDS = 1.0


class RedisProbe:
    """Connects when it is first asked, and again after every failure."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=ANSWER_SECONDS, retry=Retry(NoBackoff(), 0))

    async def answers(self) -> bool:
        """Return whether Redis answers within a second."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._redis.ping()
        except (RedisError, OSError):
            return False
        return True

    async def close(self) -> None:
        await self._redis.aclose()
