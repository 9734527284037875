"""Patterns of five in a row: what a cell sees along one line, four cells to each side.

A pattern has two bits for each of the eight cells: 0 is empty, 1 X, 2 O, 3 beyond the edge. The low byte is one side of
the cell, the nearest first; the high byte is the other. A view is what matters to one player: the cells up to the first
one that the player can't use. Patterns that mirror each other have the same view.
"""

from typing import Any

import numpy

REACH = 4
PATTERNS = 1 << 16
EDGE = 3


def _side_of(byte: int, mark: int) -> tuple[int, ...]:
    """Return the cells that `mark` can use on one side: 1 for its own mark, 0 for an empty cell."""
    cells: list[int] = []
    for nth in range(REACH):
        held = byte >> 2 * nth & 3
        if held not in (0, mark):
            break
        cells.append(int(held == mark))
    return tuple(cells)


def _number_views() -> tuple[Any, Any, list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    numbers: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    views = numpy.zeros((2, PATTERNS), numpy.int16)
    for mark in (1, 2):
        sides = [_side_of(byte, mark) for byte in range(256)]
        for high in range(256):
            for low in range(256):
                pair = (sides[low], sides[high]) if sides[low] <= sides[high] else (sides[high], sides[low])
                views[mark - 1, high << 8 | low] = numbers.setdefault(pair, len(numbers))
    return views[0], views[1], list(numbers)


# The view of X and of O for every pattern, and what each view looks like.
VIEW_OF_X, VIEW_OF_O, VIEWS = _number_views()
