"""Moves a second and their latency, with so many games in flight; and the echo's messages a second, the same way."""

import asyncio
import os
import resource
import time

from msgspec import Struct

from bench.players import Tally, seated_pair
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


async def measure_moves(server: Measured, games: int, seconds: float) -> Figures:
    """Let `games` pairs play at once."""
    tally = Tally()
    pairs = [await seated_pair(server.url, tally) for _ in range(games)]
    figures = await _measure(server, games, seconds, tally)
    for pair in pairs:
        for player in pair:
            player.stop()
    return figures


async def measure_echo(server: Measured, connections: int, seconds: float) -> Figures:
    """Let `connections` clients each send a message, wait for it to come back, and send the next."""
    tally = Tally()
    for _ in range(connections):
        await _echoing(server.url, tally)
    return await _measure(server, connections, seconds, tally)


async def _echoing(url: str, tally: Tally) -> None:
    sent_at = 0.0

    def heard(data: bytes) -> None:
        nonlocal sent_at
        now = time.perf_counter()
        if tally.counting:
            tally.moves += 1
            tally.latencies.append(now - sent_at)
        sent_at = now
        socket.send(data)

    socket: Socket = await open_socket(url, heard, lambda: None)
    sent_at = time.perf_counter()
    socket.send(ECHOED)


async def _measure(server: Measured, in_flight: int, seconds: float, tally: Tally) -> Figures:
    os.sched_setaffinity(0, {GENERATOR_CORE})
    await asyncio.sleep(WARM_UP_SECONDS)
    tally.counting = True
    start, cpu, own = time.perf_counter(), server.cpu_seconds, _own_cpu()
    await asyncio.sleep(seconds)
    tally.counting = False
    took = time.perf_counter() - start
    latencies = sorted(tally.latencies)
    return Figures(
        in_flight,
        tally.moves / took,
        _percentile(latencies, 0.50) * 1000,
        _percentile(latencies, 0.99) * 1000,
        (server.cpu_seconds - cpu) / took,
        (_own_cpu() - own) / took,
        tally.refusals,
    )


def _own_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _percentile(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0
