"""The computer in Connect Four: the values of all moves, within a time or depth limit.

The end of a game is solved exactly.
"""

from functools import cache
from typing import Any

import numpy
from msgspec import Struct

from noughts.engine.gravity_board import COLS, ROWS, SHIFT, SIZE, winning_cells
from noughts.engine.gravity_tree import PROVEN, WIN, tree_value
from noughts.engine.node_budget import NodeBudget
from noughts.engine.thinking import Valued
from noughts.rules import Mark, Move
from noughts.rules.grid import cells_of
from noughts.rules.mnk import MnkPosition

# A guess this large is worth about half a win.
HALF_WON = 40
# The largest value of a guess.
ALMOST_SURE = 0.97
TABLE_BITS = 21
FIRST_NODES_PER_MS = 1_000.0


class Found(Struct, frozen=True, kw_only=True):
    """Every move, best first, the search depth in plies, and the number of searched positions."""

    moves: tuple[Valued, ...]
    depth: int
    nodes: int


def search(position: MnkPosition, milliseconds: int, depth: int = SIZE, *, every_value: bool = False) -> Found:
    """Return the moves of an unfinished position of Connect Four. It looks at most `depth` plies ahead, at least one.

    With `every_value` all values are exact for the depth. Otherwise those of moves other than the best are upper
    bounds.
    """
    return _Search(position, milliseconds, every_value).run(depth)


@cache
def _table() -> tuple[Any, Any]:
    """Return the table of positions of this process, kept between moves: values in it hold for every game."""
    return numpy.zeros(1 << TABLE_BITS, numpy.int64), numpy.zeros(1 << TABLE_BITS, numpy.int32)


class _Search:
    """One search of one position. `values` has every move, the best first."""

    def __init__(self, position: MnkPosition, milliseconds: int, every_value: bool) -> None:
        self._ply = position.ply
        self._mark: Mark = position.to_move
        self._marks = _bits(position.x | position.o)
        self._mine = _bits(position.x if position.to_move == "X" else position.o)
        self._every_value = every_value
        self._lists = numpy.zeros((SIZE + 1, COLS), numpy.int64)
        self._budget = NodeBudget(milliseconds, FIRST_NODES_PER_MS)
        cells = [move.cell for move in position.legal_moves()]
        # The centre first, until the first values are known.
        self.values = dict.fromkeys(sorted(cells, key=lambda cell: abs(cell % COLS - COLS // 2)), 0)

    def run(self, deepest: int) -> Found:
        """Search deeper and deeper, until the time is up or every value is proven."""
        left = SIZE - self._ply
        reached = 0
        for depth in range(1, min(deepest, left) + 1):
            values = self._values_at(depth)
            if values is None:
                break
            self.values, reached = values, depth
            if self._is_settled():
                break
        is_whole = reached == left
        moves = tuple(self._valued(cell, value, is_whole) for cell, value in self.values.items())
        return Found(moves=moves, depth=reached, nodes=self._budget.nodes)

    def _values_at(self, depth: int) -> dict[int, int] | None:
        """Return the value of every move, the best first; None if the time is up before all are known."""
        values: dict[int, int] = {}
        for cell in self.values:
            floor = -WIN if self._every_value or not values else max(values.values())
            value = self._value_of(cell, depth, floor)
            if value is None:
                return None
            values[cell] = value
        # A stable sort: among equals, the first to reach the value is exact, and later ones may be worse.
        return dict(sorted(values.items(), key=lambda one: one[1], reverse=True))

    def _value_of(self, cell: int, depth: int, floor: int) -> int | None:
        move = _bits(1 << cell)
        if winning_cells(self._mine, self._marks) & move:
            return WIN - (self._ply + 1)
        while self._budget.allow_nodes():
            value = -tree_value(
                self._mine ^ self._marks, self._marks | move, self._ply + 1, depth - 1, -WIN, -floor,
                *_table(), self._lists, self._budget.work,
            )  # fmt: skip
            if not self._budget.was_cut:
                return int(value)
        return None

    def _is_settled(self) -> bool:
        """Return whether looking deeper cannot change the choice, or with `every_value` any value."""
        proven = [abs(value) > PROVEN for value in self.values.values()]
        return all(proven) or (not self._every_value and max(self.values.values()) > PROVEN)

    def _valued(self, cell: int, value: int, is_whole: bool) -> Valued:
        move = Move(cell, self._mark)
        if abs(value) > PROVEN:
            return Valued(
                move=move, value=1.0 if value > 0 else -1.0, exact=True, distance=WIN - abs(value) - self._ply
            )
        if is_whole:
            return Valued(move=move, value=0.0, exact=True, distance=SIZE - self._ply)
        return Valued(move=move, value=ALMOST_SURE * value / (abs(value) + HALF_WON), exact=False)


def _bits(cells: int) -> int:
    """Return our cells (row by row from the top) as bits of the search: column by column from the bottom."""
    bits = 0
    for cell in cells_of(cells):
        row, col = divmod(cell, COLS)
        bits |= 1 << (SHIFT * col + ROWS - 1 - row)
    return bits
