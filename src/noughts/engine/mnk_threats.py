"""Threats on a large board: wins at once, fours, and wins by fours alone, with what defends against them.

A four is a line that lacks one mark, whatever its length: it wins at once unless the other side answers in that cell. A
win by fours is a chain of fours, each with only one answer, that ends with two fours at once or a complete line. In
variants where blocked lines do not count, a mark at the end of a line may stop a four, too.
"""

from typing import Any

from noughts.engine.mnk_board import lift, place
from noughts.engine.mnk_memory import (
    COUNT_MASK,
    EMPTY,
    FOURS_BITS,
    LACKS_ONE,
    LACKS_TWO_SHIFT,
    UNBLOCKED,
    WORTH_MASK,
    kernel,
)

NONE = -1
SEVERAL = -2
UNKNOWN = -3
# Any one of several cells is enough.
CHOICE = -4

MOST_FOURS = 60
CELL_BITS = 9
CELL_MASK = (1 << CELL_BITS) - 1
SIDE_KEY = 0x3C79AC492BA7B653
FOURS_MASK = (1 << FOURS_BITS) - 1


@kernel
def makes_fours(board: Any, side: int, cell: int) -> int:
    """Return how many open lines `side` brings to a four with a mark on `cell`."""
    return int((board.promise[side, cell] >> LACKS_TWO_SHIFT) & COUNT_MASK)


@kernel
def completing_cell(board: Any, side: int) -> int:
    """Return where `side` completes a line: the cell, NONE or SEVERAL."""
    if board.open[side, board.in_a_row - 1] == 0:
        return NONE
    found = NONE
    for cell in range(board.size):
        if board.promise[side, cell] >= LACKS_ONE and board.held[cell] == EMPTY:
            if found >= 0:
                return SEVERAL
            found = cell
    return found


@kernel
def any_completing_cell(board: Any, side: int) -> int:
    """Return a cell where `side` completes a line, or NONE."""
    if board.open[side, board.in_a_row - 1] > 0:
        for cell in range(board.size):
            if board.promise[side, cell] >= LACKS_ONE and board.held[cell] == EMPTY:
                return cell
    return NONE


@kernel
def stops_fours(board: Any, side: int, cell: int) -> bool:
    """Return whether a mark of `side` on an empty cell leaves the other side without a four."""
    place(board, side, cell)
    is_stop = board.open[1 - side, board.in_a_row - 1] == 0
    lift(board, side, cell)
    return bool(is_stop)


@kernel
def _stop_among_ends(board: Any, side: int) -> int:
    """Return where `side` stops every four of the other: a cell, NONE without a four, SEVERAL if one mark is not
    enough, CHOICE if there are several such cells. Only the gap and the ends of a four can stop it.
    """
    other = 1 - side
    gap = any_completing_cell(board, other)
    if gap == NONE:
        return NONE
    at = board.through_from[gap]
    line = int(board.through[at])
    while board.count[other, line] != board.in_a_row - 1 or board.against[other, line] > 0:
        at += 1
        line = int(board.through[at])
    found = SEVERAL
    for nth in range(-1, 2):
        cell = gap if nth == 0 else int(board.before[line] if nth < 0 else board.after[line])
        if cell >= 0 and board.held[cell] == EMPTY and stops_fours(board, side, cell):
            found = cell if found == SEVERAL else CHOICE
    return found


@kernel
def stop_of_fours(board: Any, side: int) -> int:
    """Return where `side` must play against the fours of the other: a cell, NONE, SEVERAL if one mark is not enough, or
    CHOICE.
    """
    if board.line_rule == UNBLOCKED:
        return _stop_among_ends(board, side)
    return completing_cell(board, 1 - side)


@kernel
def answer_to(board: Any, side: int, cell: int) -> int:
    """Return the only answer to `side`'s four on `cell`. NONE: there is no four. SEVERAL: one is not enough. CHOICE:
    there are several answers.
    """
    if board.line_rule == UNBLOCKED:
        place(board, side, cell)
        stop = _stop_among_ends(board, 1 - side)
        lift(board, side, cell)
        return stop
    answer = NONE
    for at in range(board.through_from[cell], board.through_from[cell + 1]):
        line = int(board.through[at])
        if board.count[side, line] == board.in_a_row - 2 and board.against[side, line] == 0:
            gap = int(board.first[line])
            while gap == cell or board.held[gap] != EMPTY:
                gap += board.step[line]
            if answer == NONE:
                answer = gap
            elif answer != gap:
                return SEVERAL
    return answer


@kernel
def list_move(board: Any, start: int, cell: int, likely: int) -> None:
    """Insert a move into the list that begins at `start`, which is sorted by likelihood, the likeliest first."""
    listed = likely << CELL_BITS | cell
    at = board.listed
    while at > start and board.candidates[at - 1] < listed:
        board.candidates[at] = board.candidates[at - 1]
        at -= 1
    board.candidates[at] = listed
    board.listed += 1


@kernel
def listed_cell(board: Any, at: int) -> int:
    """Return the cell of a listed move."""
    return int(board.candidates[at] & CELL_MASK)


@kernel
def _list_fours(board: Any, side: int, must: int) -> int:
    """List the moves that make a four. `must` limits them to one cell, unless it is NONE; CHOICE limits them to moves
    that stop the other side's fours. Return one that wins, or NONE.
    """
    start = board.listed
    for cell in range(board.size):
        fours = makes_fours(board, side, cell)
        if fours and board.held[cell] == EMPTY and must in (NONE, CHOICE, cell):
            if must == CHOICE and not stops_fours(board, side, cell):
                continue
            if fours > 1 and answer_to(board, side, cell) == SEVERAL:
                return cell
            list_move(board, start, cell, board.promise[side, cell] & WORTH_MASK)
    return NONE


@kernel
def win_by_fours(board: Any, side: int, fours: int) -> int:
    """Return the first move of a win for `side`, to move, in at most `fours` fours: a cell, NONE, or UNKNOWN."""
    other = 1 - side
    if board.open[side, board.in_a_row - 1] > 0:
        return any_completing_cell(board, side)
    if board.open[side, board.in_a_row - 2] == 0:
        return NONE
    key = board.hash ^ (SIDE_KEY * (side + 1))
    slot = key & FOURS_MASK
    if board.fours_key[slot] == key:
        return int(board.fours_entry[slot])
    board.nodes += 1
    if fours == 0 or board.nodes >= board.fours_limit:
        return UNKNOWN
    must = stop_of_fours(board, side)
    found = NONE
    if must != SEVERAL:
        start = board.listed
        found = _list_fours(board, side, must)
        end = board.listed
        for at in range(start, end):
            if found >= 0:
                break
            cell = listed_cell(board, at)
            answer = answer_to(board, side, cell)
            if answer == CHOICE:
                continue
            place(board, side, cell)
            place(board, other, answer)
            deeper = win_by_fours(board, side, fours - 1)
            lift(board, other, answer)
            lift(board, side, cell)
            if deeper >= 0:
                found = cell
            elif deeper == UNKNOWN:
                found = UNKNOWN
        board.listed = start
    if found != UNKNOWN:
        board.fours_key[slot] = key
        board.fours_entry[slot] = found
    return found


@kernel
def is_without_fours(board: Any, side: int, position: int) -> bool:
    """Return whether `side`, to move in the position with this hash, is known to have no win by fours."""
    key = position ^ (SIDE_KEY * (side + 1))
    slot = key & FOURS_MASK
    return bool(board.fours_key[slot] == key and board.fours_entry[slot] == NONE)


@kernel
def shortest_win_by_fours(board: Any, side: int, budget: int) -> int:
    """Return the same as `win_by_fours` within a number of nodes, trying short wins before long ones."""
    board.fours_limit = min(board.nodes + budget, board.node_limit)
    found = UNKNOWN
    fours = 1
    while found == UNKNOWN and fours <= MOST_FOURS and board.nodes < board.fours_limit:
        found = win_by_fours(board, side, fours)
        fours += 1 + fours // 2
    return found


@kernel
def _mark_gaps(board: Any, side: int, cell: int) -> None:
    for at in range(board.through_from[cell], board.through_from[cell + 1]):
        line = int(board.through[at])
        if board.count[side, line] == board.in_a_row - 2 and board.against[side, line] == 0:
            gap = int(board.first[line])
            for _ in range(board.in_a_row):
                if board.held[gap] == EMPTY:
                    board.used[gap] = 1
                gap += board.step[line]


@kernel
def _mark_counters(board: Any, side: int, length: int) -> None:
    """Mark the gaps of all lines that would be a four of `side` after the chain and one more mark."""
    for nth in range(1, length, 2):
        answer = int(board.path[nth])
        for at in range(board.through_from[answer], board.through_from[answer + 1]):
            line = int(board.through[at])
            if board.count[side, line] >= board.in_a_row - 2:
                gap = int(board.first[line])
                for _ in range(board.in_a_row):
                    if board.held[gap] == EMPTY:
                        board.used[gap] = 1
                    gap += board.step[line]


@kernel
def mark_defences(board: Any, side: int) -> bool:
    """Mark in `used` every cell that could stop the win by fours that the other side has if `side` passes.

    A mark on any other cell leaves the chain and its answers unchanged and stops nothing, unless it makes a four. A
    mark may also help if it turns an answer in the chain into a four for `side`; those cells are marked, too. Return
    False if the chain was lost.
    """
    other = 1 - side
    for cell in range(board.size):
        board.used[cell] = 0
    length = 0
    cell = NONE
    while True:
        cell = win_by_fours(board, other, MOST_FOURS)
        if cell < 0:
            break
        board.used[cell] = 1
        if board.open[other, board.in_a_row - 1] > 0:
            break
        answer = answer_to(board, other, cell)
        if answer == SEVERAL:
            _mark_gaps(board, other, cell)
            break
        board.used[answer] = 1
        place(board, other, cell)
        place(board, side, answer)
        board.path[length] = cell
        board.path[length + 1] = answer
        length += 2
    _mark_counters(board, side, length)
    while length > 0:
        length -= 2
        lift(board, side, int(board.path[length + 1]))
        lift(board, other, int(board.path[length]))
    return bool(cell >= 0)
