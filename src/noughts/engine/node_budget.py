"""The nodes that a kernel may still search: kernels have no clock. Used for Connect Four and for Order and Chaos."""

from time import monotonic
from typing import Any

import numpy

# Indexes of `work`: positions searched, their limit, and whether the search was cut short.
NODES, LIMIT, CUT = 0, 1, 2
FIRST_LOOK_MS = 2.0
FEWEST_NODES = 2_000


class NodeBudget:
    """The time of one search, counted from the creation of this object, as nodes."""

    def __init__(self, milliseconds: int, nodes_per_ms: float) -> None:
        self.work: Any = numpy.zeros(3, numpy.int64)
        self._began = monotonic()
        self._milliseconds = milliseconds
        self._nodes_per_ms = nodes_per_ms

    @property
    def nodes(self) -> int:
        """The positions searched so far."""
        return int(self.work[NODES])

    @property
    def was_cut(self) -> bool:
        """Whether the kernel used up its nodes."""
        return bool(self.work[CUT])

    def allow_nodes(self) -> bool:
        """Let the kernel search for the rest of the time, at its measured pace. Return False when the time is over."""
        spent_ms, nodes = (monotonic() - self._began) * 1000, self.nodes
        if spent_ms > FIRST_LOOK_MS and nodes > 0:
            self._nodes_per_ms = nodes / spent_ms
        left_ms = self._milliseconds - spent_ms
        self.work[CUT] = 0
        self.work[LIMIT] = nodes + max(int(self._nodes_per_ms * left_ms), FEWEST_NODES)
        # The first plies are always searched, however short the time.
        return left_ms > 0 or nodes < FEWEST_NODES
