"""Tests whether the engine of the working tree is weaker than that of the last release, for `make engine-gate`.

A sequential test on Ultimate and gomoku plays pairs of games from the same openings until the result is clear.
`--stronger` asks whether a change makes it stronger instead. Both engines run as programs, with the same time for each
move. See docs/notes/engine.md.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from bench.engine.revision import Engine, NoRevision, engine_at, last_release
from bench.engine.sprt import bounds, estimated_elo, estimated_score, log_likelihood_ratio
from bench.engine.trial import Players, Schedule, Trial, play_trial
from noughts.engine.line_process import ProgramFailed
from noughts.engine.program import OutsideProgram
from noughts.rules import find_variant

ROOT = Path(__file__).parents[2]
VARIANTS = ("ultimate", "gomoku")
SHOW_SECONDS = 1.0


def gate(arguments: argparse.Namespace) -> int:
    """Play every variant, print the results, and return the exit code: 1 if one of them fails."""
    ends = time.monotonic() + 60 * arguments.minutes
    elo0, elo1 = (0.0, arguments.margin) if arguments.stronger else (-arguments.margin, 0.0)
    with engine_at(ROOT, arguments.against or last_release(ROOT)) as before:
        engines = Engine("the working tree", ROOT), before
        _print_progress(f"compiling the engines, against {before.name}")
        for engine in engines:
            engine.compile()
        trials = {}
        for nth, name in enumerate(arguments.variants):
            now = time.monotonic()
            deadline = now + (ends - now) / (len(arguments.variants) - nth)
            schedule = Schedule(arguments.time, deadline, arguments.workers, arguments.seed)
            trials[name] = Trial(elo0, elo1)
            play_trial(find_variant(name), trials[name], schedule, lambda: _seated(engines), _Shown(name, deadline))
    _print_progress("")
    for failure in dict.fromkeys(failure for trial in trials.values() for failure in trial.failures):
        print(f"{failure}: the game is lost", file=sys.stderr)
    print("\n".join(table(trials, before.name, stronger=arguments.stronger)))
    return int(any(trial.verdict == "H0" for trial in trials.values()))


def table(trials: dict[str, Trial], against: str, *, stronger: bool) -> list[str]:
    """Return the results as lines of text."""
    words = {"H0": "not stronger", "H1": "stronger"} if stronger else {"H0": "weaker", "H1": "not weaker"}
    lines = [f"{'against ' + against:24}{'games':>7}{'score':>16}{'Elo, 95 %':>22}   result"]
    for name, trial in trials.items():
        score, elo = estimated_score(trial.pairs), estimated_elo(trial.pairs)
        error = (score.high - score.low) / 2
        result = words[trial.verdict] if trial.verdict else "undecided: allow more --minutes, or a larger --margin"
        lines.append(
            f"{name:24}{trial.games:>7}{f'{score.value:.1%} ± {error:.1%}':>16}"
            f"{f'{elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})':>22}   {result}"
        )
    return lines


def _seated(engines: tuple[Engine, Engine]) -> Players:
    first = OutsideProgram(engines[0].command())
    try:
        return first, OutsideProgram(engines[1].command())
    except ProgramFailed:
        first.end()
        raise


class _Shown:
    """Prints a line about a trial, at most every second."""

    def __init__(self, name: str, deadline: float) -> None:
        self._name, self._deadline = name, deadline
        self._last = 0.0

    def __call__(self, trial: Trial) -> None:
        now = time.monotonic()
        if now - self._last < SHOW_SECONDS:
            return
        self._last = now
        elo, (low, high) = estimated_elo(trial.pairs), bounds()
        ratio = log_likelihood_ratio(trial.pairs, trial.elo0, trial.elo1)
        _print_progress(
            f"{self._name}: {trial.games} games, Elo {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}), "
            f"ratio {ratio:+.2f} ({low:.2f} to {high:.2f}), at most {max(0, self._deadline - now):.0f} s left"
        )


def _print_progress(line: str) -> None:
    print(f"\r{line:<100}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make engine-gate", description=__doc__)
    parser.add_argument("--against", metavar="REVISION", help="a git revision (default: the last release)")
    parser.add_argument("--stronger", action="store_true", help="ask whether it is stronger, not whether it is weaker")
    parser.add_argument("--margin", type=float, default=40.0, metavar="ELO", help="how fine the test is (default: 40)")
    parser.add_argument("--minutes", type=float, default=18.0, help="the time for everything (default: 18)")
    parser.add_argument("--time", type=int, default=50, metavar="MS", help="milliseconds a move (default: 50)")
    parser.add_argument("--variants", nargs="+", default=VARIANTS, metavar="V", help=f"default: {' '.join(VARIANTS)}")
    parser.add_argument("--seed", type=int, default=1, help="random seed for the openings (default: 1)")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--workers", type=int, default=cores, help=f"games at once (default: one a core, {cores} here)")
    try:
        sys.exit(gate(parser.parse_args()))
    except (NoRevision, ProgramFailed, ValueError) as error:
        print(f"engine-gate: {error}", file=sys.stderr)
        sys.exit(2)
