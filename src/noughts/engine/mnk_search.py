"""The computer on large boards: finds the move, or the values of all moves, within a time limit.

It searches threats first, then the tree.
"""

from random import Random
from typing import Any

import numpy
from msgspec import Struct

from noughts.engine.mnk_board import lift, new_board, place
from noughts.engine.mnk_memory import EMPTY, LACKS_ONE, UNBLOCKED
from noughts.engine.mnk_oversight import overlook
from noughts.engine.mnk_pace import Pace
from noughts.engine.mnk_scale import scaled, unscaled
from noughts.engine.mnk_sight import Sight
from noughts.engine.mnk_threats import CELL_BITS, CELL_MASK, NONE, UNKNOWN, shortest_win_by_fours, stops_fours
from noughts.engine.mnk_tree import A_WIN_BY_FOURS, BELIEVED, DEEPEST, PROVEN, SOME, WIN, list_candidates, tree_value
from noughts.engine.thinking import Valued
from noughts.rules import Mark, Move
from noughts.rules.mnk import MnkPosition

FULL_SIGHT = Sight()
BEAM = 12
ROOT_BEAM = 30
SEES_ALL = 14
FOURS_BUDGET = 60
ENOUGH_FOR_ONE = 4
EVERY_VALUE = 2.0


class Found(Struct, frozen=True, kw_only=True):
    """The result of a search: the move, its value for the mover (-1 to 1), and whether that value is proven.

    `depth` is how many plies were searched, `nodes` how many positions. `moves` are the compared moves, best first.
    From `search`, only those near the best have exact values; for the others it is an upper bound.
    """

    move: Move
    value: float
    proven: bool
    depth: int
    nodes: int
    moves: tuple[Valued, ...]


def search(position: MnkPosition, milliseconds: int, seed: int, sight: Sight = FULL_SIGHT) -> Found:
    """Return the best move in an unfinished position of plain m,n,k, as far as `sight` allows. The seed decides between
    equal moves.
    """
    running = _Search(position, milliseconds, Random(seed), sight)
    running.find_best()
    return running.found()


def judge(position: MnkPosition, milliseconds: int) -> Found:
    """Return the same as `search`, with a separate value for every legal move."""
    running = _Search(position, milliseconds, Random(0), FULL_SIGHT)
    running.judge_all()
    return running.found()


class _Search:
    """One search of one position. `values` has the moves in question, the best first."""

    def __init__(self, position: MnkPosition, milliseconds: int, chance: Random, sight: Sight) -> None:
        self.board = _board_of(position)
        self.pace = Pace(self.board, milliseconds)
        self.chance = chance
        self.sight = sight
        self.mark: Mark = position.to_move
        self.side = position.ply & 1
        self.board["beam"], self.board["beam_above"] = BEAM, SEES_ALL
        self.board["fours_budget"] = FOURS_BUDGET if sight.chains else 0
        if not sight.is_full:
            overlook(self.board, self.side, sight, chance)
        self.wins = _completing_cells(self.board, self.side)
        self.values: dict[int, int] = {}
        self.depth = 0
        self.is_whole = True
        self.is_certain = False
        self.is_unsure = False
        self.looked_into: set[int] = set()
        self.refuted: set[int] = set()

    def find_best(self) -> None:
        """Search the likely moves, deeper and deeper, until the time is up or the result is settled."""
        blocks = _stops(self.board, self.side)
        if self.wins:
            self.values = {self.wins[0]: WIN - 1}
        elif blocks or not self._wins_by_fours(4):
            cells = blocks or self._likely_moves(ROOT_BEAM)
            self._deepen(cells, self.sight.slack)

    def judge_all(self) -> None:
        """Search all moves in the same way."""
        cells = self._likely_moves(int(self.board["size"]))
        self.is_whole = True
        empty = numpy.nonzero(self.board["held"][: self.board["size"]] == EMPTY)[0].tolist()
        self._deepen(cells + [cell for cell in empty if cell not in cells], EVERY_VALUE)

    def found(self) -> Found:
        """Return the best result so far."""
        moves = tuple(
            Valued(move=Move(cell, self.mark), value=scaled(value), exact=self._is_proven(value))
            for cell, value in self.values.items()
        )
        chosen = moves[0]
        if self.sight.slack:
            chosen = self.chance.choice([one for one in moves if one.value >= chosen.value - self.sight.slack])
        return Found(
            move=chosen.move,
            value=chosen.value,
            proven=chosen.exact,
            depth=self.depth,
            nodes=int(self.board["nodes"]),
            moves=moves,
        )

    def _wins_by_fours(self, parts: int) -> bool:
        """Return whether a win by fours is found within the remaining time divided by `parts`."""
        if not self.sight.chains:
            return False
        first = self._first_four(self.side, parts)
        self.is_unsure = first == UNKNOWN
        if first >= 0:
            self.values = {first: WIN - A_WIN_BY_FOURS}
        return first >= 0

    def _first_four(self, side: int, parts: int) -> int:
        self.pace.allow_chunk()
        nodes = self.pace.part_of_nodes(parts)
        self.board["node_limit"] = self.board["nodes"] + nodes
        return int(shortest_win_by_fours(self.board, side, nodes))

    def _likely_moves(self, beam: int) -> list[int]:
        """Return the likely moves, the likeliest first, equal ones in random order."""
        self.pace.allow_chunk()
        self.is_whole = list_candidates(self.board, self.side, NONE, beam) != SOME
        candidates: list[int] = self.board["candidates"][: self.board["listed"]].tolist()
        self.board["listed"] = 0
        ranked = [(-(one >> CELL_BITS), self.chance.random(), one & CELL_MASK) for one in candidates]
        return [cell for _, _, cell in sorted(ranked)]

    def _deepen(self, cells: list[int], slack: float) -> None:
        self.values = dict.fromkeys(cells, 0)
        deepest = min(self.sight.depth, DEEPEST, int(self.board["empties"]))
        if len(cells) == 1:
            deepest = min(deepest, ENOUGH_FOR_ONE)
        for depth in range(deepest):
            if not self._iterate(depth, slack):
                break
            if self.is_unsure and self._wins_by_fours(8):
                break
            self._look_into_best()
            if self._is_settled(slack):
                break

    def _iterate(self, depth: int, slack: float) -> bool:
        """Search every move `depth` plies beyond it; those down to `slack` below the best get exact values.

        Returns False when the time ran out first.
        """
        self.board["guesses"] = 0
        seen: dict[int, int] = {}
        best = -WIN
        for cell in self.values:
            alpha = best if not slack else unscaled(scaled(best) - slack)
            # Most moves are no better than the best so far, and a narrow window shows this faster.
            value = self._value_of(cell, depth, alpha, alpha + 1 if seen and not slack else WIN)
            if value is not None and value > alpha and seen and not slack:
                value = self._value_of(cell, depth, alpha, WIN)
            if value is None:
                break
            seen[cell] = value
            best = max(best, value)
        if len(seen) < len(self.values) and slack == EVERY_VALUE and self.depth:
            # Guesses from different depths can't be compared, so only the proofs of an unfinished iteration count.
            seen = {cell: value for cell, value in seen.items() if abs(value) > PROVEN}
            best = max(seen.values(), default=-WIN)
        if seen:
            # A move that was not reached this time may still be better than moves that turned out to lose.
            ceiling = best if best > -BELIEVED else WIN
            values = {cell: seen.get(cell, min(value, ceiling)) for cell, value in self.values.items()}
            self.values = dict(sorted(values.items(), key=lambda item: -item[1]))
        if len(seen) < len(self.values):
            return False
        self.depth = depth + 1
        self.is_certain = not self.board["guesses"]
        return True

    def _look_into_best(self) -> None:
        """Check that the best move does not allow a win by fours, searching further than the tree does."""
        for cell, value in list(self.values.items()):
            if cell in self.looked_into or abs(value) > PROVEN or not self.sight.chains:
                break
            self.looked_into.add(cell)
            place(self.board, self.side, cell)
            reply = self._first_four(1 - self.side, 8)
            lift(self.board, self.side, cell)
            if reply < 0:
                break
            self.refuted.add(cell)
            self.values[cell] = A_WIN_BY_FOURS - WIN
        self.values = dict(sorted(self.values.items(), key=lambda item: -item[1]))

    def _is_settled(self, slack: float) -> bool:
        """Return whether more time would change nothing."""
        values = list(self.values.values())
        if slack == EVERY_VALUE:
            return self.is_certain or all(abs(value) > PROVEN for value in values)
        return self.is_certain or abs(values[0]) > PROVEN

    def _value_of(self, cell: int, depth: int, alpha: int, beta: int) -> int | None:
        """Return the value of a move, or None when the time is up."""
        if cell in self.wins:
            return WIN - 1
        if cell in self.refuted:
            return A_WIN_BY_FOURS - WIN
        value = None
        place(self.board, self.side, cell)
        while value is None and self.pace.allow_chunk():
            value = -int(tree_value(self.board, 1 - self.side, depth, -beta, -alpha, 1))
            if self.pace.was_cut:
                value = None
        lift(self.board, self.side, cell)
        return value

    def _is_proven(self, value: int) -> bool:
        sure = self.is_certain or value > PROVEN or (value < -PROVEN and self.is_whole)
        return sure and self.sight.is_full


def _board_of(position: MnkPosition) -> Any:
    grid = position.grid
    board = new_board(grid.rows, grid.cols, grid.in_a_row, position.line_rule)
    for cell, held in enumerate(position.cells):
        if held != ".":
            place(board, 0 if held == "X" else 1, cell)
    return board


def _completing_cells(board: Any, side: int) -> list[int]:
    size = board["size"]
    cells = (board["promise"][side][:size] >= LACKS_ONE) & (board["held"][:size] == EMPTY)
    found: list[int] = numpy.nonzero(cells)[0].tolist()
    return found


def _stops(board: Any, side: int) -> list[int]:
    """Return the cells where `side` stops a four of the other side; all cells in variants where a mark at an end may
    stop it.
    """
    gaps = _completing_cells(board, 1 - side)
    if not gaps or board["line_rule"] != UNBLOCKED:
        return gaps
    empty: list[int] = numpy.nonzero(board["held"][: board["size"]] == EMPTY)[0].tolist()
    return [cell for cell in empty if stops_fours(board, side, cell)] or gaps
