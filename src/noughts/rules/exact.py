"""Exact: a row longer than a line doesn't win. Everything else is m,n,k."""

from typing import ClassVar

from noughts.rules.grid import Grid
from noughts.rules.mnk import LineRule, MnkPosition


class ExactPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which a line counts only if neither of its ends has a mark of the same kind."""

    line_rule: ClassVar[LineRule] = "exact"

    @staticmethod
    def counts(grid: Grid, line: int, mine: int, theirs: int) -> bool:
        return not grid.ends_of(line) & mine
