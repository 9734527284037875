"""Five in a row at full strength: turns a position and a time into moves with values.

It looks for wins by fours and by threats first, then searches the tree, which is kept between moves like Ultimate's.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from noughts.engine.five_eye import new_eye, open_eye, turn_eye
from noughts.engine.five_lines import five_board, gap_after, turn_views
from noughts.engine.five_net import FiveNet
from noughts.engine.five_nodes import (
    LOST,
    OPEN,
    SEEMS_LOST,
    WON,
    Tree,
    best_child,
    child_value,
    copy_subtree,
    new_tree,
    prove,
    reset_tree,
)
from noughts.engine.five_threats import shortest_win_by_threats
from noughts.engine.five_tree import Knobs, new_scratch, search
from noughts.engine.mnk_board import lift, place
from noughts.engine.mnk_search import BEAM, FOURS_BUDGET, SEES_ALL
from noughts.engine.mnk_search import search as search_lines
from noughts.engine.mnk_threats import SEVERAL, any_completing_cell, shortest_win_by_fours, stop_of_fours
from noughts.engine.mnk_tree import BELIEVED, DEEPEST, tree_value
from noughts.engine.thinking import Valued
from noughts.rules import Move
from noughts.rules.mnk import MnkPosition

NODES = 3_000_000
FIRST_CHUNK = 64
LARGEST_CHUNK = 4_096
# The nodes per millisecond for wins by fours, and for wins by threats, before the tree is searched.
FOURS_PER_MS, THREATS_PER_MS = 50, 100
# The nodes per millisecond to check a move: for wins by threats, and for the search over lines.
REPLIES_PER_MS, LINES_PER_MS = 400, 100
# A move with fewer visits than this gets a search of its own, of at least the fewest expansions.
FEW, FEWEST, BRIEF_NODES, BRIEF_PER_SECOND = 16, 4, 40_000, 20_000


class Thought(NamedTuple):
    """Moves with their values, the move to play first; the number of expansions, and the deepest ply reached."""

    moves: tuple[Valued, ...]
    expansions: int
    depth: int


def _seems_won(board: Any, side: int, budget: int) -> bool:
    """Return whether the search over lines sees a win for `side`, to move, within this many nodes."""
    limit = int(board["nodes"]) + budget
    board["beam"], board["beam_above"], board["fours_budget"] = BEAM, SEES_ALL, FOURS_BUDGET
    board["node_limit"] = limit
    for depth in range(1, DEEPEST):
        value = tree_value(board, side, depth, BELIEVED - 1, BELIEVED, 1)
        if board["nodes"] >= limit:
            break
        if value >= BELIEVED:
            return True
    return False


class FiveSearch:
    """One tree with its root. Only one thread may use it at a time."""

    def __init__(
        self,
        net: FiveNet,
        knobs: Knobs | None = None,
        nodes: int = NODES,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.net = net
        self._knobs = knobs or Knobs()
        self._nodes = nodes
        self._clock = clock
        self._tree = new_tree(nodes)
        self._brief = new_tree(BRIEF_NODES)
        self._spare: Tree | None = None
        self._eye = new_eye()
        self._scratch = new_scratch()
        self._root: MnkPosition | None = None

    def follows(self, position: MnkPosition) -> bool:
        """Return whether the position is the root, or can follow from it within two plies."""
        return self._path_to(position) is not None

    def think(self, position: MnkPosition, milliseconds: int, expansions: int | None = None) -> Thought:
        """Search until the time is up, the given number of expansions is made, or there is only one move."""
        deadline = self._clock() + milliseconds / 1000
        board = self._take_root(position)
        side = position.ply & 1
        won = self._win_at_once(board, side, milliseconds if expansions is None else 4)
        if won >= 0:
            return Thought((Valued(move=position.move_at(won), value=1.0, exact=True),), 0, 0)
        tree = self._tree
        tree.used[1] = 0
        done, chunk = 0, FIRST_CHUNK
        checked: set[int] = set()
        while expansions is None or done < expansions:
            wanted = chunk if expansions is None else min(chunk, expansions - done)
            began = self._clock()
            made = search(tree, board, self._eye, side, wanted, self.net, self._knobs, self._scratch)
            now = self._clock()
            done += made
            if made < wanted:
                break
            if expansions is None:
                pace = made / max(now - began, 1e-6)
                left = deadline - now
                is_over = left <= 0 or tree.count[0] == 1
                is_late = left < milliseconds / 2000
                if (
                    (is_over or is_late)
                    and left > -milliseconds / 10_000
                    and self._refute(board, side, milliseconds, checked)
                ):
                    chunk = FIRST_CHUNK
                    continue
                if is_over:
                    break
                # As many as fit into a part of the remaining time, at the latest speed.
                chunk = max(16, min(LARGEST_CHUNK, int(pace * left / 8)))
        if tree.count[0] == 0:
            # The root was proven lost before it had children.
            found = search_lines(position, 1, 0)
            return Thought(found.moves, done, found.depth)
        return Thought(self._valued(position), done, int(tree.used[1]))

    def judge_all(self, position: MnkPosition, milliseconds: int) -> tuple[Valued, ...]:
        """Return every legal move with its value, the best first."""
        deadline = self._clock() + milliseconds / 1000
        thought = self.think(position, milliseconds // 2)
        board, side = self._take_root(position), position.ply & 1
        tree = self._tree
        children = range(int(tree.first[0]), int(tree.first[0]) + int(tree.count[0]))
        visits = {int(tree.move[child]): int(tree.visits[child]) for child in children}
        best, *rest = thought.moves
        seen = [one for one in rest if one.exact or visits.get(one.move.cell, 0) >= FEW]
        valued = {one.move.cell: one for one in (best, *seen)}
        others = [move for move in position.legal_moves() if move.cell not in valued]
        for nth, move in enumerate(others):
            # At least a few, and as many as fit into an equal part of the remaining time.
            left = max(0.0, deadline - self._clock()) * BRIEF_PER_SECOND / (len(others) - nth)
            valued[move.cell] = self._judge(board, side, move, max(FEWEST, int(left)))
        # The move to play first, even if a move that was searched less seems better.
        return (best, *sorted((one for one in valued.values() if one is not best), key=lambda one: -one.value))

    def _judge(self, board: Any, side: int, move: Move, expansions: int) -> Valued:
        tree = self._brief
        reset_tree(tree)
        turn_eye(self._eye, board, side, move.cell, self.net)
        place(board, side, move.cell)
        search(tree, board, self._eye, 1 - side, expansions, self.net, self._knobs, self._scratch)
        turn_eye(self._eye, board, side, move.cell, self.net)
        lift(board, side, move.cell)
        value = float(tree.total[0]) / max(1, int(tree.visits[0]))
        return Valued(move=move, value=max(-1.0, min(1.0, value)), exact=bool(tree.proof[0] in (LOST, WON)))

    def _take_root(self, position: MnkPosition) -> Any:
        """Make the position the root, and return its board."""
        path = self._path_to(position)
        self._root = position
        grid = position.grid
        board = five_board(grid.rows, grid.cols)
        for cell, held in enumerate(position.cells):
            if held != ".":
                turn_views(board, "XO".index(held), cell)
                place(board, "XO".index(held), cell)
        open_eye(self._eye, board, self.net)
        if path == []:
            return board
        node = None if path is None else self._find(path)
        if node is None or self._tree.count[node] == 0:
            reset_tree(self._tree)
            return board
        spare = self._spare or new_tree(self._nodes)
        copy_subtree(self._tree, spare, node)
        self._tree, self._spare = spare, self._tree
        return board

    def _path_to(self, position: MnkPosition) -> list[int] | None:
        """Return the cells from the root to the position, at most two; None if there is no such path."""
        root = self._root
        if root is None or root.grid is not position.grid or not 0 <= position.ply - root.ply <= 2:
            return None
        changed = [cell for cell, (was, held) in enumerate(zip(root.cells, position.cells, strict=True)) if was != held]
        if len(changed) != position.ply - root.ply or any(root.cells[cell] != "." for cell in changed):
            return None
        changed.sort(key=lambda cell: position.cells[cell] != root.to_move)
        return changed

    def _find(self, path: list[int]) -> int | None:
        tree, node = self._tree, 0
        for cell in path:
            first = int(tree.first[node])
            children = range(first, first + int(tree.count[node]))
            found = next((child for child in children if tree.move[child] == cell), None)
            if found is None:
                return None
            node = found
        return node

    @staticmethod
    def _win_at_once(board: Any, side: int, milliseconds: float) -> int:
        """Return the first move of a win by fours or by threats, or a negative number."""
        board["node_limit"] = 1 << 60
        cell, must = int(any_completing_cell(board, side)), int(stop_of_fours(board, side))
        if cell >= 0 or must == SEVERAL:
            return cell
        cell = int(shortest_win_by_fours(board, side, int(FOURS_PER_MS * milliseconds)))
        if cell < 0:
            cell = int(shortest_win_by_threats(board, side, must, int(THREATS_PER_MS * milliseconds)))
        return cell

    def _refute(self, board: Any, side: int, milliseconds: int, checked: set[int]) -> bool:
        """Return whether the opponent wins by threats after the best move, which then counts as lost."""
        tree = self._tree
        best = int(best_child(tree))
        cell = int(tree.move[best])
        if cell in checked or tree.proof[best] != OPEN:
            return False
        checked.add(cell)
        must = int(gap_after(board, side, cell))
        turn_views(board, side, cell)
        place(board, side, cell)
        won = shortest_win_by_threats(board, 1 - side, must, int(REPLIES_PER_MS * milliseconds)) >= 0
        seems_won = won or _seems_won(board, 1 - side, int(LINES_PER_MS * milliseconds))
        turn_views(board, side, cell)
        lift(board, side, cell)
        if not seems_won:
            return False
        tree.proof[best] = LOST if won else SEEMS_LOST
        prove(tree, 0)
        return True

    def _valued(self, position: MnkPosition) -> tuple[Valued, ...]:
        tree = self._tree
        first, count = int(tree.first[0]), int(tree.count[0])
        if count == 0:
            return ()
        best = int(best_child(tree))
        children = [child for child in range(first, first + count) if child != best]
        children.sort(key=lambda child: -child_value(tree, child))
        return tuple(
            Valued(
                move=position.move_at(int(tree.move[child])),
                value=max(-1.0, min(1.0, float(child_value(tree, child)))),
                exact=bool(tree.proof[child] in (LOST, WON)),
            )
            for child in [best, *children]
        )
