"""A small trained evaluation of Ultimate: the expected result for the side to move, -1 to 1, without a search.

Each small board is looked up by its pattern (mine, theirs, empty), which gives a few learned numbers. A layer of
neurons mixes the nine boards and the board to play in. A second layer gives the value. The first two steps are combined
into one table when the weights are loaded, so a value costs the sum of nine rows and one product.
`bench/engine/train.py` trains the weights.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.ultimate_rules import FULL, HAS_LINE, TARGET, TURN

WEIGHTS = Path(__file__).with_name("ultimate_weights.npz")
MAJORITY_WEIGHTS = Path(__file__).with_name("ultimate_majority_weights.npz")


class Net(NamedTuple):
    """The weights, with the first two steps combined. `rows` has one row for each board and pattern, `targets` one for
    each board to play in.
    """

    rows: Any
    targets: Any
    bias: Any
    out: Any
    out_bias: float


def _ternary(marks: int) -> int:
    return sum(3**place for place in range(9) if marks >> place & 1)


TERNARY = numpy.array([_ternary(marks) for marks in range(FULL + 1)], numpy.int64)


def _patterns() -> tuple[Any, int]:
    """Return the number of each pattern, by its ternary code; finished boards share three numbers."""
    numbers = numpy.zeros(3**9, numpy.int64)
    live = 0
    for code in range(3**9):
        digits = [code // 3**place % 3 for place in range(9)]
        mine, theirs = (sum(1 << place for place in range(9) if digits[place] == mark) for mark in (1, 2))
        if HAS_LINE[mine]:
            numbers[code] = -1
        elif HAS_LINE[theirs]:
            numbers[code] = -2
        elif mine | theirs == FULL:
            numbers[code] = -3
        else:
            numbers[code] = live
            live += 1
    numbers[numbers < 0] = live - 1 - numbers[numbers < 0]
    return numbers, live + 3


PATTERN, PATTERNS = _patterns()


def load(path: Path = WEIGHTS) -> Net:
    """Return the trained weights."""
    with numpy.load(path) as stored:
        return multiplied_out(*(stored[name].astype(numpy.float32) for name in PARTS))


PARTS = ("boards", "mix", "targets", "bias", "out", "out_bias")


def multiplied_out(boards: Any, mix: Any, targets: Any, bias: Any, out: Any, out_bias: Any) -> Net:
    """Combine the first two steps: `boards` are the learned numbers of each pattern, `mix` weighs each of the nine
    boards.
    """
    rows = numpy.ascontiguousarray(numpy.einsum("pk,bkh->bph", boards, mix)).astype(numpy.float32)
    return Net(rows, targets.copy(), bias.copy(), out.copy(), float(out_bias[0]))


@njit(cache=True, nogil=True)
def pattern_of(mine: int, theirs: int) -> int:
    return PATTERN[TERNARY[mine] + 2 * TERNARY[theirs]]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True, fastmath=True)
def add_boards(state: Any, turn: int, net: Net, sums: Any) -> None:
    """Add up the input of the neurons from the nine boards, as `turn` sees them."""
    sums[:] = net.bias
    for board in range(9):
        row = net.rows[board, pattern_of(state[9 * turn + board], state[9 * (1 - turn) + board])]
        for unit in range(len(sums)):
            sums[unit] += row[unit]


@njit(cache=True, nogil=True, fastmath=True)
def read_out(sums: Any, target: int, net: Net) -> float:
    """Return the value from the input of the neurons."""
    total = net.out_bias
    towards = net.targets[target]
    for unit in range(len(sums)):
        reached = sums[unit] + towards[unit]
        if reached > 0:
            total += reached * net.out[unit]
    return squash(total)


@njit(cache=True, nogil=True, fastmath=True)
def squash(total: float) -> float:
    """Approximate the hyperbolic tangent, much faster than the exact function."""
    if total > 3.0:
        return 1.0
    if total < -3.0:
        return -1.0
    square = total * total
    return total * (27.0 + square) / (27.0 + 9.0 * square)


@njit(cache=True, nogil=True, fastmath=True)
def evaluate(state: Any, net: Net, sums: Any) -> float:
    """Return the value for the side to move. `sums` is scratch space with one number per neuron."""
    add_boards(state, state[TURN], net, sums)
    return read_out(sums, state[TARGET], net)
