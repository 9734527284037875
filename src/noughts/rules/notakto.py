"""Notakto: both players place X, and completing a line loses. Everything else is m,n,k.

The seats are still called X and O. A full board always has a line, so there is no draw.
"""

from typing import ClassVar, Self

from noughts.rules.mnk import MnkPosition
from noughts.rules.outcome import Mark
from noughts.rules.position import EMPTY, MOVES, IllegalMove, Move, move_of


class NotaktoPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which every mark is X."""

    single_mark: ClassVar[bool] = True
    line_loses: ClassVar[bool] = True

    def legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        return tuple([move for move, held in zip(MOVES["X"], self.cells, strict=False) if held == EMPTY])

    def move_at(self, cell: int, mark: Mark | None = None) -> Move:
        return move_of(cell, "X") if mark is None else Move(cell, mark)

    def play(self, move: Move) -> Self:
        if move.mark == "O" and self.ending is None and 0 <= move.cell < len(self.cells):
            raise IllegalMove("wrong_mark")
        return super().play(move)

    @staticmethod
    def _may_place(mark: str) -> bool:
        return mark == "X"

    @staticmethod
    def _can_have_counts(xs: int, os: int) -> bool:
        return os == 0

    @staticmethod
    def _placed_by(mover: Mark, x: int, o: int) -> int:
        return x
