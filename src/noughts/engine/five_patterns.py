"""Patterns of five in a row: what a cell sees along one line, four cells to each side.

A pattern has two bits for each of the eight cells: 0 is empty, 1 X, 2 O, 3 beyond the edge. The low byte is one side of
the cell, the nearest first; the high byte is the other. A view is what matters to one player: the cells up to the first
one that the player can't use. Patterns that mirror each other have the same view.
"""

from collections.abc import Callable
from typing import Any

import numpy

from noughts.engine.mnk_memory import PATTERNS

REACH = 4
EDGE = 3
# What a mark makes on a line: nothing, or a four with one gap (the gap's place along the line is what is left after
# subtracting HERE), a four with several gaps, or five.
NOTHING, HERE, OPEN_FOUR, FIVE = 0, 5, 10, 11


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


def gaps_of(line: list[int]) -> set[int]:
    """Return the cells that complete five on a line of usable cells, 1 for a mark and 0 for none."""
    windows = range(len(line) - 4)
    return {at + line[at : at + 5].index(0) for at in windows if sum(line[at : at + 5]) == 4}


def _made_on(ahead: tuple[int, ...], behind: tuple[int, ...]) -> int:
    line = [*reversed(behind), 1, *ahead]
    if any(sum(line[at : at + 5]) == 5 for at in range(len(line) - 4)):
        return FIVE
    gaps = gaps_of(line)
    return OPEN_FOUR if len(gaps) > 1 else gaps.pop() - len(behind) + HERE if gaps else NOTHING


def _built_on(ahead: tuple[int, ...], behind: tuple[int, ...]) -> int:
    """Return 0 if the mark makes no three, 1 if it makes one, and 2 if that can become an open four."""
    line = [*reversed(behind), 1, *ahead]
    if not any(sum(line[at : at + 5]) == 3 for at in range(len(line) - 4)):
        return 0
    after = ([*line[:at], 1, *line[at + 1 :]] for at, held in enumerate(line) if not held)
    return 2 if any(len(gaps_of(one)) > 1 for one in after) else 1


def _for_every_pattern(told: Callable[[tuple[int, ...], tuple[int, ...]], int]) -> Any:
    table = numpy.zeros((2, PATTERNS), numpy.uint8)
    for mark in (1, 2):
        sides = [_side_of(byte, mark) for byte in range(256)]
        known = {(ahead, behind): told(ahead, behind) for ahead in set(sides) for behind in set(sides)}
        table[mark - 1] = [known[sides[low], sides[high]] for high in range(256) for low in range(256)]
    return table


def _number_pairs() -> tuple[Any, Any, Any]:
    pairs, numbers = numpy.unique(numpy.stack([VIEW_OF_X, VIEW_OF_O], 1), axis=0, return_inverse=True)
    return numbers.reshape(-1).astype(numpy.int16), pairs[:, 0].copy(), pairs[:, 1].copy()


# The view of X and of O for every pattern, and what each view looks like.
VIEW_OF_X, VIEW_OF_O, VIEWS = _number_views()
# The fours and the threes that a mark of X and of O makes of every pattern.
MAKES, BUILDS = _for_every_pattern(_made_on), _for_every_pattern(_built_on)
# Few pairs of views are possible: the number of the pair for every pattern, and X's and O's view of each pair.
PAIR_OF, PAIR_FOR_X, PAIR_FOR_O = _number_pairs()
