"""The computer measured on one core: its start, its speed, and its strength against OpenSpiel's tree search.

`make bench-engine` runs all, `make bench-engine ARGS=ladder` measures the levels, and `ARGS="family --variants caro"`
the levels of one or more of the other variants. Each writes its part of docs/engine.md.
"""

import argparse
import os
from pathlib import Path

from bench.engine import ladder
from bench.engine.beside_spiel import Beside, Match, match, speed
from bench.engine.starts import Starts, measure_starts
from noughts.engine import kernels

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURE = DOCS / "engine.md", DOCS / "pictures" / "ladder.png"


def main(arguments: argparse.Namespace) -> None:
    # All share one core, because the two players think in turns and neither may use a second one.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rows = [] if arguments.no_starts else _starts(measure_starts())
    kernels.warm()
    rows += _speed(speed(arguments.seconds))
    for variant, milliseconds, games, wanted in (
        ("ultimate", arguments.time, arguments.games, 0.98),
        ("gomoku", 2 * arguments.time, arguments.gomoku_games, 0.95),
    ):
        if games:
            rows.append(_match(match(variant, games, milliseconds), wanted))
    print(f"\n{'':52}{'measured':>22}{'required':>14}")
    for what, measured, wished in rows:
        print(f"{what:52}{measured:>22}{wished:>14}")
    if arguments.games and arguments.gomoku_games and not arguments.no_starts:
        _write("bench", ["| | measured | required |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)])


def _starts(starts: Starts) -> list[tuple[str, str, str]]:
    return [
        ("first answer without kernels, process included", f"{starts.plain:.2f} s", ""),
        ("kernels compiled, nothing in the cache", f"{starts.cold:.1f} s", ""),
        ("kernels loaded from the cache", f"{starts.warm:.1f} s", ""),
    ]


def _speed(beside: Beside) -> list[tuple[str, str, str]]:
    return [
        ("OpenSpiel, simulations a second (Ultimate)", f"{beside.spiel:,.0f}", ""),
        ("ours, expansions a second", f"{beside.expansions:,.0f}", ""),
        ("ours, positions evaluated a second", f"{beside.evaluations:,.0f}", ""),
        ("expansions per simulation", f"{beside.expansions / beside.spiel:.1f} x", ""),
        ("evaluations per simulation", f"{beside.evaluations / beside.spiel:.0f} x", ">= 20 x"),
    ]


def _match(played: Match, wanted: float) -> tuple[str, str, str]:
    score = played.score
    what = f"{played.variant} at {played.milliseconds} ms: {score.wins} won, {score.draws} drawn, {score.losses} lost"
    return what, f"{score.rate:.1%} ± {score.error:.1%}", f">= {wanted:.0%}"


def write_ladder(games: int, milliseconds: int) -> None:
    kernels.warm()
    ladders = {name: ladder.climb(name, games, milliseconds, range(2, 9)) for name in ladder.VARIANTS}
    _write("ladder", ladder.table(ladders))
    ladder.plot(ladders, PICTURE)


def write_family(names: list[str], games: int, milliseconds: int) -> None:
    kernels.warm()
    for name in names:
        steps = ladder.climb(name, games, milliseconds, range(2, 9))
        _write("family", ladder.family_table(_written("family"), {name: steps}))


def _written(part: str) -> list[str]:
    """Return the lines of a table in the docs."""
    text = PAGE.read_text().split(f"<!-- {part} -->")[1].split(f"<!-- end of {part} -->")[0]
    return text.strip().splitlines()


def _write(part: str, lines: list[str]) -> None:
    begin, end = f"<!-- {part} -->", f"<!-- end of {part} -->"
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text("\n".join([before + begin, *lines, end]) + rest.split(end)[1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make bench-engine", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["all", "ladder", "family"], default="all")
    parser.add_argument("--games", type=int, default=100, help="games of Ultimate, or of each step of the ladder")
    parser.add_argument("--gomoku-games", type=int, default=40, help="games of 15x15")
    parser.add_argument("--variants", nargs="+", choices=ladder.FAMILY, default=ladder.FAMILY)
    parser.add_argument("--time", type=int, default=100, help="milliseconds a move, twice as many on 15x15")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each speed is measured")
    parser.add_argument("--no-starts", action="store_true", help="do not measure how long a start takes")
    given = parser.parse_args()
    if given.what == "ladder":
        write_ladder(given.games, given.time)
    elif given.what == "family":
        write_family(given.variants, given.games, given.time)
    else:
        main(given)
