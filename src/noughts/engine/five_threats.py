"""Wins by threats for five in a row: a chain of fours and threes, where each three threatens a win by fours.

Every defence that could stop such a threat is tried (see `five_fours.mark_stops`), so a win that is found is proven.
"""

from typing import Any

from noughts.engine.five_fours import chain_of_fours, mark, mark_stops, unmark
from noughts.engine.five_lines import PATTERN_BITS, PATTERN_MASK, gap_after, makes_four
from noughts.engine.mnk_memory import EMPTY, TABLE_BITS, kernel
from noughts.engine.mnk_threats import NONE, SIDE_KEY, UNKNOWN, list_move, listed_cell

THREES_KEY = 0x1B873593CC9E2D51
THREES_MASK = (1 << TABLE_BITS) - 1
MOST_THREATS = 12
# The nodes of each search for a win by fours on the way.
FOURS = 200
# How early a move is tried: a four counts as much as this many threes.
A_FOUR = 8


@kernel
def _promise(board: Any, side: int, cell: int) -> int:
    """Return how likely a mark of `side` on this cell is a threat: 0 if it makes neither a four nor a three."""
    view = board.views[cell]
    threes = 0
    for direction in range(4):
        threes += board.builds[side, (view >> (PATTERN_BITS * direction)) & PATTERN_MASK]
    return int(threes + A_FOUR * makes_four(board, side, cell))


@kernel
def _list_threats(board: Any, side: int, must: int) -> None:
    """List the moves that make a four, or a three that may be a threat; `must` is the only one, unless it is NONE."""
    start = board.listed
    if must >= 0:
        list_move(board, start, must, 1)
        return
    for cell in range(board.size):
        if board.views[cell] and board.held[cell] == EMPTY:
            likely = _promise(board, side, cell)
            if likely:
                list_move(board, start, cell, 4 * likely + _promise(board, 1 - side, cell))


@kernel
def _list_defences(board: Any, side: int) -> int:
    """List the moves that may stop the win by fours that `side`, not to move, threatens. There must be no four on the
    board. Return how many there are, or NONE without a threat.
    """
    other = 1 - side
    if chain_of_fours(board, side, NONE, FOURS) < 0 or not mark_stops(board, other):
        return NONE
    start = board.listed
    for cell in range(board.size):
        if board.held[cell] == EMPTY and (board.used[cell] or (board.views[cell] and makes_four(board, other, cell))):
            list_move(board, start, cell, 2 * _promise(board, side, cell) + _promise(board, other, cell))
    return int(board.listed - start)


@kernel
def _threatens(board: Any, side: int, cell: int, was_safe: bool, start: int) -> int:
    """Make the move, and list its defences from `start`. Return how many there are, or NONE if it is no threat."""
    gap = gap_after(board, side, cell)
    mark(board, side, cell)
    if gap < NONE:
        return 0
    if gap >= 0:
        list_move(board, start, gap, 0)
        return 1
    other = 1 - side
    if not was_safe and chain_of_fours(board, other, NONE, FOURS) >= 0:
        return NONE
    return int(_list_defences(board, side))


@kernel
def win_by_threats(board: Any, side: int, must: int, threats: int) -> int:
    """Return the first move of a win for `side`, to move, in at most `threats` threats before a win by fours: a cell,
    NONE, or UNKNOWN if the nodes ran out. `must` is as in `chain_of_fours`.
    """
    board.nodes += 1
    if board.nodes >= board.node_limit:
        return UNKNOWN
    found = chain_of_fours(board, side, must, FOURS)
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
    # Without a win by fours now, the other side has none after our move either.
    was_safe = must < 0 and chain_of_fours(board, other, NONE, FOURS) == NONE
    start = board.listed
    _list_threats(board, side, must)
    end = board.listed
    found = NONE
    for at in range(start, end):
        cell = listed_cell(board, at)
        first = board.listed
        count = _threatens(board, side, cell, was_safe, first)
        # The move wins if every defence loses.
        found = cell if count >= 0 else NONE
        for nth in range(first, first + count):
            defence = listed_cell(board, nth)
            counter = gap_after(board, other, defence)
            if counter < NONE:
                found = NONE
                break
            mark(board, other, defence)
            deeper = win_by_threats(board, side, counter, threats - 1)
            unmark(board, other, defence)
            if deeper < 0:
                found = deeper
                break
        board.listed = first
        unmark(board, side, cell)
        if found != NONE:
            break
    board.listed = start
    if found != UNKNOWN:
        board.table_key[slot] = key
        board.table_entry[slot] = found << 1 | 1 if found >= 0 else threats << 1
    return int(found)


@kernel
def shortest_win_by_threats(board: Any, side: int, must: int, budget: int) -> int:
    """Return the same as `win_by_threats` within a number of nodes, trying short wins before long ones."""
    board.node_limit = board.nodes + budget
    found = NONE
    threats = 1
    while found == NONE and threats <= MOST_THREATS:
        found = win_by_threats(board, side, must, threats)
        threats += 1
    board.node_limit = 1 << 60
    return int(found)
