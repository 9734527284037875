"""Order and Chaos: both players place either mark. X plays Order and wins with a line, even if O
completes it. O plays Chaos and wins when the board is full without one.

A longer row contains a line, so it wins too. Everything else is wild.
"""

from typing import ClassVar

from noughts.rules.grid import cells_of
from noughts.rules.outcome import Outcome
from noughts.rules.wild import WildPosition


class OrderAndChaosPosition(WildPosition, frozen=True, eq=False, gc=False):
    """A position in which X wants a line and O wants none. There is no draw."""

    maker_breaker: ClassVar[bool] = True

    @classmethod
    def _ending(cls, made: int, ply: int, size: int) -> Outcome | None:
        if made:
            return Outcome("X", "line", cells_of(made))
        return Outcome("O", "full") if ply == size else None
