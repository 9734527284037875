"""The standard openings of five in a row: first moves that no review calls a mistake.

No search can judge the first marks: it doesn't reach the end of the game. Players have settled on a first mark
near the middle, a second beside it, and a third at most two cells from the first.
"""

from noughts.rules import Move, Position
from noughts.rules.grid import Grid
from noughts.rules.mnk import MnkPosition

FIVE = 5
SMALLEST_SIDE = 13
# How far the first mark is from the middle, and the second and third mark from the first, at most.
FIRST, SECOND, THIRD = 2, 1, 2


def is_standard(position: Position, move: Move) -> bool:
    """Return whether the marks so far and this move form a standard opening."""
    if not isinstance(position, MnkPosition) or position.ply > 2 or not _is_large(position):
        return False
    grid = position.grid
    middle = grid.rows // 2 * grid.cols + grid.cols // 2
    if position.ply == 0:
        return _distance(grid, middle, move.cell) <= FIRST
    first = position.cells.index("X")
    if _distance(grid, middle, first) > FIRST:
        return False
    if position.ply == 1:
        return _distance(grid, first, move.cell) <= SECOND
    second = position.cells.index("O")
    return _distance(grid, first, second) <= SECOND and _distance(grid, first, move.cell) <= THIRD


def _is_large(position: MnkPosition) -> bool:
    grid = position.grid
    return (
        grid.in_a_row == FIVE
        and min(grid.rows, grid.cols) >= SMALLEST_SIDE
        and not position.line_loses
        and not position.maker_breaker
    )


def _distance(grid: Grid, one: int, another: int) -> int:
    """Return how many steps apart two cells are, diagonal steps included."""
    down, right = abs(one // grid.cols - another // grid.cols), abs(one % grid.cols - another % grid.cols)
    return max(down, right)
