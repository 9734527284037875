"""Measures moves a second and their latency, and in the same way the messages a second of the echo server."""

import asyncio
import os
import time

from msgspec import Struct

from bench.players import Player, Tally, seated_pair
from bench.process import GENERATOR_CORE, Measured
from noughts.client import Socket, open_socket

WARM_UP_SECONDS = 1.0

ECHOED = b'{"type":"MakeMove","id":"m1","game":"1xSiUt2WOgz33RRZw","ply":3,"position":4}'


class Figures(Struct, frozen=True):
    """One measurement."""

    in_flight: int
    per_second: float
    p50_ms: float
    p99_ms: float
    server_load: float
    generator_load: float
    refusals: int = 0

    @property
    def server_us(self) -> float:
        """The server's processor time for each move, in microseconds: the figure that other load affects least."""
        return self.server_load / self.per_second * 1e6 if self.per_second else 0.0


async def measure_moves(server: Measured, games: int, seconds: float, kind: type[Player] = Player) -> Figures:
    """Let `games` pairs play at once."""
    tally = Tally()
    pairs = [await seated_pair((server.url, server.url), tally, kind) for _ in range(games)]
    for x, o, game in pairs:
        o.play(game, 1)
        x.play(game, 0)
    figures = await measure(server, games, seconds, tally)
    for x, o, _ in pairs:
        x.stop()
        o.stop()
    return figures


async def measure_echo(server: Measured, connections: int, seconds: float) -> Figures:
    """Let `connections` clients each send a message, wait for the echo, and send the next."""
    tally = Tally()
    for _ in range(connections):
        await _echoing(server.url, tally)
    return await measure(server, connections, seconds, tally)


async def _echoing(url: str, tally: Tally) -> None:
    sent_at = 0.0

    def heard(data: bytes) -> None:
        nonlocal sent_at
        now = time.perf_counter()
        tally.heard += 1
        if tally.counting:
            tally.moves += 1
            tally.latencies.append(now - sent_at)
        sent_at = now
        socket.send(data)

    socket: Socket = await open_socket(url, heard, lambda: None)
    sent_at = time.perf_counter()
    socket.send(ECHOED)


async def measure(server: Measured, in_flight: int, seconds: float, tally: Tally) -> Figures:
    """Return the counts while the clients play for this long."""
    os.sched_setaffinity(0, {GENERATOR_CORE})
    awake = KeepAwake(tally)
    await asyncio.sleep(WARM_UP_SECONDS)
    tally.counting = True
    start, cpu, idle = time.perf_counter(), server.cpu_seconds, awake.idle_seconds
    await asyncio.sleep(seconds)
    tally.counting = False
    took = time.perf_counter() - start
    idle = awake.idle_seconds - idle
    awake.end()
    latencies = sorted(tally.latencies)
    return Figures(
        in_flight,
        tally.moves / took,
        percentile(latencies, 0.50) * 1000,
        percentile(latencies, 0.99) * 1000,
        (server.cpu_seconds - cpu) / took,
        1 - idle / took,
        tally.refusals,
    )


class KeepAwake:
    """Keeps the generator awake, and counts its idle time.

    Real clients are on other machines. Here the server's send would have to wake the generator each time, which in a
    virtual machine costs more than the send itself. So the generator never sleeps.
    """

    def __init__(self, tally: Tally) -> None:
        self.idle_seconds = 0.0
        self._tally = tally
        self._loop = asyncio.get_running_loop()
        self._seen = tally.heard
        self._looked_at = time.perf_counter()
        self._ended = False
        self._loop.call_soon(self._look)

    def end(self) -> None:
        self._ended = True

    def _look(self) -> None:
        now = time.perf_counter()
        if self._tally.heard == self._seen:
            self.idle_seconds += now - self._looked_at
        self._seen, self._looked_at = self._tally.heard, now
        if not self._ended:
            self._loop.call_soon(self._look)


def percentile(ordered: list[float], part: float) -> float:
    """Return the value below which this share of all values lies."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0
