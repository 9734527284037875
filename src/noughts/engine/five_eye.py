"""What the trained evaluation sees of a board: the sums of each cell, kept up to date with each mark."""

from typing import Any

import numpy
from numba import njit

from noughts.engine.five_lines import PATTERN_BITS, PATTERN_MASK
from noughts.engine.five_net import CHANNELS, CROWD, UNITS, FiveNet
from noughts.engine.mnk_memory import EMPTY, MOST_CELLS


def new_eye() -> Any:
    """Return the memory for one board: the sums of each cell, as X sees them, then as O does."""
    return numpy.zeros((MOST_CELLS, 2 * CHANNELS), numpy.int16)


@njit(cache=True, nogil=True)
def open_eye(eye: Any, board: Any, net: FiveNet) -> None:
    """Look at a board, any position with views."""
    eye[:] = 0
    for cell in range(board.size):
        for direction in range(4):
            pattern = (board.views[cell] >> (PATTERN_BITS * direction)) & PATTERN_MASK
            row = net.rows[net.row_of[pattern]]
            for channel in range(eye.shape[1]):
                eye[cell, channel] += row[channel]


@njit(cache=True, nogil=True, boundscheck=False)
def turn_eye(eye: Any, board: Any, side: int, cell: int, net: FiveNet) -> None:
    """Add or remove a mark of `side`, also in the views. Marks must be removed in the reverse order: occupied cells are
    not updated.
    """
    row_of, rows = net.row_of, net.rows
    for direction in range(4):
        for way in range(2):
            stride = board.stride[direction] * (1 - 2 * way)
            # A cell ahead of the mark sees it behind, and the other way round.
            shift = PATTERN_BITS * direction + 8 * (1 - way)
            seen = cell
            for nth in range(board.reach[cell, 2 * direction + way]):
                seen += stride
                old = board.views[seen]
                new = old ^ ((1 + side) << (shift + 2 * nth))
                board.views[seen] = new
                if board.held[seen] != EMPTY:
                    continue
                was = row_of[(old >> (PATTERN_BITS * direction)) & PATTERN_MASK]
                now = row_of[(new >> (PATTERN_BITS * direction)) & PATTERN_MASK]
                for channel in range(eye.shape[1]):
                    eye[seen, channel] += rows[now, channel] - rows[was, channel]


@njit(cache=True, nogil=True, fastmath=True, boundscheck=False)
def evaluate(eye: Any, held: Any, size: int, side: int, net: FiveNet, likely: Any) -> float:
    """Return the value for `side`, to move, and fill `likely` with the logarithm of how likely each empty cell is."""
    # Numba does not vectorise loops with a known number of rounds, so these ask for a length.
    sums = eye.reshape((2 * len(eye), CHANNELS))
    crowd = numpy.zeros(CHANNELS, numpy.int32)
    for cell in range(size):
        if held[cell] == EMPTY:
            for channel in range(len(crowd)):
                crowd[channel] += max(sums[2 * cell + side, channel], numpy.int16(0))
    first, second, adjust = net.first, net.second, net.adjust
    neurons = net.first_bias.copy()
    for channel in range(len(crowd)):
        share = numpy.float32(crowd[channel]) * numpy.float32(1 / (UNITS * CROWD))
        for neuron in range(len(neurons)):
            neurons[neuron] += share * first[channel, neuron]
    weights = net.likely.copy()
    deeper = net.second_bias.copy()
    for neuron in range(len(neurons)):
        strength = neurons[neuron]
        if strength > 0:
            for channel in range(len(weights)):
                weights[channel] += strength * adjust[neuron, channel]
            for nth in range(len(deeper)):
                deeper[nth] += strength * second[neuron, nth]
    total = net.out_bias[0]
    for nth in range(len(deeper)):
        total += max(deeper[nth], numpy.float32(0)) * net.out[nth]
    for cell in range(size):
        if held[cell] == EMPTY:
            appeal = numpy.float32(0)
            for channel in range(len(weights)):
                appeal += numpy.float32(max(sums[2 * cell + side, channel], numpy.int16(0))) * weights[channel]
            likely[cell] = appeal * numpy.float32(1 / UNITS)
    return numpy.tanh(total)  # type: ignore[no-any-return]
