"""`make bench`: the server beside the limit, in one run, with progress; figures and a plot at the end."""

import argparse
import statistics
from pathlib import Path

import uvloop
from msgspec import Struct

from bench.doors import compare_doors
from bench.idle import measure_idle
from bench.moves import Figures, measure_echo, measure_moves
from bench.plot import plot
from bench.process import bare_server, echo_server, noughts_server

PICTURE = Path("docs/pictures/speed.png")
IDLE_CONNECTIONS = 10_000


class Comparison(Struct, frozen=True):
    """The echo, the bare floor and the moves with so many games in flight, in turns: noise troubles all alike."""

    games: int
    echo: list[Figures]
    bare: list[Figures]
    moves: list[Figures]

    def ratio(self, ours: list[Figures], theirs: list[Figures]) -> float:
        return statistics.median(one.per_second / other.per_second for one, other in zip(ours, theirs, strict=True))


async def compare(games: int, seconds: float, turns: int) -> Comparison:
    comparison = Comparison(games, [], [], [])
    for turn in range(turns):
        with echo_server() as server:
            comparison.echo.append(await measure_echo(server, 2 * games, seconds))
        with bare_server() as server:
            comparison.bare.append(await measure_moves(server, games, seconds))
        with noughts_server() as server:
            comparison.moves.append(await measure_moves(server, games, seconds))
        _show(f"turn {turn + 1} of {turns}, echo", comparison.echo[-1])
        _show(f"turn {turn + 1} of {turns}, bare", comparison.bare[-1])
        _show(f"turn {turn + 1} of {turns}, moves", comparison.moves[-1])
    return comparison


async def main(seconds: float, turns: int, games: list[int], picture: Path) -> None:
    comparisons = []
    for count in games:
        print(f"\n{count} games in flight: best of 15 rounds of classic, every move on disk before it is accepted")
        print(f"{'':24}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'server':>9}{'generator':>11}")
        of = await compare(count, seconds, turns)
        comparisons.append(of)
        print(
            f"{count} games: {of.ratio(of.moves, of.echo):.3f} of the echo, where the bare floor has"
            f" {of.ratio(of.bare, of.echo):.3f} (medians of {turns})",
            flush=True,
        )
    await compare_doors(games[-1], seconds)
    print(f"\n{IDLE_CONNECTIONS:,} idle connections", flush=True)
    with noughts_server() as server:
        idle = await measure_idle(server, IDLE_CONNECTIONS)
    print(f"{idle.with_them_bytes / 1e6:.0f} MB in all, {idle.bytes_each / 1000:.1f} kB each")
    plot([(f"{of.games} games in flight", _named(of)) for of in comparisons], picture)
    print(f"plotted to {picture}")


def _named(of: Comparison) -> dict[str, list[float]]:
    kinds = {"plain echo": of.echo, "bare moves on disk": of.bare, "moves of Noughts": of.moves}
    return {name: [figures.per_second for figures in measured] for name, measured in kinds.items()}


def _show(what: str, figures: Figures) -> None:
    assert not figures.refusals, f"{figures.refusals} moves were refused"
    print(
        f"{what:24}{figures.per_second:>10,.0f}{figures.p50_ms:>9.2f}{figures.p99_ms:>9.2f}"
        f"{figures.server_load:>9.0%}{figures.generator_load:>11.0%}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    parser.add_argument("--turns", type=int, default=5, help="how often each is measured")
    parser.add_argument("--games", type=int, nargs="*", default=[50, 200], help="games in flight")
    parser.add_argument("--picture", type=Path, default=PICTURE, help="where to plot to")
    arguments = parser.parse_args()
    uvloop.run(main(arguments.seconds, arguments.turns, arguments.games, arguments.picture))
