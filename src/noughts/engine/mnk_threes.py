"""Wins by threats on a large board: a chain of fours and threes, where each three threatens a win by fours.

Every defence that could stop such a threat is tried (see `mark_defences`), so a win that is found is proven.
"""

from typing import Any

from noughts.engine.mnk_board import lift, place
from noughts.engine.mnk_memory import COUNT_MASK, EMPTY, TABLE_BITS, WORTH_MASK, kernel
from noughts.engine.mnk_threats import (
    MOST_FOURS,
    NONE,
    SEVERAL,
    SIDE_KEY,
    UNKNOWN,
    answer_to,
    any_completing_cell,
    list_move,
    listed_cell,
    makes_fours,
    mark_defences,
    stop_of_fours,
    win_by_fours,
)

THREES_KEY = 0x1B873593CC9E2D51
THREES_MASK = (1 << TABLE_BITS) - 1
LACKS_THREE_SHIFT = 32
MOST_THREATS = 12
# The nodes of each search for a win by fours on the way.
FOURS = 200
FOLLOWED = 2_000


@kernel
def _list_threats(board: Any, side: int, must: int) -> None:
    """List the moves that make a four, or a three that may be a threat; `must` limits them to one cell, unless it is
    NONE.
    """
    start = board.listed
    for cell in range(board.size):
        if board.held[cell] == EMPTY and must in (NONE, cell):
            threes = (board.promise[side, cell] >> LACKS_THREE_SHIFT) & COUNT_MASK
            if threes or makes_fours(board, side, cell):
                worth = (board.promise[side, cell] & WORTH_MASK) + (board.promise[1 - side, cell] & WORTH_MASK) // 2
                list_move(board, start, cell, worth)


@kernel
def _list_defences(board: Any, side: int) -> int:
    """List the moves that may stop the win by fours that `side`, not to move, threatens. There must be no four on the
    board. Return how many there are, or NONE without a threat.
    """
    other = 1 - side
    board.fours_limit = min(board.nodes + FOURS, board.node_limit)
    if win_by_fours(board, other, MOST_FOURS) >= 0:
        return NONE
    board.fours_limit = min(board.nodes + FOURS, board.node_limit)
    if win_by_fours(board, side, MOST_FOURS) < 0:
        return NONE
    board.fours_limit = board.nodes + FOLLOWED
    if not mark_defences(board, other):
        return NONE
    start = board.listed
    for cell in range(board.size):
        if board.held[cell] == EMPTY and (board.used[cell] or makes_fours(board, other, cell)):
            worth = (board.promise[side, cell] & WORTH_MASK) + (board.promise[other, cell] & WORTH_MASK)
            list_move(board, start, cell, worth)
    return int(board.listed - start)


@kernel
def win_by_threats(board: Any, side: int, threats: int) -> int:
    """Return the first move of a win for `side`, to move, in at most `threats` threats before a win by fours: a cell,
    NONE, or UNKNOWN if the nodes ran out.
    """
    if board.open[side, board.in_a_row - 1] > 0:
        return any_completing_cell(board, side)
    must = stop_of_fours(board, side)
    if must == SEVERAL:
        return NONE
    board.nodes += 1
    if board.nodes >= board.node_limit:
        return UNKNOWN
    board.fours_limit = min(board.nodes + FOURS, board.node_limit)
    found = win_by_fours(board, side, MOST_FOURS)
    if found >= 0 or threats == 0:
        return found if found >= 0 else NONE
    key = board.hash ^ (SIDE_KEY * (side + 1)) ^ THREES_KEY
    slot = key & THREES_MASK
    if board.table_key[slot] == key:
        entry = board.table_entry[slot]
        if entry & 1:
            return int(entry >> 1)
        if entry >> 1 >= threats:
            return NONE
    other = 1 - side
    start = board.listed
    _list_threats(board, side, must)
    end = board.listed
    found = NONE
    for at in range(start, end):
        cell = listed_cell(board, at)
        answer = answer_to(board, side, cell)
        place(board, side, cell)
        first = board.listed
        count = 1
        if answer >= 0:
            list_move(board, first, answer, 0)
        elif answer == SEVERAL:
            count = 0
        else:
            count = _list_defences(board, side)
        # The move wins if every defence loses.
        found = cell if count >= 0 else count
        for nth in range(first, first + count):
            defence = listed_cell(board, nth)
            place(board, other, defence)
            deeper = win_by_threats(board, side, threats - 1)
            lift(board, other, defence)
            if deeper < 0:
                found = deeper
                break
        board.listed = first
        lift(board, side, cell)
        if found != NONE:
            break
    board.listed = start
    if found != UNKNOWN:
        board.table_key[slot] = key
        board.table_entry[slot] = found << 1 | 1 if found >= 0 else threats << 1
    return found


@kernel
def shortest_win_by_threats(board: Any, side: int, budget: int) -> int:
    """Return the same as `win_by_threats` within a number of nodes, trying short wins before long ones."""
    board.node_limit = board.nodes + budget
    found = NONE
    threats = 1
    while found == NONE and threats <= MOST_THREATS:
        found = win_by_threats(board, side, threats)
        threats += 1
    return found
