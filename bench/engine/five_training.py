"""Fits the weights of the evaluation of five in a row to samples: Adam on small batches."""

from typing import Any

import numpy
from numba import njit

from bench.engine.five_play import Samples
from bench.engine.training import adam
from noughts.engine.five_net import CHANNELS, CROWD, LARGEST, FiveNet, quantised
from noughts.engine.five_patterns import EDGE, REACH, VIEW_OF_O, VIEW_OF_X, VIEWS, gaps_of
from noughts.engine.mnk_memory import EMPTY

HIDDEN, DEEPER = 32, 16
BATCH = 256
# The first steps are smaller, since the moments of Adam are not known yet.
WARM = 300
# What a mark makes on a line, from two up to five, and how likely that makes the move before any training.
CLASSES = 6
OWN_APPEAL = (0.5, 0.6, 1.5, 1.2, 5.0, 10.0)
THEIR_APPEAL = (0.4, 0.4, 1.2, 0.8, 4.0, 8.0)


def _class_of(view: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """Return what a mark in the middle of this view makes: 0 a two, then a three, an open three, a four, an open four,
    five; -1 less.
    """
    line = [*reversed(view[0]), 1, *view[1]]
    windows = [line[at : at + 5] for at in range(len(line) - 4)]
    most = max((sum(window) for window in windows), default=0)
    if most == 5:
        return 5
    gaps = gaps_of(line)
    if gaps:
        return 4 if len(gaps) > 1 else 3
    if most == 3:
        opens = [at for at, held in enumerate(line) if not held and len(gaps_of([*line[:at], 1, *line[at + 1 :]])) > 1]
        return 2 if opens else 1
    return 0 if most == 2 else -1


class Weights:
    """The learned weights, with Adam's moments. The first ones know which moves make threes and fours."""

    def __init__(self, seed: int) -> None:
        chance = numpy.random.default_rng(seed)

        def some(*shape: int, scale: float) -> Any:
            return (chance.standard_normal(shape) * scale).astype(numpy.float32)

        mine, theirs = some(len(VIEWS), CHANNELS, scale=0.1), some(len(VIEWS), CHANNELS, scale=0.1)
        likely = some(CHANNELS, scale=0.05)
        mine[:, : 2 * CLASSES] = theirs[:, : 2 * CLASSES] = 0
        for nth, view in enumerate(VIEWS):
            kind = _class_of(view)
            if kind >= 0:
                mine[nth, kind] = theirs[nth, CLASSES + kind] = 1.0
        likely[: 2 * CLASSES] = OWN_APPEAL + THEIR_APPEAL
        self.parts = [
            mine,
            theirs,
            some(CHANNELS, HIDDEN, scale=0.3),
            numpy.full(HIDDEN, 0.1, numpy.float32),
            some(HIDDEN, DEEPER, scale=0.25),
            numpy.full(DEEPER, 0.1, numpy.float32),
            some(DEEPER, scale=0.02),
            numpy.zeros(1, numpy.float32),
            likely,
            some(HIDDEN, CHANNELS, scale=0.01),
        ]
        self.means = [numpy.zeros_like(part) for part in self.parts]
        self.squares = [numpy.zeros_like(part) for part in self.parts]
        self.steps = 0

    def net(self) -> FiveNet:
        return quantised(*self.parts)

    def fit(self, samples: Samples, epochs: int, rate: float, trust: float, seed: int) -> tuple[float, float]:
        """Train, and return the errors of the value and of the moves in the last round. `trust` is the weight of the
        searched value in the target.
        """
        chance = numpy.random.default_rng(seed)
        aims = (trust * samples.searched + (1 - trust) * samples.outcome).astype(numpy.float32)
        count = len(aims) // BATCH * BATCH
        errors = (0.0, 0.0)
        total = epochs * count // BATCH
        done = 0
        for _ in range(epochs):
            order = chance.permutation(len(aims))[:count]
            missed = numpy.zeros(2)
            for start in range(0, count, BATCH):
                slopes = tuple(numpy.zeros_like(part) for part in self.parts)
                _add_slopes(
                    tuple(self.parts), slopes, samples, aims, order[start : start + BATCH], VIEW_OF_X, VIEW_OF_O, missed
                )
                done += 1
                self._step(slopes, rate * (1 - done / (total + 1)))
            errors = (float(missed[0] / count), float(missed[1] / count))
        return errors

    def _step(self, slopes: tuple[Any, ...], rate: float) -> None:
        self.steps += 1
        rate *= min(1.0, self.steps / WARM)
        scale = rate * numpy.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for part, slope, mean, square in zip(self.parts, slopes, self.means, self.squares, strict=True):
            adam(part.reshape(-1), slope.reshape(-1), mean.reshape(-1), square.reshape(-1), numpy.float32(scale))
        for part in self.parts[:2]:
            numpy.clip(part, -LARGEST, LARGEST, out=part)


@njit(cache=True, fastmath=True)
def _fill_patterns(held: Any, rows: int, cols: int, patterns: Any) -> None:
    for cell in range(rows * cols):
        if held[cell] != EMPTY:
            continue
        row, col = cell // cols, cell % cols
        for direction in range(4):
            down, right = min(direction, 1), 1 - direction % 3
            pattern = 0
            for way in range(2):
                sign = 1 - 2 * way
                for nth in range(REACH):
                    far_row, far_col = row + sign * (nth + 1) * down, col + sign * (nth + 1) * right
                    seen = EDGE
                    if 0 <= far_row < rows and 0 <= far_col < cols:
                        seen = held[far_row * cols + far_col] + 1
                    pattern |= seen << (2 * nth + 8 * way)
            patterns[cell, direction] = pattern


@njit(cache=True, fastmath=True)
def _add_slopes(
    weights: Any, slopes: Any, samples: Samples, aims: Any, order: Any, view_of_x: Any, view_of_o: Any, missed: Any
) -> None:
    """Add up the gradient of a batch's error, and the errors."""
    mine, theirs, first, first_bias, second, second_bias, out, out_bias, likely, adjust = weights
    g_mine, g_theirs, g_first, g_first_bias, g_second, g_second_bias, g_out, g_out_bias, g_likely, g_adjust = slopes
    channels, hidden, deep = mine.shape[1], first.shape[1], second.shape[1]
    patterns = numpy.zeros((400, 4), numpy.int64)
    sums = numpy.zeros((400, channels), numpy.float32)
    logits = numpy.zeros(400, numpy.float32)
    wanted = numpy.zeros(400, numpy.float32)
    back = numpy.zeros(channels, numpy.float32)
    part = numpy.float32(1.0 / len(order))
    for row in order:
        held = samples.held[row]
        rows, cols, side = int(samples.shape[row, 0]), int(samples.shape[row, 1]), samples.shape[row, 2]
        size = rows * cols
        _fill_patterns(held, rows, cols, patterns)
        my_view, their_view = (view_of_x, view_of_o) if side == 0 else (view_of_o, view_of_x)
        crowd = numpy.zeros(channels, numpy.float32)
        for cell in range(size):
            if held[cell] != EMPTY:
                continue
            total = sums[cell]
            total[:] = 0
            for direction in range(4):
                one = mine[my_view[patterns[cell, direction]]]
                another = theirs[their_view[patterns[cell, direction]]]
                for channel in range(len(total)):
                    total[channel] += one[channel] + another[channel]
            for channel in range(len(total)):
                total[channel] = max(total[channel], numpy.float32(0))
                crowd[channel] += total[channel] * numpy.float32(1 / CROWD)
        neurons = first_bias.copy()
        for channel in range(channels):
            for neuron in range(hidden):
                neurons[neuron] += crowd[channel] * first[channel, neuron]
        for neuron in range(hidden):
            neurons[neuron] = max(neurons[neuron], numpy.float32(0))
        deeper = second_bias.copy()
        mixed = likely.copy()
        for neuron in range(hidden):
            for nth in range(deep):
                deeper[nth] += neurons[neuron] * second[neuron, nth]
            for channel in range(channels):
                mixed[channel] += neurons[neuron] * adjust[neuron, channel]
        total_value = out_bias[0]
        for nth in range(deep):
            deeper[nth] = max(deeper[nth], numpy.float32(0))
            total_value += deeper[nth] * out[nth]
        value = numpy.tanh(total_value)
        off = value - aims[row]
        missed[0] += off * off
        slope = numpy.float32(off * (1 - value * value) + 0.02 * off) * part
        # The value's gradient, back to the sums of all cells.
        d_neurons = numpy.zeros(hidden, numpy.float32)
        g_out_bias[0] += slope
        for nth in range(deep):
            g_out[nth] += slope * deeper[nth]
            if deeper[nth] > 0:
                d_deep = slope * out[nth]
                g_second_bias[nth] += d_deep
                for neuron in range(hidden):
                    g_second[neuron, nth] += d_deep * neurons[neuron]
                    d_neurons[neuron] += d_deep * second[neuron, nth]
        # The moves: compared among the defences, or among all empty cells.
        known = numpy.float32(0)
        for cell in range(size):
            wanted[cell] = 0
            logits[cell] = -1e30
        for nth in range(samples.moves.shape[1]):
            cell = samples.moves[row, nth]
            if cell >= 0:
                wanted[cell] = samples.shares[row, nth]
                known += samples.shares[row, nth]
                logits[cell] = 0
        top = numpy.float32(-1e30)
        for cell in range(size):
            if held[cell] == EMPTY and (logits[cell] == 0 or not samples.defending[row]):
                logit = numpy.float32(0)
                total = sums[cell]
                for channel in range(len(mixed)):
                    logit += total[channel] * mixed[channel]
                logits[cell] = logit
                top = max(top, logit)
        norm = numpy.float32(0)
        for cell in range(size):
            if logits[cell] > -1e29:
                norm += numpy.exp(logits[cell] - top)
        d_mixed = numpy.zeros(channels, numpy.float32)
        for cell in range(size):
            share = numpy.float32(0)
            if known > 0 and logits[cell] > -1e29:
                share = numpy.exp(logits[cell] - top) / norm
                if wanted[cell] > 0:
                    missed[1] -= wanted[cell] * (numpy.log(share + 1e-9) - numpy.log(wanted[cell]))
                share = (share - wanted[cell] / known) * part
                total = sums[cell]
                for channel in range(len(d_mixed)):
                    d_mixed[channel] += share * total[channel]
            wanted[cell] = share
        for neuron in range(hidden):
            if neurons[neuron] > 0:
                for channel in range(channels):
                    g_adjust[neuron, channel] += neurons[neuron] * d_mixed[channel]
                    d_neurons[neuron] += adjust[neuron, channel] * d_mixed[channel]
            else:
                d_neurons[neuron] = 0
        for channel in range(channels):
            g_likely[channel] += d_mixed[channel]
            through = numpy.float32(0)
            for neuron in range(hidden):
                g_first[channel, neuron] += crowd[channel] * d_neurons[neuron]
                through += first[channel, neuron] * d_neurons[neuron]
            crowd[channel] = through * numpy.float32(1 / CROWD)
        for neuron in range(hidden):
            g_first_bias[neuron] += d_neurons[neuron]
        for cell in range(size):
            if held[cell] != EMPTY:
                continue
            total = sums[cell]
            for channel in range(len(back)):
                through = crowd[channel] + wanted[cell] * mixed[channel]
                back[channel] = through if total[channel] > 0 else numpy.float32(0)
            for direction in range(4):
                one = g_mine[my_view[patterns[cell, direction]]]
                another = g_theirs[their_view[patterns[cell, direction]]]
                for channel in range(len(back)):
                    one[channel] += back[channel]
                    another[channel] += back[channel]
