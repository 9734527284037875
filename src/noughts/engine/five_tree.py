"""The tree search for five in a row, best-first, led by the trained evaluation, with proofs of wins and losses.

A new node first looks for wins by fours, for both sides. If the side to move has one, the node is proven; if the other
side threatens one, only moves that may stop it become children. Otherwise the likeliest moves do. Values are for the
player who makes the move into the node.
"""

from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.five_eye import evaluate, turn_eye
from noughts.engine.five_fours import chain_of_fours, mark_stops
from noughts.engine.five_lines import FIVE, completing_five, gap_after, makes_four, put, take
from noughts.engine.five_net import FiveNet
from noughts.engine.five_nodes import DRAWN, LOST, OPEN, WON, Tree, known_value, prove, set_node
from noughts.engine.five_threats import shortest_win_by_threats
from noughts.engine.mnk_memory import EMPTY, MOST_CELLS
from noughts.engine.mnk_threats import NONE, SEVERAL, is_without_fours

DEEPEST = 400
# After this many visits a node looks for a win by threats, and again each time it has eight times as many.
HOT, HOTTER = 128, 8
MOST_CHILDREN = 32
# Moves this much less likely than the likeliest are left out.
LEAST_SHARE = 0.002


class Knobs(NamedTuple):
    """Parameters of the search: the weight of the priors, and how much less than its parent an unvisited move is
    worth.

    `fours` is how many nodes a new node gets to look for a win by fours. `threats` is how many nodes a node gets for
    each of its visits to look for a win by threats.
    """

    explore: float = 1.3
    doubt: float = 0.2
    fours: int = 60
    threats: float = 1.0


class Scratch(NamedTuple):
    """Memory that a search reuses."""

    likely: Any
    chosen: Any
    weights: Any
    # The nodes from the root to the one visited, and to the one on the board; the first number of `line` counts them.
    path: Any
    line: Any


def new_scratch() -> Scratch:
    """Return the memory for one search."""
    return Scratch(
        numpy.zeros(MOST_CELLS, numpy.float32),
        numpy.zeros(MOST_CELLS, numpy.int64),
        numpy.zeros(MOST_CELLS, numpy.float32),
        numpy.zeros(DEEPEST + 2, numpy.int64),
        numpy.zeros(DEEPEST + 2, numpy.int64),
    )


@njit(cache=True, nogil=True)
def _choose_children(
    tree: Tree, board: Any, node: int, side: int, is_defending: bool, scratch: Scratch, widest: int
) -> None:
    """Give the node its likeliest moves as children; all that `board.used` marks, if it is defending."""
    likely, chosen, weights = scratch.likely, scratch.chosen, scratch.weights
    top = numpy.float32(-1e30)
    for cell in range(board.size):
        if board.held[cell] == EMPTY:
            if is_defending and not board.used[cell] and not makes_four(board, side, cell):
                likely[cell] = -1e30
            else:
                top = max(top, likely[cell])
    least = numpy.float32(0.0 if is_defending else LEAST_SHARE)
    most = MOST_CELLS if is_defending else widest
    count, total = 0, numpy.float32(0.0)
    for cell in range(board.size):
        if board.held[cell] != EMPTY or likely[cell] <= -1e30:
            continue
        weight = numpy.exp(likely[cell] - top)
        total += weight
        if weight < least or (count == most and weight <= weights[count - 1]):
            continue
        at = count if count < most else count - 1
        while at > 0 and weights[at - 1] < weight:
            weights[at], chosen[at] = weights[at - 1], chosen[at - 1]
            at -= 1
        weights[at], chosen[at] = weight, cell
        if count < most:
            count += 1
    first = tree.used[0]
    tree.first[node], tree.count[node] = first, count
    tree.whole[node] = is_defending or count == board.empties
    tree.used[0] = first + count
    for nth in range(count):
        set_node(tree, first + nth, chosen[nth], weights[nth] / total)


@njit(cache=True, nogil=True)
def _has_win(tree: Tree, board: Any, node: int, side: int, budget: int) -> bool:
    """Return whether the side to move wins by fours, and note it in the node."""
    move = int(tree.move[node])
    if move >= 0 and is_without_fours(board, side, board.hash ^ board.keys[1 - side, move]):
        # There was no such win before the other side's last move, which can't have created one.
        return False
    if chain_of_fours(board, side, NONE, budget) < 0:
        return False
    tree.proof[node] = LOST
    return True


@njit(cache=True, nogil=True)
def _expand(
    tree: Tree, board: Any, eye: Any, node: int, side: int, net: FiveNet, knobs: Knobs, scratch: Scratch
) -> float:
    """Give the node its children, or prove it. Return its value for the side to move in it."""
    if board.empties == 0:
        tree.proof[node] = DRAWN
        return 0.0
    if _has_win(tree, board, node, side, knobs.fours):
        return 1.0
    is_defending = chain_of_fours(board, 1 - side, NONE, knobs.fours) >= 0 and mark_stops(board, side)
    value = evaluate(eye, board.held, board.size, side, net, scratch.likely)
    _choose_children(tree, board, node, side, is_defending, scratch, MOST_CHILDREN)
    if tree.count[node] == 0:
        tree.proof[node] = WON
        return -1.0
    return value


@njit(cache=True, nogil=True, fastmath=True)
def _select(tree: Tree, node: int, knobs: Knobs) -> int:
    """Return the child to visit next: a good one, or a promising one with few visits."""
    visits = numpy.float32(tree.visits[node])
    scale = numpy.float32(knobs.explore) * numpy.sqrt(visits + numpy.float32(1.0))
    fresh = -tree.total[node] / max(visits, numpy.float32(1.0)) - numpy.float32(knobs.doubt)
    first = tree.first[node]
    best, chosen = numpy.float32(-1e9), first
    for child in range(first, first + tree.count[node]):
        if tree.proof[child] == OPEN:
            seen = numpy.float32(tree.visits[child])
            value = tree.total[child] / seen if seen > 0 else fresh
            score = value + scale * tree.prior[child] / (numpy.float32(1.0) + seen)
            if score > best:
                best, chosen = score, child
    return int(chosen)


@njit(cache=True, nogil=True)
def _go_to(tree: Tree, board: Any, eye: Any, side: int, depth: int, net: FiveNet, scratch: Scratch) -> None:
    """Change the board from the node it shows (`line`) to another (`path`), from where the two part."""
    line, path = scratch.line, scratch.path
    shown, same = line[0], 0
    while same < shown and same < depth and line[same + 1] == path[same + 1]:
        same += 1
    while shown > same:
        mover, cell = side ^ ((shown - 1) & 1), int(tree.move[line[shown]])
        turn_eye(eye, board, mover, cell, net)
        take(board, mover, cell)
        shown -= 1
    while shown < depth:
        mover, cell = side ^ (shown & 1), int(tree.move[path[shown + 1]])
        turn_eye(eye, board, mover, cell, net)
        put(board, mover, cell)
        shown += 1
        line[shown] = path[shown]
    line[0] = depth


@njit(cache=True, nogil=True)
def _is_hot(tree: Tree, node: int) -> bool:
    """Return whether to look for a win by threats, unless the other side has a win by fours."""
    level = HOT
    while level < tree.visits[node]:
        level *= HOTTER
    return level == tree.visits[node] and not tree.whole[node]


@njit(cache=True, nogil=True)
def _visit(tree: Tree, board: Any, eye: Any, side: int, net: FiveNet, knobs: Knobs, scratch: Scratch) -> None:
    """Go down to a new node, expand it, and pass its value up."""
    path = scratch.path
    depth, node, value = 0, 0, 0.0
    while True:
        if tree.count[node] > 0:
            node = _select(tree, node, knobs)
            depth += 1
            path[depth] = node
            if tree.count[node] > 0 and not _is_hot(tree, node):
                continue
        _go_to(tree, board, eye, side, depth, net, scratch)
        mover = side ^ (depth & 1)
        if tree.count[node] > 0:
            # Many come here, so a longer look for a win pays.
            if shortest_win_by_threats(board, mover, NONE, int(knobs.threats * tree.visits[node])) >= 0:
                tree.proof[node] = LOST
                value = 1.0
                break
            continue
        if depth == 0:
            if completing_five(board, mover) != NONE:
                tree.proof[node] = LOST
                value = 1.0
                break
            must = completing_five(board, 1 - mover)
        else:
            # Only the last move can have made a four.
            must = gap_after(board, 1 - mover, int(tree.move[node]))
            if must == FIVE:
                tree.proof[node] = WON
                value = -1.0
                break
        if must < 0:
            if must == SEVERAL:
                tree.proof[node] = WON
                value = -1.0
            else:
                value = _expand(tree, board, eye, node, mover, net, knobs, scratch)
            break
        # A forced move needs no evaluation.
        child = tree.used[0]
        tree.used[0] = child + 1
        tree.first[node], tree.count[node], tree.whole[node] = child, 1, 1
        set_node(tree, child, must, 1.0)
    tree.used[1] = max(tree.used[1], depth)
    proving = tree.proof[node] != OPEN
    path[0] = 0
    for step in range(depth, -1, -1):
        node = path[step]
        if proving and step < depth:
            proving = prove(tree, node)
            if proving:
                value = -known_value(tree.proof[node])
        value = -value
        tree.visits[node] += 1
        tree.total[node] += value


@njit(cache=True, nogil=True)
def search(
    tree: Tree, board: Any, eye: Any, side: int, expansions: int, net: FiveNet, knobs: Knobs, scratch: Scratch
) -> int:
    """Make up to `expansions` more expansions, fewer when the tree is full or the root is proven; return how many."""
    board.node_limit = 1 << 60
    scratch.line[0] = 0
    done = 0
    while done < expansions and tree.proof[0] == OPEN and tree.used[0] + MOST_CELLS < len(tree.visits):
        _visit(tree, board, eye, side, net, knobs, scratch)
        done += 1
    _go_to(tree, board, eye, side, 0, net, scratch)
    return done
