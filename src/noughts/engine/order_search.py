"""The computer in Order and Chaos: the values of all moves, within a time or depth limit."""

from functools import cache
from typing import Any

import numpy

from noughts.engine.gravity_search import ALMOST_SURE, Found
from noughts.engine.node_budget import NodeBudget
from noughts.engine.order_tree import MOST_MOVES, PROVEN, SIZE, WIN, tree_value
from noughts.engine.thinking import Valued
from noughts.rules import Move
from noughts.rules.mnk import MnkPosition

# A guess this large is worth about half a win.
HALF_WON = 60
TABLE_BITS = 20
FIRST_NODES_PER_MS = 500.0


def search(position: MnkPosition, milliseconds: int, depth: int = SIZE, *, every_value: bool = False) -> Found:
    """Return the moves of an unfinished position. It looks at most `depth` plies ahead, at least one.

    With `every_value` all values are exact for the depth. Otherwise those of moves other than the best are upper
    bounds.
    """
    return _Search(position, milliseconds, every_value).run(depth)


@cache
def _table() -> tuple[Any, Any]:
    """Return the table of positions of this process, kept between moves: values in it hold for every game."""
    return numpy.zeros((1 << TABLE_BITS, 2), numpy.int64), numpy.zeros(1 << TABLE_BITS, numpy.int64)


class _Search:
    """One search of one position. `values` has every move, the best first."""

    def __init__(self, position: MnkPosition, milliseconds: int, every_value: bool) -> None:
        self._position = position
        self._every_value = every_value
        self._lists = numpy.zeros((SIZE + 1, MOST_MOVES), numpy.int64)
        self._budget = NodeBudget(milliseconds, FIRST_NODES_PER_MS)
        self.values = dict.fromkeys(sorted(position.legal_moves(), key=_from_the_middle), 0)

    def run(self, deepest: int) -> Found:
        """Search deeper and deeper, until the time is up or every value is proven."""
        reached = 0
        for depth in range(1, min(deepest, SIZE - self._position.ply) + 1):
            values = self._values_at(depth)
            if values is None:
                break
            self.values, reached = values, depth
            if self._is_settled():
                break
        moves = tuple(self._valued(move, value) for move, value in self.values.items())
        return Found(moves=moves, depth=reached, nodes=self._budget.nodes)

    def _values_at(self, depth: int) -> dict[Move, int] | None:
        """Return the value of every move, the best first; None if the time is up before all are known."""
        values: dict[Move, int] = {}
        floor = -WIN
        for move in self.values:
            value = self._value_of(move, depth, floor)
            if value is None:
                return None
            values[move] = value
            if not self._every_value:
                floor = max(floor, value)
        return dict(sorted(values.items(), key=lambda one: one[1], reverse=True))

    def _value_of(self, move: Move, depth: int, floor: int) -> int | None:
        after, mover = self._position.play(move), self._position.to_move
        outcome = after.outcome()
        if outcome is not None:
            return WIN - after.ply if outcome.winner == mover else after.ply - WIN
        while self._budget.allow_nodes():
            value = -tree_value(
                after.x, after.o, after.ply, depth - 1, -WIN, -floor, *_table(), self._lists, self._budget.work
            )
            if not self._budget.was_cut:
                return int(value)
        return None

    def _is_settled(self) -> bool:
        """Return whether looking deeper cannot change the choice, or with `every_value` any value."""
        proven = [abs(value) > PROVEN for value in self.values.values()]
        return all(proven) or (not self._every_value and max(self.values.values()) > PROVEN)

    def _valued(self, move: Move, value: int) -> Valued:
        if abs(value) > PROVEN:
            distance = WIN - abs(value) - self._position.ply
            return Valued(move=move, value=1.0 if value > 0 else -1.0, exact=True, distance=distance)
        return Valued(move=move, value=ALMOST_SURE * value / (abs(value) + HALF_WON), exact=False)


def _from_the_middle(move: Move) -> float:
    row, col = divmod(move.cell, 6)
    return abs(row - 2.5) + abs(col - 2.5)
