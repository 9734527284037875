"""Times one in `SAMPLED_ONE_IN` commits, from the change handed to the database to its outcome."""

from collections.abc import Callable
from time import perf_counter

from noughts.server.runtime.histogram import Histogram, sampling
from noughts.storage.journal import Done, Fate, Write

Append = Callable[[Write, Done], None]


def timed_append(append: Append, commit_seconds: Histogram) -> Append:
    """Return `append` with some of its commits timed."""
    is_sampled = sampling()

    def append_and_time(write: Write, done: Done) -> None:
        append(write, _timed(done, commit_seconds) if is_sampled() else done)

    return append_and_time


def _timed(done: Done, commit_seconds: Histogram) -> Done:
    started = perf_counter()

    def timed(fate: Fate) -> None:
        commit_seconds.observe(perf_counter() - started)
        done(fate)

    return timed
