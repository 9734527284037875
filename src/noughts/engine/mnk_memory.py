"""The memory of one search on a large board: one record of plain numbers, passed to every kernel.

The kernels' types are declared once, here: all take the board and integers. Numba would otherwise compile one
copy for each kind of number, and cannot load recursive kernels with several copies from its cache.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy
from numba import boolean, from_dtype, int64, njit, void

P = ParamSpec("P")
R = TypeVar("R")

EMPTY = -1
CLOSED = 40  # more than all other obstacles together: the line never opens again
MOST_CELLS = 20 * 20
MOST_LINES = 1368  # 20x20 with three in a row
MOST_PASSAGES = 6912  # cells of all lines together, at most: 20x20 with nine in a row
LONGEST_LINE = 20
# What the ends of a line do: nothing; one mark of the same side spoils it; two marks of the opponent spoil it.
ANY, EXACT, UNBLOCKED = 0, 1, 2
LISTED_MOVES = 160 * MOST_CELLS

# What a cell can see along a line, see `five_patterns`.
PATTERNS = 1 << 16

TABLE_BITS = 18
FOURS_BITS = 16

# A promise has four fields: the worth of the open lines through a cell, and how many of them lack three, two or one
# mark. One addition changes them all. The fields cannot overflow: at most 4 * 20 lines run through a cell.
WORTH_MASK = (1 << 32) - 1
LACKS_THREE = 1 << 32
LACKS_TWO_SHIFT = 40
LACKS_TWO = 1 << LACKS_TWO_SHIFT
LACKS_ONE = 1 << 48
COUNT_MASK = 255

BOARD = numpy.dtype(
    [
        ("rows", "i8"),
        ("cols", "i8"),
        ("in_a_row", "i8"),
        ("line_rule", "i8"),
        ("size", "i8"),
        ("lines", "i8"),
        ("empties", "i8"),
        ("hash", "i8"),
        # The search's counters and limits.
        ("nodes", "i8"),
        ("node_limit", "i8"),
        ("fours_budget", "i8"),
        ("fours_limit", "i8"),
        ("guesses", "i8"),
        ("listed", "i8"),
        ("beam", "i8"),
        ("beam_above", "i8"),
        # The geometry: a line is its first cell and a step; the lines through a cell lie together in `through`.
        ("first", "i2", (MOST_LINES,)),
        ("step", "i2", (MOST_LINES,)),
        ("through_from", "i2", (MOST_CELLS + 1,)),
        ("through", "i2", (MOST_PASSAGES,)),
        # The cells before and after a line, -1 beyond the edge; the lines that end at a cell lie together in `ending`.
        ("before", "i2", (MOST_LINES,)),
        ("after", "i2", (MOST_LINES,)),
        ("ending_from", "i2", (MOST_CELLS + 1,)),
        ("ending", "i2", (2 * MOST_LINES,)),
        ("unit", "i8", (LONGEST_LINE + 1,)),
        ("keys", "i8", (2, MOST_CELLS)),
        # The position.
        ("held", "i1", (MOST_CELLS,)),
        ("count", "i1", (2, MOST_LINES)),
        # The number of obstacles in a line for each side: the line is open to the side while this is 0.
        ("against", "i1", (2, MOST_LINES)),
        ("open", "i4", (2, LONGEST_LINE + 1)),
        ("alive", "i4", (2,)),
        ("worth", "i8", (2,)),
        ("promise", "i8", (2, MOST_CELLS)),
        # What a mark adds to the promise of the cells of each line in one direction.
        ("gains", "i8", (2, LONGEST_LINE)),
        # Lists of candidate moves, one after the other as the search goes down, and cells that a defence may use.
        ("candidates", "i8", (LISTED_MOVES,)),
        ("used", "i1", (MOST_CELLS,)),
        ("path", "i2", (MOST_CELLS,)),
        # For five in a row, see `five_lines`: what each cell sees, how many cells lie in each of eight directions (at
        # most four), the steps of four directions, and what fours and threes a mark makes of each pattern.
        ("views", "i8", (MOST_CELLS,)),
        ("reach", "i1", (MOST_CELLS, 8)),
        ("stride", "i8", (4,)),
        ("makes", "u1", (2, PATTERNS)),
        ("builds", "u1", (2, PATTERNS)),
        # Results so far: positions searched, and positions searched for a win by fours.
        ("table_key", "i8", (1 << TABLE_BITS,)),
        ("table_entry", "i8", (1 << TABLE_BITS,)),
        ("fours_key", "i8", (1 << FOURS_BITS,)),
        ("fours_entry", "i2", (1 << FOURS_BITS,)),
    ],
    align=True,
)
BOARD_TYPE = from_dtype(BOARD)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the board and integers, or load it from the cache."""
    takes, gives = function.__code__.co_argcount, function.__annotations__["return"]
    signature = {None: void, int: int64, bool: boolean}[gives](BOARD_TYPE, *[int64] * (takes - 1))
    compiled: Callable[P, R] = njit(signature, cache=True, nogil=True)(function)
    return compiled
