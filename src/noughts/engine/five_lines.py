"""Boards for five in a row as patterns: what each cell sees in four directions, kept up to date with each mark.

A cell's view is one number: 16 bits for each direction (see `five_patterns`). Occupied cells have views, too. They tell
what their mark made. Changing views is much cheaper than changing lines (`mnk_board.place`), so the tree changes only
the views.
"""

from typing import Any

from noughts.engine.five_patterns import BUILDS, EDGE, HERE, MAKES, OPEN_FOUR, REACH
from noughts.engine.five_patterns import FIVE as MAKES_FIVE
from noughts.engine.mnk_board import new_board
from noughts.engine.mnk_memory import EMPTY, kernel
from noughts.engine.mnk_threats import NONE, SEVERAL

# The mark completes five.
FIVE = -5
PATTERN_BITS, PATTERN_MASK = 16, (1 << 16) - 1


@kernel
def _open_views(board: Any) -> None:
    for direction in range(4):
        down, right = min(direction, 1), 1 - direction % 3
        board.stride[direction] = down * board.cols + right
        for cell in range(board.size):
            row, col = cell // board.cols, cell % board.cols
            for way in range(2):
                sign = 1 - 2 * way
                reach = 0
                while reach < REACH:
                    far_row, far_col = row + sign * (reach + 1) * down, col + sign * (reach + 1) * right
                    if not (0 <= far_row < board.rows and 0 <= far_col < board.cols):
                        break
                    reach += 1
                board.reach[cell, 2 * direction + way] = reach
                for nth in range(reach, REACH):
                    board.views[cell] |= EDGE << (PATTERN_BITS * direction + 8 * way + 2 * nth)


def five_board(rows: int, cols: int) -> Any:
    """Return an empty board with views."""
    board = new_board(rows, cols, 5)
    board["makes"][:], board["builds"][:] = MAKES, BUILDS
    _open_views(board)
    return board


@kernel
def turn_views(board: Any, side: int, cell: int) -> None:
    """Add a mark to the views of other cells, or remove it."""
    for direction in range(4):
        stride = board.stride[direction]
        # A cell ahead of the mark sees it behind, and the other way round.
        bit = (1 + side) << (PATTERN_BITS * direction + 8)
        seen = cell
        for _ in range(board.reach[cell, 2 * direction]):
            seen += stride
            board.views[seen] ^= bit
            bit <<= 2
        bit = (1 + side) << (PATTERN_BITS * direction)
        seen = cell
        for _ in range(board.reach[cell, 2 * direction + 1]):
            seen -= stride
            board.views[seen] ^= bit
            bit <<= 2


@kernel
def put(board: Any, side: int, cell: int) -> None:
    """Put a mark of `side` on an empty cell, changing neither views nor lines."""
    board.held[cell] = side
    board.hash ^= board.keys[side, cell]
    board.empties -= 1


@kernel
def take(board: Any, side: int, cell: int) -> None:
    """Remove a mark again, undoing `put`."""
    board.held[cell] = EMPTY
    board.hash ^= board.keys[side, cell]
    board.empties += 1


@kernel
def pattern_of(board: Any, cell: int, direction: int) -> int:
    """Return what a cell sees in one direction."""
    return int((board.views[cell] >> (PATTERN_BITS * direction)) & PATTERN_MASK)


@kernel
def makes_four(board: Any, side: int, cell: int) -> bool:
    """Return whether a mark of `side` on this cell makes a four or five."""
    view = board.views[cell]
    makes = board.makes[side]
    return bool(
        makes[view & PATTERN_MASK]
        or makes[(view >> PATTERN_BITS) & PATTERN_MASK]
        or makes[(view >> 2 * PATTERN_BITS) & PATTERN_MASK]
        or makes[(view >> 3 * PATTERN_BITS) & PATTERN_MASK]
    )


@kernel
def gap_after(board: Any, side: int, cell: int) -> int:
    """Return where the other side must answer a mark of `side` on this cell: NONE if it makes no four, SEVERAL if one
    answer is not enough, FIVE if the mark wins.
    """
    found = NONE
    for direction in range(4):
        made = int(board.makes[side, pattern_of(board, cell, direction)])
        if made == 0:
            continue
        if made == MAKES_FIVE:
            return FIVE
        is_open = found != NONE or made == OPEN_FOUR
        found = SEVERAL if is_open else cell + (made - HERE) * board.stride[direction]
    return int(found)


@kernel
def completing_five(board: Any, side: int) -> int:
    """Return where `side` completes five: the cell, NONE or SEVERAL."""
    found = NONE
    for cell in range(board.size):
        if board.held[cell] == EMPTY and makes_four(board, side, cell) and gap_after(board, side, cell) == FIVE:
            if found >= 0:
                return SEVERAL
            found = cell
    return found
