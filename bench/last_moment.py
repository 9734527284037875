"""Ten thousand moves within 5 ms of the end of the clock: each must have exactly one outcome."""

import asyncio
import random
import tempfile
from pathlib import Path

from tests.server.tables.last_moment import Jitter, race
from tests.server.virtual import server_at

RACES = 10_000


async def measure() -> None:
    time = Jitter(random.Random(1))
    with tempfile.TemporaryDirectory() as folder:
        async with server_at(time, Path(folder)) as server:
            print(f"{RACES} races, one outcome each: {dict(await race(server, server, time, RACES, at_once=200))}")


if __name__ == "__main__":
    asyncio.run(measure())
