"""Durations in fixed buckets: cheap enough for moves, and read by `/metrics` only."""

from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate, cycle

# Seconds, from a move on a fast disk to a request that somebody gives up on.
BOUNDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# One in this many moves and commits is timed. A prime: clients that send in a fixed rhythm are sampled too.
SAMPLED_ONE_IN = 17


class Histogram:
    """Counts durations by bucket."""

    __slots__ = ("_counts", "total_seconds")

    def __init__(self) -> None:
        # The last one is for everything above the bounds.
        self._counts = [0] * (len(BOUNDS) + 1)
        self.total_seconds = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.total_seconds += seconds

    @property
    def count(self) -> int:
        return sum(self._counts)

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """Each bound with the durations up to it, as Prometheus wants them."""
        names = [*map(str, BOUNDS), "+Inf"]
        return list(zip(names, accumulate(self._counts), strict=True))


def sampling() -> Callable[[], bool]:
    """Return a function that is True at its first call and then at one call in `SAMPLED_ONE_IN`."""
    return cycle((True, *(False for _ in range(SAMPLED_ONE_IN - 1)))).__next__
