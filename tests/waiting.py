"""Waiting for something that has no event."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool], timeout: float = 10) -> None:
    """Return once the condition holds. Raises `TimeoutError`."""
    async with asyncio.timeout(timeout):
        while not condition():  # noqa: ASYNC110 - what is waited for sets no event
            await asyncio.sleep(0.005)
