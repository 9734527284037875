"""Play pairs of games until the statistics decide or the time is over. Several pairs are played at once."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from random import Random
from threading import Event, Lock

from bench.engine.sprt import RESULTS, Verdict, verdict
from noughts.engine.arena import ArenaPlayer, opened, play_game
from noughts.rules import MARKS, Variant, other

Players = tuple[ArenaPlayer, ArenaPlayer]


@dataclass
class Trial:
    """The first player's results in pairs of games, and what they decide between two Elo differences."""

    elo0: float
    elo1: float
    # How many pairs had each of the five results.
    pairs: list[int] = field(default_factory=lambda: [0] * len(RESULTS))
    failures: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        return 2 * sum(self.pairs)

    @property
    def verdict(self) -> Verdict | None:
        return verdict(self.pairs, self.elo0, self.elo1)


@dataclass
class Schedule:
    """How a trial is played: at most this long, this many pairs at once, with this time for a move."""

    milliseconds: int
    deadline: float
    workers: int = 1
    seed: int = 1


def play_trial(
    variant: Variant, trial: Trial, schedule: Schedule, seat: Callable[[], Players], show: Callable[[Trial], None]
) -> None:
    """Add pairs to the trial until it is decided or the time is over. `seat` starts two players for one worker."""
    lock, done, numbers = Lock(), Event(), count()

    def work() -> None:
        players = seat()
        try:
            while not done.is_set():
                points = _pair(variant, schedule, next(numbers), players, trial.failures, done)
                with lock:
                    # A pair that ends after the decision doesn't count.
                    if points is not None and not done.is_set():
                        trial.pairs[points] += 1
                        show(trial)
                    if trial.verdict or time.monotonic() >= schedule.deadline:
                        done.set()
        finally:
            # If one worker fails, the others must not play on.
            done.set()
            for player in players:
                player.end()

    with ThreadPoolExecutor(schedule.workers) as pool:
        try:
            for worker in [pool.submit(work) for _ in range(schedule.workers)]:
                worker.result()
        finally:
            # After Ctrl-C, the workers end with their current game.
            done.set()


def _pair(
    variant: Variant, schedule: Schedule, number: int, players: Players, failures: list[str], done: Event
) -> int | None:
    """Return the half points of the first player in two games from one opening; None if it is too late for both."""
    opening = opened(variant, Random(f"{schedule.seed} {number}"))
    first, second = players
    points = 0
    for seat in MARKS:
        winner, failure = play_game(variant, opening, {seat: first, other(seat): second}, schedule.milliseconds)
        if failure:
            failures.append(failure)
        points += 1 if winner is None else 2 * (winner == seat)
        if done.is_set() or (seat == MARKS[0] and time.monotonic() >= schedule.deadline):
            return None
    return points
