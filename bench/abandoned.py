"""Ten thousand abandoned games: how long reminding, cancelling and removing them takes, and what is left."""

import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.notifications.test_idle_games import abandon
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
                deeds = await server.server.idle_games.sweep()
                in_memory = len(server.services.tables)
                print(f"{dict(deeds)} in {time.perf_counter() - begin:.1f} s; {in_memory} tables in memory")


if __name__ == "__main__":
    asyncio.run(measure())
