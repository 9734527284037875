"""The search in Order and Chaos: alpha-beta with a table of positions. Only 6x6 with five in a row.

Values are for the side to move: WIN less the ply of the end, negative for a loss, or a guess. Once every line has both
marks, Chaos has won, but the game goes on until the board is full.
"""

from typing import Any

import numpy
from numba import njit

from noughts.engine.gravity_board import count_bits
from noughts.engine.node_budget import CUT, LIMIT, NODES
from noughts.rules.grid import grid

ROWS, COLS, FIVE, SIZE = 6, 6, 5, 36
LINES: Any = numpy.array(grid(ROWS, COLS, FIVE).lines, numpy.int64)
WIN = 10_000
# Guesses stay below this; a larger value is proven.
PROVEN = 9_000
# The value for Order of a line with this many equal marks and no others.
WORTH: Any = numpy.array([2, 4, 10, 30, 60, 0], numpy.int64)
# A position whose lines have this total value is about even.
EVEN = 64
LOWER, UPPER, EXACT = 1, 2, 3
VALUE_OFFSET = 16_384
# The most moves of a position: both marks on every cell.
MOST_MOVES = 2 * SIZE


@njit(cache=True, nogil=True)
def tree_value(
    x: int, o: int, ply: int, depth: int, alpha: int, beta: int, keys: Any, entries: Any, moves: Any, work: Any
) -> int:
    """Return the value of a position without a line, exact between `alpha` and `beta`, looking `depth` plies ahead.

    After a search that was cut short the value means nothing.
    """
    work[NODES] += 1
    if work[NODES] > work[LIMIT]:
        work[CUT] = 1
        return 0
    order_moves = ply % 2 == 0
    empty = ((1 << SIZE) - 1) ^ (x | o)
    live, worth, x_wins, o_wins = 0, 0, 0, 0
    for line in LINES:
        xs, os = x & line, o & line
        if xs == 0 or os == 0:
            live |= line
            count = count_bits(xs | os)
            worth += WORTH[count]
            if count == FIVE - 1:
                if xs:
                    x_wins |= line & empty
                else:
                    o_wins |= line & empty
    if live == 0:
        return -(WIN - SIZE) if order_moves else WIN - SIZE
    threats = x_wins | o_wins
    if threats:
        if order_moves:
            return WIN - (ply + 1)
        # Chaos stops one threat with the other mark, unless that mark completes a line too.
        if threats & (threats - 1) or x_wins & o_wins:
            return -(WIN - min(ply + 2, SIZE))
        if o_wins:
            return -tree_value(x | threats, o, ply + 1, depth, -beta, -alpha, keys, entries, moves, work)
        return -tree_value(x, o | threats, ply + 1, depth, -beta, -alpha, keys, entries, moves, work)
    if depth <= 0:
        return worth - EVEN if order_moves else EVEN - worth
    key = x << SIZE - 8 ^ x >> 8 ^ o * 0x1E3779B97F4A7C15
    place = (key >> 20 ^ key) & (len(keys) - 1)
    if keys[place, 0] == x and keys[place, 1] == o:
        entry: int = entries[place]
        value = (entry >> 8) - VALUE_OFFSET
        if (entry >> 2) & 63 >= depth or abs(value) > PROVEN:
            kind = entry & 3
            if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
                return value
    count = list_moves(x, o, live & empty, empty, order_moves, moves[ply])
    first_alpha, best = alpha, -WIN
    for nth in range(count):
        move: int = moves[ply, nth]
        bit = 1 << (move >> 1 & 63)
        if move & 1:
            value = -tree_value(x, o | bit, ply + 1, depth - 1, -beta, -alpha, keys, entries, moves, work)
        else:
            value = -tree_value(x | bit, o, ply + 1, depth - 1, -beta, -alpha, keys, entries, moves, work)
        if work[CUT]:
            return 0
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    kind = UPPER if best <= first_alpha else LOWER if best >= beta else EXACT
    keys[place, 0], keys[place, 1] = x, o
    entries[place] = (best + VALUE_OFFSET) << 8 | min(depth, 63) << 2 | kind
    return best


@njit(cache=True, nogil=True)
def list_moves(x: int, o: int, useful: int, empty: int, order_moves: bool, moves: Any) -> int:
    """List the moves on cells of lines that are still possible, the most promising first. Return how many there are.

    All other cells are equal, so only one of them is listed, with one mark. A move is twice its cell, and one more for
    O.
    """
    spare = empty & ~useful
    listed = useful | (spare & -spare)
    count = 0
    for cell in range(SIZE):
        bit = 1 << cell
        if listed & bit == 0:
            continue
        gain_x, gain_o = 0, 0
        for line in LINES:
            if line & bit:
                xs, os = count_bits(x & line), count_bits(o & line)
                if xs == 0 or os == 0:
                    gain_x += (WORTH[xs + 1] if os == 0 else 0) - WORTH[xs + os]
                    gain_o += (WORTH[os + 1] if xs == 0 else 0) - WORTH[xs + os]
        for mark in range(2 if useful & bit else 1):
            gain = gain_o if mark else gain_x
            weight = (gain if order_moves else -gain) + 2_000
            nth = count
            while nth > 0 and moves[nth - 1] >> 7 < weight:
                moves[nth] = moves[nth - 1]
                nth -= 1
            moves[nth] = weight << 7 | cell << 1 | mark
            count += 1
    return count
