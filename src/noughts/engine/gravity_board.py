"""Connect Four as bits, for compiled code: seven bits per column, the lowest cell first, with one unused bit on top.

A position is two numbers: the marks of the side to move, and all marks. Their sum names it uniquely.
"""

from numba import njit

ROWS, COLS, SIZE = 6, 7, 42
SHIFT = ROWS + 1

COLUMN = (1 << ROWS) - 1
BOTTOM = sum(1 << (SHIFT * col) for col in range(COLS))
BOARD = BOTTOM * COLUMN
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
# A threat on an odd row (counted from 1 at the bottom) usually helps the first player, on an even row the second.
ODD_ROWS = BOTTOM * 0b010101
EVEN_ROWS = BOTTOM * 0b101010
CENTRE = COLUMN << SHIFT * 3
NEAR_CENTRE = COLUMN << SHIFT * 2 | COLUMN << SHIFT * 4
MIDDLE_ROWS = BOTTOM * 0b001110

GOOD_THREAT, OTHER_THREAT = 16, 6


@njit(cache=True, nogil=True)
def count_bits(bits: int) -> int:
    """Return how many bits are set."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56


@njit(cache=True, nogil=True)
def winning_cells(mine: int, marks: int) -> int:
    """Return the empty cells that would complete four of `mine`, reachable or not."""
    # Upright: only on top of three.
    found = (mine << 1) & (mine << 2) & (mine << 3)
    for step in (SHIFT, SHIFT - 1, SHIFT + 1):
        pair = (mine << step) & (mine << 2 * step)
        found |= pair & (mine << 3 * step)
        found |= pair & (mine >> step)
        pair = (mine >> step) & (mine >> 2 * step)
        found |= pair & (mine << step)
        found |= pair & (mine >> 3 * step)
    return found & (BOARD ^ marks)


@njit(cache=True, nogil=True)
def landing_cells(marks: int) -> int:
    """Return the lowest empty cell of every column that isn't full."""
    return (marks + BOTTOM) & BOARD


@njit(cache=True, nogil=True)
def guess(mine: int, marks: int, ply: int) -> int:
    """Return a value for the side to move: threats by the parity of their rows, and marks near the middle."""
    theirs = mine ^ marks
    my_rows, their_rows = (ODD_ROWS, EVEN_ROWS) if ply % 2 == 0 else (EVEN_ROWS, ODD_ROWS)
    return _promise(mine, marks, my_rows) - _promise(theirs, marks, their_rows)


@njit(cache=True, nogil=True)
def _promise(mine: int, marks: int, rows: int) -> int:
    threats = winning_cells(mine, marks)
    good = count_bits(threats & rows)
    value = GOOD_THREAT * good + OTHER_THREAT * (count_bits(threats) - good)
    return value + 3 * count_bits(mine & CENTRE) + count_bits(mine & NEAR_CENTRE) + count_bits(mine & MIDDLE_ROWS)
