"""Overlooking on a large board: lines that a weaker player does not notice are closed for the search of that move.

The player neither wins by them nor blocks them, and looks again at the next move.
"""

from random import Random
from typing import Any

import numpy

from noughts.engine.mnk_board import close_line
from noughts.engine.mnk_sight import Sight

DIAGONALS_ARE_HARDER = 1.5
OWN_ARE_EASIER = 0.5


def overlook(board: Any, side: int, sight: Sight, chance: Random) -> None:
    """Close the lines that this player, to move, does not notice this time."""
    cols, in_a_row = int(board["cols"]), int(board["in_a_row"])
    lines = int(board["lines"])
    for seat in (side, 1 - side):
        mine, against = board["count"][seat][:lines], board["against"][seat][:lines]
        rows: dict[tuple[int, int], list[int]] = {}
        for line in numpy.nonzero((mine >= in_a_row - 2) & (against == 0))[0].tolist():
            first, step = int(board["first"][line]), int(board["step"][line])
            rows.setdefault((step, _row(first, step, cols)), []).append(line)
        for (step, _), found in rows.items():
            lacks_one = any(mine[line] == in_a_row - 1 for line in found)
            odds = sight.overlooks_four if lacks_one else sight.overlooks_three
            odds *= DIAGONALS_ARE_HARDER if step not in (1, cols) else 1.0
            odds *= OWN_ARE_EASIER if seat == side else 1.0
            if chance.random() < odds:
                for line in found:
                    close_line(board, line)


def _row(first: int, step: int, cols: int) -> int:
    """Return which of the rows, columns or diagonals in that direction a line lies on."""
    row, col = divmod(first, cols)
    if step == 1:
        return row
    return col - row * (step - cols)
