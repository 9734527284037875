"""Measures how late the event loop runs: the wait that every client shares."""

import asyncio

from noughts.server.runtime.histogram import Histogram

PAUSE_SECONDS = 0.25


async def watch_loop(lag_seconds: Histogram) -> None:
    """Measure forever."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + PAUSE_SECONDS
        await asyncio.sleep(PAUSE_SECONDS)
        lag_seconds.observe(max(0.0, loop.time() - due))
