"""`make bench`: measures the server, the limits of its parts and other game servers in one run; prints figures and a
plot."""

import argparse
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

import uvloop

from bench.contestants import NOUGHTS, OUR_PARTS, PEERS, Contestant, measure
from bench.doors import compare_doors
from bench.generator import Generator, compiled
from bench.idle import measure_idle
from bench.moves import Figures
from bench.plot import plot
from bench.process import noughts_server
from bench.python import described

PICTURE = Path("docs/pictures/speed.png")
IDLE_CONNECTIONS = 10_000

Measured = Mapping[Contestant, Sequence[Figures]]


async def compare(
    contestants: Sequence[Contestant], generator: Generator | None, games: int, seconds: float, turns: int
) -> Measured:
    """Measure all contestants with this many games in flight. They take turns, so that noise affects all alike."""
    measured: dict[Contestant, list[Figures]] = {contestant: [] for contestant in contestants}
    for turn in range(turns):
        for contestant in contestants:
            figures = await measure(contestant, generator, games, seconds)
            measured[contestant].append(figures)
            _show(f"turn {turn + 1} of {turns}, {contestant.name}", figures)
    return measured


async def main(seconds: float, turns: int, games: list[int], picture: Path, *, moves_only: bool) -> None:
    rows = []
    print(described())
    with compiled() as generator:
        contestants = OUR_PARTS if generator is None else (*OUR_PARTS, *PEERS)
        if generator is None:
            print("There is no C compiler: the load comes from Python, and the peers are not measured.")
        for count in games:
            print(f"\n{count} games in flight, classic to the end")
            print(f"{'':38}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'server µs':>11}{'server':>9}{'generator':>11}")
            measured = await compare(contestants, generator, count, seconds, turns)
            _summarise(measured, count, turns)
            rows.append(
                (f"{count} games in flight", {f"{of.name} ({of.kept})": _rates(measured[of]) for of in measured})
            )
    plot(rows, picture)
    print(f"plotted to {picture}")
    if moves_only:
        return
    await compare_doors(games[-1], seconds)
    print(f"\n{IDLE_CONNECTIONS:,} idle connections", flush=True)
    with noughts_server() as server:
        idle = await measure_idle(server, IDLE_CONNECTIONS)
    print(f"{idle.with_them_bytes / 1e6:.0f} MB in all, {idle.bytes_each / 1000:.1f} kB each")


def _summarise(measured: Measured, games: int, turns: int) -> None:
    print(f"\n| {games} games, medians of {turns} | move kept | moves a second | Noughts / this | p50 ms | p99 ms |")
    print("|---|---|---|---|---|---|")
    ours = _rates(measured[NOUGHTS])
    for contestant, figures in measured.items():
        rates = _rates(figures)
        ratio = statistics.median(one / other for one, other in zip(ours, rates, strict=True))
        p50, p99 = (statistics.median(getattr(one, name) for one in figures) for name in ("p50_ms", "p99_ms"))
        rate = statistics.median(rates)
        print(
            f"| {contestant.name} | {contestant.kept} | {rate:,.0f} | {ratio:.2f} | {p50:.1f} | {p99:.1f} |", flush=True
        )


def _rates(figures: Sequence[Figures]) -> list[float]:
    return [one.per_second for one in figures]


def _show(what: str, figures: Figures) -> None:
    assert not figures.refusals, f"{figures.refusals} moves were refused"
    print(
        f"{what:38}{figures.per_second:>10,.0f}{figures.p50_ms:>9.2f}{figures.p99_ms:>9.2f}"
        f"{figures.server_us:>11.1f}{figures.server_load:>9.0%}{figures.generator_load:>11.0%}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--turns", type=int, default=5, help="how often each is measured")
    parser.add_argument("--games", type=int, nargs="*", default=[50, 200], help="games in flight")
    parser.add_argument("--picture", type=Path, default=PICTURE, help="where to plot to")
    parser.add_argument("--moves-only", action="store_true", help="leave out the other protocols and idle connections")
    arguments = parser.parse_args()
    uvloop.run(
        main(arguments.seconds, arguments.turns, arguments.games, arguments.picture, moves_only=arguments.moves_only)
    )
