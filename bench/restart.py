"""Kills a server with ten thousand running clocks: how soon the next start answers, and whether clocks lost time."""

import tempfile
import time
from pathlib import Path

import httpx2

from tests.server.tables.clocked_crowd import excused, finished, leave_games
from tests.servers import NoughtsServer

GAMES = 10_000


def measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = NoughtsServer(Path(folder))
        path = Path(folder) / "data" / "noughts.db"
        for name, games in (("with no game", 0), (f"with {GAMES} running clocks", GAMES)):
            server.start().kill()
            leave_games(path, games, time.time_ns() // 1_000_000 - 3_600_000)
            begin = time.perf_counter()
            server.start()
            httpx2.get(f"{server.url}/api/v1/games/crowd00000", timeout=60)
            print(f"first answer {name}: {time.perf_counter() - begin:.2f} s after the start")
            if not games:
                server.kill()
        while excused(path) < GAMES:
            time.sleep(0.5)
        print(f"all clocks found after {time.perf_counter() - begin:.1f} s; games lost: {finished(path)}")
        server.kill()


if __name__ == "__main__":
    measure()
