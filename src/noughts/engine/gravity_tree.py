"""The search in Connect Four: alpha-beta with a table of positions. It tries the centre first, and only moves that
don't lose at once.

Values are for the side to move: WIN less the ply on which four are complete, negative for a loss, or a guess.
"""

from typing import Any

from numba import njit

from noughts.engine.gravity_board import (
    CENTRE_FIRST,
    COLUMN,
    SHIFT,
    SIZE,
    count_bits,
    guess,
    landing_cells,
    winning_cells,
)
from noughts.engine.node_budget import CUT, LIMIT, NODES

WIN = 1_000
# Guesses stay below this; a larger value is proven.
PROVEN = 900
LOWER, UPPER, EXACT = 1, 2, 3
# An entry of the table: the value and its kind, with the depth it was searched to.
VALUE_OFFSET = 2_048


@njit(cache=True, nogil=True)
def tree_value(
    mine: int, marks: int, ply: int, depth: int, alpha: int, beta: int, keys: Any, entries: Any, moves: Any, work: Any
) -> int:
    """Return the value of a position in which no four are complete, exact between `alpha` and `beta`.

    It looks `depth` plies ahead, and two further where a move is forced. After a search that was cut short the value
    means nothing.
    """
    if ply == SIZE:
        return 0
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        work[CUT] = 1
        return 0
    landing = landing_cells(marks)
    if winning_cells(mine, marks) & landing:
        return WIN - (ply + 1)
    theirs = winning_cells(mine ^ marks, marks)
    forced = theirs & landing
    if forced:
        if forced & (forced - 1):
            return -(WIN - (ply + 2))
        landing = forced
    # A mark directly below their winning cell would let them win.
    landing &= ~(theirs >> 1)
    if landing == 0:
        return -(WIN - (ply + 2))
    if depth <= 0:
        return guess(mine, marks, ply)
    # Nobody wins with the next move, so the fastest results are known.
    beta = min(beta, WIN - (ply + 3))
    alpha = max(alpha, -(WIN - (ply + 4)))
    if alpha >= beta:
        return alpha
    key = mine + marks
    # Fibonacci hashing, so that similar positions get different slots.
    place = ((key * 0x1E3779B97F4A7C15) >> 20) & (len(keys) - 1)
    if keys[place] == key:
        entry: int = entries[place]
        value = (entry >> 8) - VALUE_OFFSET
        kind = entry & 3
        if (entry >> 2) & 63 >= depth or abs(value) > PROVEN:
            if kind == EXACT:
                return value
            if kind == LOWER:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
    count = _list_moves(mine, marks, landing, moves[ply])
    first_alpha = alpha
    best = -WIN
    for nth in range(count):
        after = marks | moves[ply, nth]
        value = -tree_value(mine ^ marks, after, ply + 1, depth - 1, -beta, -alpha, keys, entries, moves, work)
        if work[CUT]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    kind = UPPER if best <= first_alpha else LOWER if best >= beta else EXACT
    keys[place] = key
    entries[place] = (best + VALUE_OFFSET) << 8 | min(depth, 63) << 2 | kind
    return best


@njit(cache=True, nogil=True)
def _list_moves(mine: int, marks: int, landing: int, moves: Any) -> int:
    """List the moves: most threats first, and among equals the centre first. Return how many there are."""
    count = 0
    for col in CENTRE_FIRST:
        move = landing & (COLUMN << SHIFT * col)
        if move == 0:
            continue
        threats = count_bits(winning_cells(mine | move, marks | move))
        nth = count
        while nth > 0 and moves[nth - 1] >> 56 < threats:
            moves[nth] = moves[nth - 1]
            nth -= 1
        moves[nth] = move | threats << 56
        count += 1
    for nth in range(count):
        moves[nth] &= (1 << 56) - 1
    return count
