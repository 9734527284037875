"""A large board as the kernels see it: one record of plain memory, changed in place by `place` and `lift`.

A line is k cells in a row. It is open to a side while the other has no mark on it. In some variants, marks at its ends
close it, too. For every cell and side, `promise` sums up the open lines through the cell. It is updated with every
mark, and everything else is derived from it.
"""

from typing import Any

import numpy

from noughts.engine.mnk_memory import (
    ANY,
    BOARD,
    CLOSED,
    EMPTY,
    EXACT,
    LACKS_ONE,
    LACKS_THREE,
    LACKS_TWO,
    MOST_CELLS,
    UNBLOCKED,
    WORTH_MASK,
    kernel,
)
from noughts.rules.mnk import LineRule


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
    # One direction after the other, since `place` changes the cells of one direction at once.
    filled = numpy.zeros(MOST_CELLS, numpy.int64)
    for direction in range(4):
        step = min(direction, 1) * board.cols + 1 - direction % 3
        for line in range(board.lines):
            if board.step[line] == step:
                for nth in range(board.in_a_row):
                    cell = board.first[line] + nth * step
                    board.through[board.through_from[cell] + filled[cell]] = line
                    filled[cell] += 1


@kernel
def _end_of(board: Any, line: int, nth: int) -> int:
    """Return the line's `nth` cell (-1 is the cell before it, k the cell after it), or -1 if that is off the board."""
    first, step = int(board.first[line]), int(board.step[line])
    down = 0 if step == 1 else 1
    row = first // board.cols + nth * down
    col = first % board.cols + nth * (step - down * board.cols)
    inside = 0 <= row < board.rows and 0 <= col < board.cols
    return int(row * board.cols + col) if inside else -1


@kernel
def _lay_ends(board: Any) -> None:
    for line in range(board.lines):
        board.before[line], board.after[line] = _end_of(board, line, -1), _end_of(board, line, board.in_a_row)
        for end in (board.before[line], board.after[line]):
            if end >= 0:
                board.ending_from[end + 1] += 1
    for cell in range(board.size):
        board.ending_from[cell + 1] += board.ending_from[cell]
    filled = numpy.zeros(MOST_CELLS, numpy.int64)
    for line in range(board.lines):
        for end in (board.before[line], board.after[line]):
            if end >= 0:
                board.ending[board.ending_from[end] + filled[end]] = line
                filled[end] += 1


@kernel
def set_up(board: Any, rows: int, cols: int, in_a_row: int, line_rule: int) -> None:
    """Lay out the lines of the board. The record must be all zeros."""
    board.rows, board.cols, board.in_a_row, board.line_rule = rows, cols, in_a_row, line_rule
    board.size = board.empties = rows * cols
    _lay_lines(board)
    _lay_passages(board)
    _lay_ends(board)
    for cell in range(board.size):
        board.held[cell] = EMPTY
    board.open[0, 0] = board.open[1, 0] = board.lines
    board.alive[0] = board.alive[1] = board.lines
    # Each further mark makes an open line four times as good, once the line is close enough to being complete.
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


RULES: dict[LineRule, int] = {"any": ANY, "exact": EXACT, "unblocked": UNBLOCKED}


def new_board(rows: int, cols: int, in_a_row: int, line_rule: LineRule = "any") -> Any:
    """Return an empty board with the memory for a search: about 6 MB, mostly untouched in a short search."""
    board = numpy.zeros(1, dtype=BOARD)[0]
    set_up(board, rows, cols, in_a_row, RULES[line_rule])
    return board


@kernel
def _change(board: Any, side: int, line: int, by: int) -> None:
    cell = int(board.first[line])
    step = board.step[line]
    for _ in range(board.in_a_row):
        board.promise[side, cell] += by
        cell += step


@kernel
def _oppose(board: Any, side: int, line: int) -> None:
    """Add one obstacle to a line for `side`; the first one closes it."""
    if board.against[side, line] == 0:
        marks = board.count[side, line]
        board.open[side, marks] -= 1
        board.alive[side] -= 1
        if marks > 0:
            board.worth[side] -= board.unit[marks] & WORTH_MASK
            _change(board, side, line, -board.unit[marks])
    board.against[side, line] += 1


@kernel
def _concede(board: Any, side: int, line: int) -> None:
    """Remove one obstacle again, undoing `_oppose`."""
    board.against[side, line] -= 1
    if board.against[side, line] == 0:
        marks = board.count[side, line]
        board.open[side, marks] += 1
        board.alive[side] += 1
        if marks > 0:
            board.worth[side] += board.unit[marks] & WORTH_MASK
            _change(board, side, line, board.unit[marks])


@kernel
def _mark_ends(board: Any, side: int, cell: int, is_placed: bool) -> None:
    """Update the lines that end at this cell for a mark of `side`."""
    exact = board.line_rule == EXACT
    spoiled = side if exact else 1 - side
    for at in range(board.ending_from[cell], board.ending_from[cell + 1]):
        line = int(board.ending[at])
        opposite = int(board.before[line] + board.after[line] - cell)
        if exact or (opposite >= 0 and board.held[opposite] == side):
            if is_placed:
                _oppose(board, spoiled, line)
            else:
                _concede(board, spoiled, line)


@kernel
def _spread(board: Any, side: int, first: int, step: int, lines: int) -> None:
    """Add the gains of neighbouring lines, the first of which begins at `first`, to the promise of their cells."""
    gains, promise = board.gains[side], board.promise[side]
    total, cell, length = 0, first, board.in_a_row
    for nth in range(lines + length - 1):
        if nth < lines:
            total += gains[nth]
        if nth >= length:
            total -= gains[nth - length]
        promise[cell] += total
        cell += step


@kernel
def place(board: Any, side: int, cell: int) -> None:
    """Put a mark of `side` (0 or 1) on an empty cell."""
    other = 1 - side
    at, end = int(board.through_from[cell]), int(board.through_from[cell + 1])
    while at < end:
        first, step = int(board.first[board.through[at]]), int(board.step[board.through[at]])
        lines, has_gained, has_lost = 0, False, False
        while at < end and board.step[board.through[at]] == step:
            line = int(board.through[at])
            mine = board.count[side, line]
            board.count[side, line] = mine + 1
            gain, loss = 0, 0
            if board.against[side, line] == 0:
                board.open[side, mine] -= 1
                board.open[side, mine + 1] += 1
                gain = board.unit[mine + 1] - board.unit[mine]
                board.worth[side] += (board.unit[mine + 1] & WORTH_MASK) - (board.unit[mine] & WORTH_MASK)
                has_gained = True
            if board.against[other, line] == 0:
                theirs = board.count[other, line]
                board.open[other, theirs] -= 1
                board.alive[other] -= 1
                if theirs > 0:
                    loss = board.unit[theirs]
                    board.worth[other] -= loss & WORTH_MASK
                    has_lost = True
            board.against[other, line] += 1
            board.gains[side, lines], board.gains[other, lines] = gain, -loss
            lines += 1
            at += 1
        if has_gained:
            _spread(board, side, first, step, lines)
        if has_lost:
            _spread(board, other, first, step, lines)
    if board.line_rule != ANY:
        _mark_ends(board, side, cell, True)
    board.held[cell] = side
    board.hash ^= board.keys[side, cell]
    board.empties -= 1


@kernel
def lift(board: Any, side: int, cell: int) -> None:
    """Remove the mark of `side` from a cell, undoing `place`."""
    other = 1 - side
    if board.line_rule != ANY:
        _mark_ends(board, side, cell, False)
    at, end = int(board.through_from[cell]), int(board.through_from[cell + 1])
    while at < end:
        first, step = int(board.first[board.through[at]]), int(board.step[board.through[at]])
        lines, has_lost, has_gained = 0, False, False
        while at < end and board.step[board.through[at]] == step:
            line = int(board.through[at])
            mine = board.count[side, line] - 1
            board.count[side, line] = mine
            loss, gain = 0, 0
            if board.against[side, line] == 0:
                board.open[side, mine + 1] -= 1
                board.open[side, mine] += 1
                loss = board.unit[mine + 1] - board.unit[mine]
                board.worth[side] -= (board.unit[mine + 1] & WORTH_MASK) - (board.unit[mine] & WORTH_MASK)
                has_lost = True
            board.against[other, line] -= 1
            if board.against[other, line] == 0:
                theirs = board.count[other, line]
                board.open[other, theirs] += 1
                board.alive[other] += 1
                if theirs > 0:
                    gain = board.unit[theirs]
                    board.worth[other] += gain & WORTH_MASK
                    has_gained = True
            board.gains[side, lines], board.gains[other, lines] = -loss, gain
            lines += 1
            at += 1
        if has_lost:
            _spread(board, side, first, step, lines)
        if has_gained:
            _spread(board, other, first, step, lines)
    board.held[cell] = EMPTY
    board.hash ^= board.keys[side, cell]
    board.empties += 1


@kernel
def close_line(board: Any, line: int) -> None:
    """Close a line for both sides."""
    for side in range(2):
        _oppose(board, side, line)
        board.against[side, line] = CLOSED
