"""A large board as the kernels see it: one record of plain memory, changed in place by `place` and `lift`.

A line is k cells in a row. It is open to a side while the other has no mark on it. For every cell and side, `promise`
sums up the open lines through the cell, and is kept up to date with every mark; all else is read from it.
"""

from typing import Any

import numpy

from noughts.engine.mnk_memory import (
    BOARD,
    CLOSED,
    EMPTY,
    LACKS_ONE,
    LACKS_THREE,
    LACKS_TWO,
    MOST_CELLS,
    WORTH_MASK,
    kernel,
)


@kernel
def _lay_lines(board: Any) -> None:
    reach = board.in_a_row - 1
    lines = 0
    for row in range(board.rows):
        for col in range(board.cols):
            for direction in range(4):
                down, right = min(direction, 1), 1 - direction % 3
                last = col + reach * right
                if row + reach * down < board.rows and 0 <= last < board.cols:
                    board.first[lines] = row * board.cols + col
                    board.step[lines] = down * board.cols + right
                    lines += 1
    board.lines = lines


@kernel
def _lay_passages(board: Any) -> None:
    for line in range(board.lines):
        for nth in range(board.in_a_row):
            board.through_from[board.first[line] + nth * board.step[line] + 1] += 1
    for cell in range(board.size):
        board.through_from[cell + 1] += board.through_from[cell]
    filled = numpy.zeros(MOST_CELLS, numpy.int64)
    for line in range(board.lines):
        for nth in range(board.in_a_row):
            cell = board.first[line] + nth * board.step[line]
            board.through[board.through_from[cell] + filled[cell]] = line
            filled[cell] += 1


@kernel
def set_up(board: Any, rows: int, cols: int, in_a_row: int) -> None:
    """Lay out the lines of the board. The record must be all zeros."""
    board.rows, board.cols, board.in_a_row = rows, cols, in_a_row
    board.size = board.empties = rows * cols
    _lay_lines(board)
    _lay_passages(board)
    for cell in range(board.size):
        board.held[cell] = EMPTY
    board.open[0, 0] = board.open[1, 0] = board.lines
    board.alive[0] = board.alive[1] = board.lines
    # Each mark more makes an open line four times as good, once it is not too far from being complete.
    for marks in range(1, in_a_row):
        lacking = in_a_row - marks
        unit = max(marks, 4 ** max(0, 5 - lacking))
        if lacking == 1:
            unit += LACKS_ONE
        elif lacking == 2:
            unit += LACKS_TWO
        elif lacking == 3:
            unit += LACKS_THREE
        board.unit[marks] = unit
    board.hash = state = 0x5DEECE66D
    for side in range(2):
        for cell in range(board.size):
            state = state * 6364136223846793005 + 1442695040888963407
            mixed = (state ^ (state >> 29)) * -7046029254386353131
            board.keys[side, cell] = mixed ^ (mixed >> 32)


def new_board(rows: int, cols: int, in_a_row: int) -> Any:
    """An empty board with the memory for a search on it: about 6 MB, most of it untouched in a short search."""
    board = numpy.zeros(1, dtype=BOARD)[0]
    set_up(board, rows, cols, in_a_row)
    return board


@kernel
def _change(board: Any, side: int, line: int, by: int) -> None:
    cell = int(board.first[line])
    step = board.step[line]
    for _ in range(board.in_a_row):
        board.promise[side, cell] += by
        cell += step


@kernel
def place(board: Any, side: int, cell: int) -> None:
    """Put a mark of `side` (0 or 1) on an empty cell."""
    other = 1 - side
    for at in range(board.through_from[cell], board.through_from[cell + 1]):
        line = int(board.through[at])
        mine, theirs = board.count[side, line], board.count[other, line]
        board.count[side, line] = mine + 1
        if theirs == 0:
            board.open[side, mine] -= 1
            board.open[side, mine + 1] += 1
            gain = board.unit[mine + 1] - board.unit[mine]
            board.worth[side] += (board.unit[mine + 1] & WORTH_MASK) - (board.unit[mine] & WORTH_MASK)
            _change(board, side, line, gain)
            if mine == 0:
                board.open[other, 0] -= 1
                board.alive[other] -= 1
        elif mine == 0:
            board.open[other, theirs] -= 1
            board.alive[other] -= 1
            board.worth[other] -= board.unit[theirs] & WORTH_MASK
            _change(board, other, line, -board.unit[theirs])
    board.held[cell] = side
    board.hash ^= board.keys[side, cell]
    board.empties -= 1


@kernel
def lift(board: Any, side: int, cell: int) -> None:
    """Take the mark of `side` from a cell again: `place` backwards."""
    other = 1 - side
    for at in range(board.through_from[cell], board.through_from[cell + 1]):
        line = int(board.through[at])
        mine, theirs = board.count[side, line] - 1, board.count[other, line]
        board.count[side, line] = mine
        if theirs == 0:
            board.open[side, mine + 1] -= 1
            board.open[side, mine] += 1
            gain = board.unit[mine + 1] - board.unit[mine]
            board.worth[side] -= (board.unit[mine + 1] & WORTH_MASK) - (board.unit[mine] & WORTH_MASK)
            _change(board, side, line, -gain)
            if mine == 0:
                board.open[other, 0] += 1
                board.alive[other] += 1
        elif mine == 0:
            board.open[other, theirs] += 1
            board.alive[other] += 1
            board.worth[other] += board.unit[theirs] & WORTH_MASK
            _change(board, other, line, board.unit[theirs])
    board.held[cell] = EMPTY
    board.hash ^= board.keys[side, cell]
    board.empties += 1


@kernel
def close_line(board: Any, line: int) -> None:
    """Take a line out of the game, as if both sides had marks on it."""
    for side in range(2):
        marks = board.count[side, line]
        if board.count[1 - side, line] == 0:
            board.open[side, marks] -= 1
            board.alive[side] -= 1
            board.worth[side] -= board.unit[marks] & WORTH_MASK
            _change(board, side, line, -board.unit[marks])
    board.count[0, line] = board.count[1, line] = CLOSED
