"""Caro: a line doesn't win if the opponent has a mark at both of its ends. A longer row always wins.

The edge of the board blocks nothing. Everything else is m,n,k.
"""

from typing import ClassVar

from noughts.rules.grid import Grid
from noughts.rules.mnk import LineRule, MnkPosition


class CaroPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which a line counts unless the opponent blocks both of its ends."""

    line_rule: ClassVar[LineRule] = "unblocked"

    @staticmethod
    def counts(grid: Grid, line: int, mine: int, theirs: int) -> bool:
        return (grid.ends_of(line) & theirs).bit_count() < 2
