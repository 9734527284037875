"""Fits the weights of Ultimate's evaluation to samples: Adam on small batches, with random symmetries."""

from typing import Any

import numpy
from numba import njit

from bench.engine.self_play import Samples
from noughts.engine.ultimate_net import PATTERN, PATTERNS, Net, multiplied_out
from noughts.rules import symmetries

WIDTH, UNITS = 8, 32
BATCH = 512


def _turned_patterns() -> tuple[Any, Any]:
    """Return for every symmetry the index of each turned pattern, and the new place of each board."""
    digits = numpy.array([[code // 3**place % 3 for place in range(9)] for code in range(3**9)])
    powers = 3 ** numpy.arange(9)
    turned = numpy.zeros((8, PATTERNS), numpy.int64)
    boards = numpy.array(symmetries(3, 3))
    for nth, symmetry in enumerate(boards):
        turned[nth, PATTERN] = PATTERN[digits[:, symmetry] @ powers]
    return turned, boards


TURNED, BOARDS = _turned_patterns()


class Weights:
    """The learned weights, with Adam's moments."""

    def __init__(self, seed: int) -> None:
        chance = numpy.random.default_rng(seed)

        def some(*shape: int, scale: float) -> Any:
            return (chance.standard_normal(shape) * scale).astype(numpy.float32)

        self.parts = [
            some(PATTERNS, WIDTH, scale=0.3),
            some(9, WIDTH, UNITS, scale=0.15),
            some(10, UNITS, scale=0.05),
            numpy.full(UNITS, 0.1, numpy.float32),
            some(UNITS, scale=0.15),
            numpy.zeros(1, numpy.float32),
        ]
        self.means = [numpy.zeros_like(part) for part in self.parts]
        self.squares = [numpy.zeros_like(part) for part in self.parts]
        self.steps = 0

    def net(self) -> Net:
        return multiplied_out(*self.parts)

    def fit(self, samples: Samples, epochs: int, rate: float, trust: float, seed: int) -> list[float]:
        """Train, and return the error of each round. `trust` is the weight of the searched value in the target."""
        chance = numpy.random.default_rng(seed)
        aims = (trust * samples.searched + (1 - trust) * samples.outcome).astype(numpy.float32)
        count = len(aims) // BATCH * BATCH
        errors = []
        total = epochs * count // BATCH
        done = 0
        for _ in range(epochs):
            order = chance.permutation(len(aims))[:count]
            error = 0.0
            for start in range(0, count, BATCH):
                rows = order[start : start + BATCH]
                turns = chance.integers(0, 8, BATCH)
                seen = (samples.patterns, samples.targets, aims, rows, turns)
                slopes, missed = _slopes(tuple(self.parts), seen, TURNED, BOARDS)
                error += missed
                done += 1
                self._step(slopes, rate * (1 - done / (total + 1)))
            errors.append(error / count)
        return errors

    def _step(self, slopes: tuple[Any, ...], rate: float) -> None:
        self.steps += 1
        scale = rate * numpy.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for part, slope, mean, square in zip(self.parts, slopes, self.means, self.squares, strict=True):
            adam(part.reshape(-1), slope.reshape(-1), mean.reshape(-1), square.reshape(-1), numpy.float32(scale))


@njit(cache=True, fastmath=True)
def adam(part: Any, slope: Any, mean: Any, square: Any, scale: Any) -> None:
    """Take one step of Adam against the slope."""
    for nth in range(len(part)):
        mean[nth] += numpy.float32(0.1) * (slope[nth] - mean[nth])
        square[nth] += numpy.float32(0.001) * (slope[nth] * slope[nth] - square[nth])
        part[nth] -= scale * mean[nth] / (numpy.sqrt(square[nth]) + numpy.float32(1e-7))


@njit(cache=True, fastmath=True)
def _slopes(weights: Any, samples: Any, turned: Any, places: Any) -> tuple[Any, float]:
    """Return the gradient of a batch's error, and the error."""
    boards, mix, towards, bias, out, out_bias = weights
    patterns, targets, aims, rows, turns = samples
    d_boards, d_mix, d_towards = numpy.zeros_like(boards), numpy.zeros_like(mix), numpy.zeros_like(towards)
    d_bias, d_out, d_out_bias = numpy.zeros_like(bias), numpy.zeros_like(out), numpy.zeros_like(out_bias)
    width, units = mix.shape[1], mix.shape[2]
    sums = numpy.empty(units, numpy.float32)
    back = numpy.empty(units, numpy.float32)
    seen = numpy.empty(9, numpy.int64)
    error = 0.0
    for nth in range(len(rows)):
        row, turn = rows[nth], turns[nth]
        target = 9
        for place in range(9):
            # The board at `places[turn, place]` goes to `place`.
            seen[place] = turned[turn, patterns[row, places[turn, place]]]
            if places[turn, place] == targets[row]:
                target = place
        for unit in range(units):
            sums[unit] = bias[unit] + towards[target, unit]
        for board in range(9):
            for k in range(width):
                number = boards[seen[board], k]
                for unit in range(units):
                    sums[unit] += number * mix[board, k, unit]
        total = out_bias[0]
        for unit in range(units):
            if sums[unit] > 0:
                total += sums[unit] * out[unit]
        value = numpy.tanh(total)
        missed = value - aims[row]
        error += missed * missed
        slope = numpy.float32(missed * (1 - value * value) + 0.02 * missed) / numpy.float32(len(rows))
        d_out_bias[0] += slope
        for unit in range(units):
            if sums[unit] > 0:
                d_out[unit] += slope * sums[unit]
                back[unit] = slope * out[unit]
            else:
                back[unit] = 0
            d_bias[unit] += back[unit]
            d_towards[target, unit] += back[unit]
        for board in range(9):
            for k in range(width):
                number = boards[seen[board], k]
                through = numpy.float32(0)
                for unit in range(units):
                    d_mix[board, k, unit] += back[unit] * number
                    through += back[unit] * mix[board, k, unit]
                d_boards[seen[board], k] += through
    return (d_boards, d_mix, d_towards, d_bias, d_out, d_out_bias), error
