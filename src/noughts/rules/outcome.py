"""How a game of any variant ended by its own rules: who won, why, and which cells to highlight.

Resigning, time and agreed draws don't depend on the board: they belong to `games`.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal["X", "O"]
Reason: TypeAlias = Literal["line", "full", "repetition", "move_limit"]

MARKS: tuple[Mark, Mark] = ("X", "O")


def other(mark: Mark) -> Mark:
    """Return the opponent's mark."""
    return "O" if mark == "X" else "X"


class Outcome(Struct, frozen=True, gc=False):
    """The end of a game.

    `winner` is the seat that won (X moved first), or None for a draw. In misère and wild it still names the seat,
    so it need not be the mark that stands in the line.
    `reason` is "line" when a line was completed and "full" when there is nothing left to play; there is a winner then
    only where small boards are counted, and in Order and Chaos. "repetition" and "move_limit" are draws of
    Vanishing.
    `line` holds the cells to highlight, ascending: every cell of every line the last move completed. In Ultimate these
    are all the cells of the small boards that make up the winning line of boards. Empty without a line.
    """

    winner: Mark | None
    reason: Reason
    line: tuple[int, ...] = ()

    def value_for(self, mark: Mark) -> float:
        """Return 1 if this seat won, -1 if it lost, and 0 for a draw."""
        return 0.0 if self.winner is None else 1.0 if self.winner == mark else -1.0


DRAW = Outcome(None, "full")
