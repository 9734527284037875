"""A small trained evaluation for five in a row: the value for the side to move, and how likely each move is.

Every empty cell adds up what it sees in four directions: one row of numbers for each player's view of a line (see
`five_patterns`). Negative sums count as zero. The sums of all cells together go through two layers of neurons, which
give the value. The first layer also adjusts how a cell's sums tell its likelihood. `bench/engine/train_gomoku.py`
trains the weights.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy

from noughts.engine.five_patterns import PAIR_FOR_O, PAIR_FOR_X, PAIR_OF

WEIGHTS = Path(__file__).with_name("gomoku_weights.npz")
CHANNELS = 32
# The sums of cells are kept as integers: this many units are 1.0. Rows are limited so that four of them fit in 16 bits.
UNITS = 512
LARGEST = 4.0
# The sum of all cells is divided by this.
CROWD = 32.0
PARTS = ("mine", "theirs", "first", "first_bias", "second", "second_bias", "out", "out_bias", "likely", "adjust")


class FiveNet(NamedTuple):
    """The weights, ready for use. `row_of` has the number of the row for each pattern, and `rows` what a cell adds up:
    first what X sees, then what O sees, in units.
    """

    row_of: Any
    rows: Any
    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    out: Any
    out_bias: Any
    likely: Any
    adjust: Any


def load(path: Path = WEIGHTS) -> FiveNet:
    """Return the trained weights."""
    with numpy.load(path) as stored:
        return quantised(*(stored[name].astype(numpy.float32) for name in PARTS))


def quantised(mine: Any, theirs: Any, *others: Any) -> FiveNet:
    """Combine the rows of both views into one for each pair of views, as integers."""
    mine, theirs = (
        numpy.round(numpy.clip(part, -LARGEST, LARGEST) * UNITS).astype(numpy.int16) for part in (mine, theirs)
    )
    as_x, as_o = mine[PAIR_FOR_X] + theirs[PAIR_FOR_O], mine[PAIR_FOR_O] + theirs[PAIR_FOR_X]
    rows = numpy.ascontiguousarray(numpy.concatenate([as_x, as_o], 1))
    return FiveNet(PAIR_OF, rows, *(numpy.ascontiguousarray(part) for part in others))
