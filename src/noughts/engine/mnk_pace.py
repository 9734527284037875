"""Time control for kernels, which have no clock: how many nodes they may search before the time is checked again."""

from time import monotonic
from typing import Any

LONGEST_CHUNK_MS = 20.0
SHORTEST_CHUNK = 100
FIRST_NODES_PER_MS = 200.0
FIRST_LOOK_MS = 2.0


class Pace:
    """The time of one search, counted from the creation of this object."""

    def __init__(self, board: Any, milliseconds: int) -> None:
        self._board = board
        self._began = monotonic()
        self._milliseconds = milliseconds
        # A chunk that was cut short is repeated, though faster, thanks to the tables. So chunks must not be too short.
        self._chunk_ms = max(LONGEST_CHUNK_MS, milliseconds / 10)
        self._nodes_per_ms = FIRST_NODES_PER_MS

    def allow_chunk(self) -> bool:
        """Let the kernels continue for a while, at their measured pace. Return False when the time is over."""
        spent_ms = (monotonic() - self._began) * 1000
        nodes = int(self._board["nodes"])
        if spent_ms > FIRST_LOOK_MS and nodes > SHORTEST_CHUNK:
            self._nodes_per_ms = nodes / spent_ms
        left_ms = self._milliseconds - spent_ms
        chunk = self._nodes_per_ms * min(max(left_ms, 0.0), self._chunk_ms)
        self._board["node_limit"] = nodes + max(int(chunk), SHORTEST_CHUNK)
        return left_ms > 0

    def part_of_nodes(self, parts: int) -> int:
        """Return how many nodes fit into the remaining time divided by `parts`."""
        left_ms = self._milliseconds - (monotonic() - self._began) * 1000
        return int(self._nodes_per_ms * max(left_ms, 0.0) / parts)

    @property
    def was_cut(self) -> bool:
        """Whether the last chunk was too short."""
        return bool(self._board["nodes"] >= self._board["node_limit"])
