"""Pairs of players on the same node or on different nodes, and the cost of their moves."""

import asyncio
import time
from collections.abc import Sequence

from msgspec import Struct

from bench.cluster.parts import Installation
from bench.moves import percentile
from bench.players import CalmPlayer, Player, Tally, seated_pair

WARM_UP_SECONDS = 1.0


class Cost(Struct, frozen=True):
    """One measurement: the rate, the latency, and the processor time of each part, in microseconds a move."""

    name: str
    games: int
    per_second: float
    p50_ms: float
    p99_ms: float
    micros: dict[str, float]
    refusals: int

    @property
    def node_micros(self) -> float:
        return self.micros["nodes"]


async def measure(
    name: str, parts: Installation, urls: Sequence[tuple[str, str]], games: int, seconds: float, calm: bool = False
) -> Cost:
    """Let `games` pairs play, each on the next two addresses of `urls`."""
    tally = Tally()
    kind: type[Player] = CalmPlayer if calm else Player
    pairs = [await seated_pair(urls[n % len(urls)], tally, kind) for n in range(games)]
    for x, o, game in pairs:
        o.play(game, 1)
        x.play(game, 0)
    await asyncio.sleep(WARM_UP_SECONDS)
    before, start, tally.counting = parts.cpu_seconds, time.perf_counter(), True
    await asyncio.sleep(seconds)
    tally.counting = False
    took, after = time.perf_counter() - start, parts.cpu_seconds
    for x, o, _ in pairs:
        x.stop()
        o.stop()
    latencies = sorted(tally.latencies)
    micros = {part: (after[part] - before[part]) * 1e6 / max(1, tally.moves) for part in after}
    return Cost(
        name,
        games,
        tally.moves / took,
        percentile(latencies, 0.50) * 1000,
        percentile(latencies, 0.99) * 1000,
        micros,
        tally.refusals,
    )
