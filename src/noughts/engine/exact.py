"""Perfect play where a full search is possible: small boards from the start, larger ones when few cells are left.

Gives value and distance of every move, the fastest win first and the fastest loss last. `choose` picks the move.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from noughts.engine import kernels
from noughts.engine.exact_table import WIN, fill
from noughts.engine.thinking import GameIsOver
from noughts.engine.vanishing_table import value_after
from noughts.rules import EMPTY, Move, Position
from noughts.rules.grid import grid
from noughts.rules.mnk import MnkPosition
from noughts.rules.swap2 import Swap2Position
from noughts.rules.vanishing import VanishingPosition

# Boards with up to this many cells are solved completely, once, and kept: at most 3 ** 16 bytes. On larger boards, only
# the last cells are solved.
WHOLE_BOARD = 16
LAST_CELLS = 12
# Without compiled kernels, larger boards would take too long.
PLAIN_CELLS = 9


class Judged(Struct, frozen=True):
    """A move, its value for the player who makes it (1 wins, 0 draws, -1 loses), and the plies to the end, including
    this one.
    """

    move: Move
    value: int
    distance: int


class Solution(Struct, frozen=True):
    """The value for the side to move, the plies to the end with best play, and every move, the best first.

    Best play is the fastest win and the slowest loss; a draw lasts until the board is full, or until the move limit.
    """

    value: int
    distance: int
    moves: tuple[Judged, ...]


def solve(position: Position) -> Solution | None:
    """Return the solution, or None if this position cannot be solved in memory. Raises GameIsOver."""
    if position.outcome() is not None:
        raise GameIsOver("the game is over")
    if isinstance(position, Swap2Position):
        # The board is far too large to be solved before the sides are chosen.
        position = position.plain
    if not isinstance(position, MnkPosition):
        return None
    judge = _judge_of(position)
    if judge is None:
        return None
    judged = sorted((judge(position, move) for move in position.legal_moves()), key=rank, reverse=True)
    return Solution(judged[0].value, judged[0].distance, tuple(judged))


def rank(judged: Judged) -> tuple[int, int]:
    """Return a sort key, larger is better: wins before draws before losses, fast wins and slow losses first."""
    return judged.value, -judged.distance if judged.value > 0 else judged.distance


def _judge_of(position: MnkPosition) -> Callable[[MnkPosition, Move], Judged] | None:
    if position.most_marks is not None:
        return _vanishing
    table = _table_of(position)
    return None if table is None else table.judge


def _vanishing(position: MnkPosition, move: Move) -> Judged:
    after = position.play(move)
    assert isinstance(after, VanishingPosition)
    value, distance = value_after(after)
    return Judged(move, value, distance + 1)


class _Table:
    """The values of all positions that can follow from one position."""

    def __init__(self, root: MnkPosition) -> None:
        empty = [cell for cell, held in enumerate(root.cells) if held == EMPTY]
        self._place = {cell: nth for nth, cell in enumerate(empty)}
        self._powers = [3**nth for nth in range(len(empty))]
        self._values = _filled(root, self._place, self._powers)

    def judge(self, position: MnkPosition, move: Move) -> Judged:
        """Return the move in `position`, which must have come from the root of this table."""
        digits = ("XO".find(position.cells[cell]) + 1 for cell in self._place)
        state = sum(digit * power for digit, power in zip(digits, self._powers, strict=True))
        state += ("XO".find(move.mark) + 1) * self._powers[self._place[move.cell]]
        after = -int(self._values[state])
        left = position.cells.count(EMPTY)
        if after == 0:
            return Judged(move, 0, left)
        return Judged(move, 1 if after > 0 else -1, WIN - abs(after) + 1)


def _table_of(position: MnkPosition) -> _Table | None:
    if position.line_rule != "any" or position.gravity or position.maker_breaker:
        # The table ignores the ends of a line and gravity, and gives both sides the same goal.
        return None
    compiled = kernels.is_warm()
    size = len(position.cells)
    if size <= (WHOLE_BOARD if compiled else PLAIN_CELLS):
        return _whole_board(type(position), position.grid.rows, position.grid.cols, position.grid.in_a_row)
    if position.cells.count(EMPTY) <= (LAST_CELLS if compiled else PLAIN_CELLS):
        return _Table(position)
    return None


# Bounded, because clients may ask for any size, and the largest tables take 43 MB each.
@lru_cache(maxsize=8)
def _whole_board(kind: type[MnkPosition], rows: int, cols: int, in_a_row: int) -> _Table:
    return _Table(kind.start(grid(rows, cols, in_a_row)))


def _filled(root: MnkPosition, place: dict[int, int], powers: list[int]) -> Sequence[int]:
    x_lines, o_lines = _open_lines(root, root.x, root.o, place), _open_lines(root, root.o, root.x, place)
    flags = (root.to_move == "X", root.chooses_mark, root.line_loses, root.single_mark)
    size = 3 ** len(powers)
    compiled = kernels.compiled_fill()
    if compiled is None:
        plain: list[int] = [0] * size
        fill(plain, [0] * len(powers), powers, x_lines, o_lines, *flags)
        return plain
    import numpy

    table: Any = numpy.zeros(size, numpy.int8)
    arrays = (numpy.array(numbers, numpy.int64) for numbers in (powers, x_lines, o_lines))
    compiled(table, numpy.zeros(len(powers), numpy.int64), *arrays, *flags)
    return table  # type: ignore[no-any-return]


def _open_lines(root: MnkPosition, mine: int, theirs: int, place: dict[int, int]) -> list[int]:
    """Return the lines without a mark of theirs, as bits of the empty cells that they still need."""
    found = set()
    for line in root.grid.lines:
        if not line & theirs:
            needed = line & ~mine
            found.add(sum(1 << nth for cell, nth in place.items() if needed >> cell & 1))
    # Drop a line that contains another one: it can't be completed earlier.
    return sorted(line for line in found if not any(line & less == less and line != less for less in found))
