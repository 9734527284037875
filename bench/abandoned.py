"""Ten thousand abandoned games: how long it takes to remind of them, to cancel and to remove them, and what is left."""

import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.test_idle import abandon
from tests.server.virtual import Time, server_at

GAMES = 10_000


async def measure() -> None:
    clock = Time()
    with tempfile.TemporaryDirectory() as folder:
        async with server_at(clock, Path(folder)) as server:
            await server.database.write(abandon, GAMES)
            for days in (6.1, 1):
                clock.pass_days(days)
                begin = time.perf_counter()
                deeds = await server.hall.idle.sweep()
                print(
                    f"{dict(deeds)} in {time.perf_counter() - begin:.1f} s; {len(server.hall.tables)} tables in memory"
                )


if __name__ == "__main__":
    asyncio.run(measure())
