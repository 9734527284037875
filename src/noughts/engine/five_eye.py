"""What the trained evaluation sees of a board: the pattern of each cell in each direction, and their sums. Both are
kept up to date with each mark.
"""

from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.five_net import CHANNELS, CROWD, UNITS, FiveNet
from noughts.engine.five_patterns import EDGE, REACH
from noughts.engine.mnk_memory import EMPTY, MOST_CELLS


class Eye(NamedTuple):
    """The memory for one board. `sums` has the sums of each cell, as X and as O sees it.

    `reach` is how many cells lie in each of eight directions, at most four.
    """

    patterns: Any
    sums: Any
    reach: Any
    steps: Any


def new_eye() -> Eye:
    """Return the memory for one board."""
    return Eye(
        numpy.zeros((MOST_CELLS, 4), numpy.uint16),
        numpy.zeros((2, MOST_CELLS, CHANNELS), numpy.int16),
        numpy.zeros((MOST_CELLS, 8), numpy.int8),
        numpy.zeros(4, numpy.int64),
    )


@njit(cache=True, nogil=True)
def open_eye(eye: Eye, rows: int, cols: int, net: FiveNet) -> None:
    """Look at an empty board of this size."""
    for direction in range(4):
        down, right = min(direction, 1), 1 - direction % 3
        eye.steps[direction] = down * cols + right
        for cell in range(rows * cols):
            row, col = cell // cols, cell % cols
            pattern = 0
            for way in range(2):
                sign = 1 - 2 * way
                reach = 0
                while reach < REACH:
                    far_row, far_col = row + sign * (reach + 1) * down, col + sign * (reach + 1) * right
                    if not (0 <= far_row < rows and 0 <= far_col < cols):
                        break
                    reach += 1
                eye.reach[cell, 2 * direction + way] = reach
                for nth in range(reach, REACH):
                    pattern |= EDGE << (2 * nth + 8 * way)
            eye.patterns[cell, direction] = pattern
    for cell in range(rows * cols):
        for side in range(2):
            eye.sums[side, cell, :] = 0
            for direction in range(4):
                # An empty board looks the same to both.
                row_of = net.rows[eye.patterns[cell, direction]]
                for channel in range(CHANNELS):
                    eye.sums[side, cell, channel] += row_of[channel]


@njit(cache=True, nogil=True)
def _swapped(pattern: int) -> int:
    """Return the pattern with the players swapped."""
    return (pattern & 0x5555) << 1 | (pattern & 0xAAAA) >> 1


@njit(cache=True, nogil=True, boundscheck=False)
def turn_eye(eye: Eye, held: Any, side: int, cell: int, net: FiveNet) -> None:
    """Add or remove a mark of `side`. Marks must be removed in the reverse order: occupied cells are not updated."""
    patterns, sums, rows = eye.patterns, eye.sums, net.rows
    for direction in range(4):
        step = eye.steps[direction]
        for way in range(2):
            # A cell ahead of the mark sees it behind, and the other way round.
            reach = eye.reach[cell, 2 * direction + way]
            stride = step if way == 0 else -step
            shift = 8 if way == 0 else 0
            seen = cell
            for nth in range(reach):
                seen += stride
                if held[seen] != EMPTY:
                    continue
                old = int(patterns[seen, direction])
                new = old ^ ((1 + side) << (2 * nth + shift))
                patterns[seen, direction] = new
                other_old, other_new = _swapped(old), _swapped(new)
                for channel in range(sums.shape[2]):
                    sums[0, seen, channel] += rows[new, channel] - rows[old, channel]
                for channel in range(sums.shape[2]):
                    sums[1, seen, channel] += rows[other_new, channel] - rows[other_old, channel]


@njit(cache=True, nogil=True, fastmath=True, boundscheck=False)
def evaluate(eye: Eye, held: Any, size: int, side: int, net: FiveNet, likely: Any) -> float:
    """Return the value for `side`, to move, and fill `likely` with the logarithm of how likely each empty cell is."""
    # Numba does not vectorise loops with a known number of rounds, so these ask for a length.
    sums = eye.sums[side]
    crowd = numpy.zeros(CHANNELS, numpy.int32)
    for cell in range(size):
        if held[cell] == EMPTY:
            for channel in range(len(crowd)):
                crowd[channel] += max(sums[cell, channel], numpy.int16(0))
    neurons = net.first_bias.copy()
    for channel in range(len(crowd)):
        share = numpy.float32(crowd[channel]) * numpy.float32(1 / (UNITS * CROWD))
        row = net.first[channel]
        for neuron in range(len(neurons)):
            neurons[neuron] += share * row[neuron]
    weights = net.likely.copy()
    deeper = net.second_bias.copy()
    for neuron in range(len(neurons)):
        strength = neurons[neuron]
        if strength > 0:
            adjust, second = net.adjust[neuron], net.second[neuron]
            for channel in range(len(weights)):
                weights[channel] += strength * adjust[channel]
            for nth in range(len(deeper)):
                deeper[nth] += strength * second[nth]
    total = net.out_bias[0]
    for nth in range(len(deeper)):
        total += max(deeper[nth], numpy.float32(0)) * net.out[nth]
    for cell in range(size):
        if held[cell] == EMPTY:
            appeal = numpy.float32(0)
            for channel in range(len(weights)):
                appeal += numpy.float32(max(sums[cell, channel], numpy.int16(0))) * weights[channel]
            likely[cell] = appeal * numpy.float32(1 / UNITS)
    return numpy.tanh(total)  # type: ignore[no-any-return]
