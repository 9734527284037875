"""Connect Four: a mark falls to the lowest empty cell of its column. Everything else is m,n,k."""

from typing import ClassVar, Self

from noughts.rules.grid import Grid
from noughts.rules.mnk import MnkPosition
from noughts.rules.position import EMPTY, MOVES, IllegalMove, ImpossiblePosition, Move


class ConnectFourPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position in which every mark stands on the bottom row or on another mark."""

    gravity: ClassVar[bool] = True

    @classmethod
    def restore(cls, grid: Grid, cells: str) -> Self:
        position = super().restore(grid, cells)
        above_empty = zip(cells, cells[grid.cols :], strict=False)
        if any(held != EMPTY and below == EMPTY for held, below in above_empty):
            raise ImpossiblePosition("there is a mark above an empty cell")
        return position

    def legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        moves, cells = MOVES[self.to_move], self.cells
        return tuple([moves[cell] for cell, held in enumerate(cells) if held == EMPTY and self._is_supported(cell)])

    def play(self, move: Move) -> Self:
        after = super().play(move)
        if not self._is_supported(move.cell):
            raise IllegalMove("cell_floats")
        return after

    def _is_supported(self, cell: int) -> bool:
        below = cell + self.grid.cols
        return below >= len(self.cells) or self.cells[below] != EMPTY
