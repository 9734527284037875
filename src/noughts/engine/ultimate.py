"""Ultimate: keeps the search trees of this process, and turns a position and a time into moves with values.

A tree is kept between moves: when a position follows from an earlier one within two plies, the search below it is
reused. There are few trees, because each may take 40 MB.
"""

import time
from functools import cache
from threading import Lock
from typing import NamedTuple

from noughts.engine.thinking import Valued
from noughts.engine.ultimate_net import MAJORITY_WEIGHTS, Net, load
from noughts.engine.ultimate_rules import CELL_OF_MOVE, MOVE_OF_CELL, state_of
from noughts.engine.ultimate_tree import (
    UNKNOWN,
    Knobs,
    Tree,
    best_child,
    child_value,
    copy_subtree,
    new_tree,
    reset_tree,
    search,
)
from noughts.rules import EMPTY, Move
from noughts.rules.position import MOVES
from noughts.rules.ultimate import UltimatePosition

NODES = 1_500_000
TREES = 3
FIRST_CHUNK = 256
LARGEST_CHUNK = 8_192
BRIEF_SEARCH = 200


class Thought(NamedTuple):
    """Every move with its value, the move to play first; the number of expansions, and the deepest ply reached."""

    moves: tuple[Valued, ...]
    expansions: int
    depth: int


class UltimateSearch:
    """One tree with its root. Only one thread may use it at a time."""

    def __init__(self, net: Net, knobs: Knobs | None = None, nodes: int = NODES) -> None:
        self.net = net
        self._knobs = knobs or Knobs()
        self._nodes = nodes
        self._tree = new_tree(nodes)
        self._spare: Tree | None = None
        self._root: UltimatePosition | None = None

    @property
    def size(self) -> int:
        """How many nodes the tree has: each was evaluated once."""
        return int(self._tree.used[0])

    def follows(self, position: UltimatePosition) -> bool:
        """Return whether the position is the root, or can follow from it within two plies."""
        return self._root is not None and self._path_to(position) is not None

    def think(self, position: UltimatePosition, milliseconds: int, expansions: int | None = None) -> Thought:
        """Search until the time is up, the given number of expansions is made, or everything is proven."""
        deadline = time.perf_counter() + milliseconds / 1000
        self._take_root(position)
        tree, state = self._tree, state_of(position)
        tree.used[2] = 0
        done, chunk = 0, FIRST_CHUNK
        while expansions is None or done < expansions:
            wanted = chunk if expansions is None else min(chunk, expansions - done)
            began = time.perf_counter()
            made = search(tree, state, wanted, self.net, self._knobs)
            now = time.perf_counter()
            done += made
            if made < wanted or now >= deadline:
                break
            # As many as fit into a tenth of the remaining time, at the latest speed.
            pace = made / max(now - began, 1e-6)
            chunk = max(16, min(LARGEST_CHUNK, int(pace * (deadline - now) / 8)))
        return Thought(self._valued(position), done, int(tree.used[2]))

    def _take_root(self, position: UltimatePosition) -> None:
        path = self._path_to(position)
        self._root = position
        if path == []:
            return
        node = None if path is None else self._find(path)
        if node is None or self._tree.count[node] == 0:
            reset_tree(self._tree)
            return
        spare = self._spare or new_tree(self._nodes)
        copy_subtree(self._tree, spare, node)
        self._tree, self._spare = spare, self._tree

    def _path_to(self, position: UltimatePosition) -> list[int] | None:
        """Return the moves from the root to the position, at most two; None if there is no such path."""
        root = self._root
        if root is None or not 0 <= position.ply - root.ply <= 2:
            return None
        pairs = zip(root.cells, position.cells, strict=True)
        new = [(held, cell) for cell, (was, held) in enumerate(pairs) if was != held]
        if len(new) != position.ply - root.ply or any(root.cells[cell] != EMPTY for _, cell in new):
            return None
        if len(new) == 2 and new[0][0] != root.to_move:
            new.reverse()
        at = root
        for mark, cell in new:
            if at.outcome() is not None or MOVES[at.to_move][cell] not in at.legal_moves() or at.to_move != mark:
                return None
            at = at.play(MOVES[at.to_move][cell])
        return [MOVE_OF_CELL[cell] for _, cell in new] if at == position else None

    def _find(self, path: list[int]) -> int | None:
        tree, node = self._tree, 0
        for move in path:
            first = int(tree.first[node])
            children = range(first, first + int(tree.count[node]))
            found = next((child for child in children if tree.move[child] == move), None)
            if found is None:
                return None
            node = found
        return node

    def _valued(self, position: UltimatePosition) -> tuple[Valued, ...]:
        tree, moves = self._tree, MOVES[position.to_move]
        first = int(tree.first[0])
        best = best_child(tree)
        children = [child for child in range(first, first + int(tree.count[0])) if child != best]
        children.sort(key=lambda child: -child_value(tree, child))
        return tuple(
            Valued(
                move=moves[CELL_OF_MOVE[tree.move[child]]],
                value=max(-1.0, min(1.0, float(child_value(tree, child)))),
                exact=bool(tree.proof[child] != UNKNOWN),
            )
            for child in [best, *children]
        )


class UltimateThinker:
    """The trees of a process: one for each of the last few games. Threads take turns."""

    def __init__(self) -> None:
        # One for each rule: whether boards are counted at the end.
        self._nets = {False: load(), True: load(MAJORITY_WEIGHTS)}
        self._lock = Lock()
        self._searches: list[UltimateSearch] = []

    def think(self, position: UltimatePosition, milliseconds: int, expansions: int | None = None) -> Thought:
        """Search like `UltimateSearch.think`, in the tree that fits best."""
        net = self._nets[position.most_boards_win]
        with self._lock:
            search = next((one for one in self._searches if one.follows(position)), None)
            if search is None and len(self._searches) < TREES:
                search = UltimateSearch(net)
            elif search is None:
                search = self._searches.pop(0)
                search.net = net
            else:
                self._searches.remove(search)
            # The most recently used tree is the last to be reused for another game.
            self._searches.append(search)
            return search.think(position, milliseconds, expansions)

    def judge_all(self, position: UltimatePosition, milliseconds: int) -> tuple[Valued, ...]:
        """Return every legal move with its value, best first, including moves that a proof let us skip."""
        moves = self.think(position, milliseconds).moves
        named = {one.move for one in moves}
        left = [move for move in position.legal_moves() if move not in named]
        others = [self._judge(position, move) for move in left]
        return (*moves, *sorted(others, key=lambda one: -one.value))

    def _judge(self, position: UltimatePosition, move: Move) -> Valued:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            return Valued(move=move, value=outcome.value_for(position.to_move), exact=True)
        with self._lock:
            best = (
                UltimateSearch(self._nets[position.most_boards_win], nodes=100 * BRIEF_SEARCH)
                .think(after, BRIEF_SEARCH, BRIEF_SEARCH)
                .moves[0]
            )
        return Valued(move=move, value=-best.value, exact=best.exact)


@cache
def thinker() -> UltimateThinker:
    """Return the thinker of this process."""
    return UltimateThinker()
