"""Wins by fours for five in a row, on the views of `five_lines`: the same results as `mnk_threats`, but faster."""

from typing import Any

from noughts.engine.five_lines import FIVE, gap_after, makes_four, pattern_of, put, take, turn_views
from noughts.engine.five_patterns import FIVE as MAKES_FIVE
from noughts.engine.mnk_memory import EMPTY, kernel
from noughts.engine.mnk_threats import FOURS_MASK, MOST_FOURS, NONE, SEVERAL, SIDE_KEY, UNKNOWN

# The nodes to follow a win by fours that was found.
FOLLOWED = 2_000


@kernel
def mark(board: Any, side: int, cell: int) -> None:
    """Put a mark of `side` on an empty cell, in the views, too."""
    turn_views(board, side, cell)
    put(board, side, cell)


@kernel
def unmark(board: Any, side: int, cell: int) -> None:
    """Remove a mark again, undoing `mark`."""
    turn_views(board, side, cell)
    take(board, side, cell)


@kernel
def _list_new(board: Any, side: int, cell: int) -> None:
    """List the cells where `side` can make a four only since its mark on `cell`."""
    for direction in range(4):
        for way in range(2):
            stride = board.stride[direction] * (1 - 2 * way)
            seen = cell
            bit = (1 + side) << (8 * (1 - way))
            for _ in range(board.reach[cell, 2 * direction + way]):
                seen += stride
                pattern = pattern_of(board, seen, direction)
                if board.held[seen] == EMPTY and board.makes[side, pattern] and not board.makes[side, pattern ^ bit]:
                    board.candidates[board.listed] = seen
                    board.listed += 1
                bit <<= 2


@kernel
def _win_at_once(board: Any, side: int, must: int, start: int) -> int:
    """Return a cell listed from `start` where a mark can't be answered, or NONE."""
    for at in range(start, board.listed):
        cell = int(board.candidates[at])
        if board.held[cell] == EMPTY and must in (NONE, cell) and gap_after(board, side, cell) < NONE:
            return cell
    return NONE


@kernel
def _chain(board: Any, side: int, must: int, start: int, fours: int) -> int:
    """Return the first move of a win by the fours listed from `start`, the latest first. `must` limits the first move
    to one cell, unless it is NONE.
    """
    key = board.hash ^ (SIDE_KEY * (side + 1))
    slot = key & FOURS_MASK
    if board.fours_key[slot] == key:
        return int(board.fours_entry[slot])
    board.nodes += 1
    if fours == 0 or board.nodes >= board.fours_limit:
        return UNKNOWN
    other = 1 - side
    end = int(board.listed)
    found = _win_at_once(board, side, must, start)
    for at in range(end - 1, start - 1, -1):
        cell = int(board.candidates[at])
        if found >= 0:
            break
        if board.held[cell] != EMPTY or (must >= 0 and cell != must):
            continue
        gap = gap_after(board, side, cell)
        if gap == NONE:
            continue
        mark(board, side, cell)
        # The answer may make a four, too, which limits the next move.
        counter = gap_after(board, other, gap)
        deeper = NONE
        if counter >= NONE:
            mark(board, other, gap)
            for nth in range(start, end):
                board.candidates[end + nth - start] = board.candidates[nth]
            board.listed = 2 * end - start
            _list_new(board, side, cell)
            deeper = _chain(board, side, counter, end, fours - 1)
            board.listed = end
            unmark(board, other, gap)
        unmark(board, side, cell)
        if deeper >= 0:
            found = cell
        elif deeper == UNKNOWN:
            found = UNKNOWN
    if found != UNKNOWN:
        board.fours_key[slot] = key
        board.fours_entry[slot] = found
    return int(found)


@kernel
def chain_of_fours(board: Any, side: int, must: int, budget: int) -> int:
    """Return the first move of a win by fours for `side`, to move: a cell, NONE, or UNKNOWN if the nodes ran out. The
    other side threatens five only on `must`, unless that is NONE. Then `side` must not be able to complete five.
    """
    key = board.hash ^ (SIDE_KEY * (side + 1))
    slot = key & FOURS_MASK
    if board.fours_key[slot] == key:
        return int(board.fours_entry[slot])
    board.fours_limit = board.nodes + budget
    start = int(board.listed)
    for cell in range(board.size):
        if board.views[cell] and board.held[cell] == EMPTY and makes_four(board, side, cell):
            board.candidates[board.listed] = cell
            board.listed += 1
    found = NONE
    if board.listed > start:
        found = _chain(board, side, must, start, MOST_FOURS)
        board.listed = start
    return found


@kernel
def _mark_gaps(board: Any, side: int, cell: int) -> None:
    """Mark in `used` where five is completed after a mark on this cell."""
    turn_views(board, side, cell)
    for direction in range(4):
        for way in range(2):
            stride = board.stride[direction] * (1 - 2 * way)
            seen = cell
            for _ in range(board.reach[cell, 2 * direction + way]):
                seen += stride
                if board.held[seen] == EMPTY and board.makes[side, pattern_of(board, seen, direction)] == MAKES_FIVE:
                    board.used[seen] = 1
    turn_views(board, side, cell)


@kernel
def _mark_counters(board: Any, side: int, cell: int) -> None:
    """Mark in `used` the empty cells of lines through this cell with three marks of `side`."""
    for direction in range(4):
        stride = board.stride[direction]
        ahead, behind = int(board.reach[cell, 2 * direction]), int(board.reach[cell, 2 * direction + 1])
        for first in range(-behind, ahead - 3):
            if first > 0:
                break
            marks = 0
            for nth in range(first, first + 5):
                marks += board.held[cell + nth * stride] == side
            if marks >= 3:
                for nth in range(first, first + 5):
                    if board.held[cell + nth * stride] == EMPTY:
                        board.used[cell + nth * stride] = 1


@kernel
def mark_stops(board: Any, side: int) -> bool:
    """Mark in `used` every cell that could stop the win by fours that the other side has if `side` passes, like
    `mnk_threats.mark_defences`. Return False if the chain was lost.
    """
    other = 1 - side
    for cell in range(board.size):
        board.used[cell] = 0
    length = 0
    must = NONE
    while True:
        cell = chain_of_fours(board, other, must, FOLLOWED)
        if cell < 0:
            break
        board.used[cell] = 1
        gap = gap_after(board, other, cell)
        if gap == FIVE:
            break
        if gap == SEVERAL:
            _mark_gaps(board, other, cell)
            break
        board.used[gap] = 1
        mark(board, other, cell)
        must = gap_after(board, side, gap)
        mark(board, side, gap)
        board.path[length], board.path[length + 1] = cell, gap
        length += 2
    for nth in range(1, length, 2):
        _mark_counters(board, side, int(board.path[nth]))
    while length > 0:
        length -= 2
        unmark(board, side, int(board.path[length + 1]))
        unmark(board, other, int(board.path[length]))
    return bool(cell >= 0)
