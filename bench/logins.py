"""`python -m bench.logins`: how a thousand logins a second affect running games.

In turns, on one server core: players alone, then the same players while logins arrive, all with wrong passwords for
names of all kinds. Most logins should be refused with a waiting time, and moves should stay as fast as before.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
from collections import Counter

import uvloop

from bench.moves import Figures, measure_moves
from bench.players import CalmPlayer
from bench.process import GENERATOR_CORE, noughts_server

HEAD = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
CONNECTIONS = 400
TICK_SECONDS = 0.01
# Here they come from one address, in a real flood from many.
MANY_ADDRESSES = {"NOUGHTS_LOGINS_PER_ADDRESS": "1000000", "NOUGHTS_THINKERS": "0"}


class Flood:
    """Sends this many logins a second, whether they are answered or not."""

    def __init__(self, url: str, per_second: int) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self._per_second = per_second
        self._free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.answers: Counter[str] = Counter()

    async def open(self) -> None:
        for _ in range(CONNECTIONS):
            self._free.put_nowait(await asyncio.open_connection(self._host, self._port))

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        begun, offered = loop.time(), 0
        while True:
            due = int((loop.time() - begun) * self._per_second)
            for _ in range(due - offered):
                self._offer()
            offered = due
            await asyncio.sleep(TICK_SECONDS)

    def _offer(self) -> None:
        if self._free.empty():
            self.answers["not offered: no connection was free"] += 1
            return
        task = asyncio.get_running_loop().create_task(self._log_in(*self._free.get_nowait()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _log_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count += 1
        body = f'{{"username":"name{self._count}","password":"wrong password"}}'.encode()
        head = (
            f"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        )
        writer.write(head.encode() + b"\r\n\r\n" + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        status = answer[9:12].decode()
        length = int(answer.lower().partition(b"content-length:")[2].partition(b"\r")[0])
        await reader.readexactly(length)
        waits = b"retry-after" in answer.lower()
        self.answers[status + (" with the wait" if waits else "")] += 1
        self._free.put_nowait((reader, writer))

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._free.empty():
            self._free.get_nowait()[1].close()


async def flood_forever(url: str, per_second: int) -> None:
    """Send logins until standard input ends, then print the answers."""
    flood = Flood(url, per_second)
    await flood.open()
    running = asyncio.create_task(flood.run())
    await asyncio.to_thread(sys.stdin.read)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await flood.close()
    print(json.dumps(flood.answers))


async def measure(games: int, seconds: float, per_second: int) -> tuple[Figures, dict[str, int]]:
    """Return the figures of the moves while this many logins arrive a second; 0 measures the moves alone."""
    with noughts_server(**MANY_ADDRESSES) as server:
        if not per_second:
            return await measure_moves(server, games, seconds, CalmPlayer), {}
        # A separate process, so that its own load doesn't look like a slow server.
        command = [sys.executable, "-m", "bench.logins", "--flood", server.url, "--logins", str(per_second)]
        pipe = asyncio.subprocess.PIPE
        flood = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        figures = await measure_moves(server, games, seconds, CalmPlayer)
        said, _ = await flood.communicate(b"")
        answers: dict[str, int] = json.loads(said)
        return figures, answers


async def main(games: int, seconds: float, turns: int, per_second: int) -> None:
    print(f"{games} games, {per_second} logins a second offered, {turns} turns of {seconds:g} s")
    grown = []
    for turn in range(turns):
        alone, _ = await measure(games, seconds, 0)
        flooded, answers = await measure(games, seconds, per_second)
        grown.append(flooded.p99_ms - alone.p99_ms)
        print(
            f"turn {turn + 1}: p99 {alone.p99_ms:.1f} ms alone, {flooded.p99_ms:.1f} ms in the flood; "
            f"p50 {alone.p50_ms:.1f} and {flooded.p50_ms:.1f} ms; "
            f"server's core {alone.server_load:.0%} and {flooded.server_load:.0%}; {answers}",
            flush=True,
        )
    print(f"p99 grows by {statistics.median(grown):.1f} ms (median)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.logins", description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="games in flight")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measurement takes")
    parser.add_argument("--turns", type=int, default=5, help="how often each is measured")
    parser.add_argument("--logins", type=int, default=1000, help="logins offered a second")
    parser.add_argument("--flood", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.flood:
        os.sched_setaffinity(0, {GENERATOR_CORE})
        uvloop.run(flood_forever(arguments.flood, arguments.logins))
    else:
        uvloop.run(main(arguments.games, arguments.seconds, arguments.turns, arguments.logins))
