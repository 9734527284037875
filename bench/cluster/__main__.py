"""Moves a second, latency and processor time on one node and on several: python -m bench.cluster [--games 200]

Everything, including the load generator, shares the cores of this machine. So compare the processor time of a move,
not the rates.
"""

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from bench.cluster.load import Cost, measure
from bench.cluster.parts import Installation, installation
from bench.cluster.picture import plot

PARTS = ("nodes", "postgresql", "redis", "proxy")
PICTURE = Path("docs/pictures/cluster.png")

HEADING = (
    "| | moves/s | p50 ms | p99 ms | p50 ms, light load | p99 ms, light load | "
    + " | ".join(f"{part} µs" for part in PARTS)
    + " |\n|---|"
    + "---:|" * (5 + len(PARTS))
)

# Kinds of installation: name, nodes, PostgreSQL, Redis, whether the players of a pair are on different nodes, proxy.
KINDS = (
    ("SQLite", 1, False, False, False, False),
    ("PostgreSQL", 1, True, False, False, False),
    ("PostgreSQL and Redis", 1, True, True, False, False),
    ("2 nodes, pairs on one", 2, True, True, False, False),
    ("2 nodes, pairs across", 2, True, True, True, False),
    ("3 nodes, pairs across", 3, True, True, True, False),
    ("2 nodes behind nginx", 2, True, True, False, True),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="pairs that play at once (default: 200)")
    # A pair that thinks for 0.1 s makes nearly ten moves a second.
    parser.add_argument("--calm-games", type=int, default=300, help="pairs that think (default: 300)")
    parser.add_argument("--seconds", type=float, default=5, help="how long each measurement takes (default: 5)")
    parser.add_argument("--only", default="", help="measure only the kinds whose name contains this")
    parser.add_argument("--write", action="store_true", help=f"draw {PICTURE} too")
    options = parser.parse_args()
    costs = list[tuple[Cost, Cost]]()
    print(HEADING, flush=True)
    for name, nodes, postgres, redis, across, proxy in KINDS:
        if options.only not in name:
            continue
        with installation(nodes, postgres=postgres, redis=redis, proxy=proxy) as parts, _trusted(parts):
            urls = list(_urls(parts, across))
            busy = asyncio.run(measure(name, parts, urls, options.games, options.seconds))
            calm = asyncio.run(measure(name, parts, urls, options.calm_games, options.seconds, calm=True))
        costs.append((busy, calm))
        print(row(busy, calm), flush=True)
    print(msgspec.json.encode(costs).decode())
    if options.write:
        plot([busy for busy, _ in costs], PICTURE)


def _trusted(parts: Installation) -> AbstractContextManager[None]:
    return nullcontext() if parts.proxy is None else parts.proxy.trusted()


def _urls(parts: Installation, across: bool) -> Iterator[tuple[str, str]]:
    if parts.proxy is not None:
        yield parts.proxy.url, parts.proxy.url
        return
    count = len(parts.nodes)
    for index, node in enumerate(parts.nodes):
        yield node.url, parts.nodes[(index + across) % count].url


def row(busy: Cost, calm: Cost) -> str:
    """Return the figures as a row of a Markdown table."""
    micros = " | ".join(f"{busy.micros[part]:.0f}" if part in busy.micros else "" for part in PARTS)
    latency = f"{busy.p50_ms:.0f} | {busy.p99_ms:.0f} | {calm.p50_ms:.1f} | {calm.p99_ms:.1f}"
    return f"| {busy.name} | {busy.per_second:,.0f} | {latency} | {micros} |"


if __name__ == "__main__":
    main()
