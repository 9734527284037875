"""Times accepted moves, from the command read to its answer."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from noughts.messages.commands import MakeMove
from noughts.server.runtime.histogram import Histogram
from noughts.server.tables.requests import Answer

Reply = Callable[[Any, Answer], None]


def timed_move(reply: Reply, move_seconds: Histogram) -> Reply:
    """Return a reply that also records how long an accepted move took from now on."""
    started = perf_counter()

    def timed(command: Any, answer: Answer) -> None:
        reply(command, answer)
        if answer.refusal is None and isinstance(command, MakeMove):
            move_seconds.observe(perf_counter() - started)

    return timed
