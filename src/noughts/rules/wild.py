"""Wild: at every turn the mover places either mark, and the player who completes a line of one mark wins.

The seats are still called X and O; the marks on the board do not belong to them.
"""

from typing import ClassVar

from noughts.rules.mnk import MnkPosition
from noughts.rules.outcome import MARKS, Mark
from noughts.rules.position import EMPTY, MOVES, Move


class WildPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which the mover chooses the mark, too."""

    chooses_mark: ClassVar[bool] = True

    def legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        return tuple([MOVES[mark][cell] for cell, held in enumerate(self.cells) if held == EMPTY for mark in MARKS])

    @staticmethod
    def _may_place(mark: str) -> bool:
        return mark in MARKS

    @staticmethod
    def _can_have_counts(xs: int, os: int) -> bool:
        return True

    @staticmethod
    def _placed_by(mover: Mark, x: int, o: int) -> int:
        return x | o
