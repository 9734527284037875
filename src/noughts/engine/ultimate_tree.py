"""The tree search of Ultimate, compiled: best-first, led by the trained evaluation, with a proof of wins and losses.

A node is expanded whole: each child gets its value from the evaluation, and a prior from how it compares with its
siblings. Values are for the player who makes the move into the node. A proven node (won, lost or drawn against any
reply) is not searched again, and its proof is passed up to its parents as far as possible.
"""

from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.ultimate_net import Net, add_boards, pattern_of, read_out
from noughts.engine.ultimate_rules import (
    ANY,
    CLOSED,
    FULL,
    HAS_LINE,
    LOST,
    STATE_SIZE,
    TURN,
    WON,
    X_WON,
    legal_moves,
    play,
    when_full,
)

# What is proven about a node, for the player who moved into it.
UNKNOWN, PROVEN_WIN, PROVEN_LOSS, PROVEN_DRAW = 0, 1, 2, 3
DEEPEST = 82


class Tree(NamedTuple):
    """The nodes as arrays of one length; node 0 is the root. The children of a node are neighbours."""

    visits: Any
    total: Any
    value: Any
    prior: Any
    first: Any
    count: Any
    move: Any
    proof: Any
    # Whether a child is a proven draw, so that the side to move gets at least a draw.
    safe: Any
    # [0] how many nodes there are, [1] how many expansions the last search made, [2] the depth of the deepest node
    used: Any


class Knobs(NamedTuple):
    """Parameters of the search: the weight of the priors, their sharpness, and the weight of a node's first value."""

    explore: float = 1.0
    sharpness: float = 8.0
    weight: float = 1.0


def new_tree(size: int) -> Tree:
    """Return an empty tree that can hold `size` nodes; memory is taken as it fills."""
    return Tree(
        numpy.empty(size, numpy.int32),
        numpy.empty(size, numpy.float32),
        numpy.empty(size, numpy.float32),
        numpy.empty(size, numpy.float32),
        numpy.empty(size, numpy.int32),
        numpy.empty(size, numpy.int8),
        numpy.empty(size, numpy.int8),
        numpy.empty(size, numpy.int8),
        numpy.empty(size, numpy.int8),
        numpy.zeros(3, numpy.int64),
    )


@njit(cache=True, nogil=True)
def reset_tree(tree: Tree) -> None:
    """Reset the tree to a root without children."""
    _set_node(tree, 0, -1, 0.0, UNKNOWN)
    tree.used[0] = 1


@njit(cache=True, nogil=True)
def _set_node(tree: Tree, node: int, move: int, value: float, proof: int) -> None:
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.value[node] = value
    tree.prior[node] = 1.0
    tree.first[node] = 0
    tree.count[node] = 0
    tree.move[node] = move
    tree.proof[node] = proof
    tree.safe[node] = 0


@njit(cache=True, nogil=True, fastmath=True)
def _expand(tree: Tree, node: int, state: Any, net: Net, knobs: Knobs, moves: Any, sums: Any, changed: Any) -> float:
    """Give the node its children, and prove it if possible. Return its value for the side to move in it."""
    count = legal_moves(state, moves)
    turn = state[TURN]
    them = 1 - turn
    first = tree.used[0]
    tree.first[node] = first
    tree.count[node] = count
    tree.used[0] = first + count
    add_boards(state, them, net, sums)
    best = -2.0
    for nth in range(count):
        move = moves[nth]
        board, place = move // 9, move % 9
        old = state[9 * turn + board]
        marks = old | (1 << place)
        theirs = state[9 * them + board]
        closed = state[CLOSED]
        won = state[X_WON + turn]
        proof = UNKNOWN
        if HAS_LINE[marks]:
            closed |= 1 << board
            won |= 1 << board
            if HAS_LINE[won]:
                proof = PROVEN_WIN
        elif marks | theirs == FULL:
            closed |= 1 << board
        if proof == UNKNOWN and closed == FULL:
            result = when_full(state, won, state[X_WON + them])
            proof = PROVEN_WIN if result == WON else PROVEN_LOSS if result == LOST else PROVEN_DRAW
        if proof != UNKNOWN:
            value = 1.0 if proof == PROVEN_WIN else -1.0 if proof == PROVEN_LOSS else 0.0
        else:
            target = ANY if (closed >> place) & 1 else place
            before = net.rows[board, pattern_of(theirs, old)]
            after = net.rows[board, pattern_of(theirs, marks)]
            for unit in range(len(sums)):
                changed[unit] = sums[unit] + (after[unit] - before[unit])
            value = -read_out(changed, target, net)
        _set_node(tree, first + nth, move, value, proof)
        if value > best:
            best = value
        if proof == PROVEN_WIN:
            # The node is proven, so the other children need no value.
            tree.move[first] = move
            _set_node(tree, first, move, 1.0, PROVEN_WIN)
            tree.count[node] = 1
            tree.used[0] = first + 1
            tree.proof[node] = PROVEN_LOSS
            return 1.0
    norm = 0.0
    mean = 0.0
    for child in range(first, first + count):
        weight = numpy.exp(knobs.sharpness * (tree.value[child] - best))
        tree.prior[child] = weight
        norm += weight
        mean += weight * tree.value[child]
    for child in range(first, first + count):
        tree.prior[child] /= norm
    if _prove(tree, node):
        return _proven_value(tree, node)
    return max(0.0, mean / norm) if tree.safe[node] else mean / norm


@njit(cache=True, nogil=True)
def _proven_value(tree: Tree, node: int) -> float:
    """Return the value of a proven node for the side to move in it."""
    proof = tree.proof[node]
    return 1.0 if proof == PROVEN_LOSS else -1.0 if proof == PROVEN_WIN else 0.0


@njit(cache=True, nogil=True)
def _prove(tree: Tree, node: int) -> bool:
    """Return whether the children prove the node. One winning child does; otherwise all must be proven."""
    unknown = False
    first = tree.first[node]
    for child in range(first, first + tree.count[node]):
        proof = tree.proof[child]
        if proof == PROVEN_WIN:
            tree.proof[node] = PROVEN_LOSS
            return True
        if proof == UNKNOWN:
            unknown = True
        elif proof == PROVEN_DRAW:
            tree.safe[node] = 1
    if unknown:
        return False
    tree.proof[node] = PROVEN_DRAW if tree.safe[node] else PROVEN_WIN
    return True


@njit(cache=True, nogil=True, fastmath=True)
def _select(tree: Tree, node: int, knobs: Knobs) -> int:
    """Return the child to visit next: a good one, or a promising one with few visits."""
    scale = knobs.explore * numpy.sqrt(tree.visits[node] + 1.0)
    first = tree.first[node]
    best, chosen = -1e9, first
    for child in range(first, first + tree.count[node]):
        if tree.proof[child] == UNKNOWN:
            visits = tree.visits[child]
            value = (tree.total[child] + knobs.weight * tree.value[child]) / (visits + knobs.weight)
            score = value + scale * tree.prior[child] / (1.0 + visits)
            if score > best:
                best, chosen = score, child
    return int(chosen)


@njit(cache=True, nogil=True, fastmath=True)
def search(tree: Tree, root: Any, expansions: int, net: Net, knobs: Knobs) -> int:
    """Make up to `expansions` more expansions, fewer when the tree is full or the root is proven; return how many."""
    state = numpy.empty(STATE_SIZE, numpy.int64)
    moves = numpy.empty(81, numpy.int64)
    sums = numpy.empty(len(net.bias), numpy.float32)
    changed = numpy.empty(len(net.bias), numpy.float32)
    path = numpy.empty(DEEPEST, numpy.int64)
    size = len(tree.visits)
    for done in range(expansions):
        if tree.proof[0] != UNKNOWN or tree.used[0] + 81 > size:
            return done
        state[:] = root
        path[0] = 0
        depth = 0
        node = 0
        while tree.count[node] > 0:
            node = _select(tree, node, knobs)
            depth += 1
            path[depth] = node
            play(state, tree.move[node])
        value = _expand(tree, node, state, net, knobs, moves, sums, changed)
        tree.used[2] = max(tree.used[2], depth)
        proving = tree.proof[node] != UNKNOWN
        for step in range(depth, -1, -1):
            node = path[step]
            if proving and step < depth:
                proving = _prove(tree, node)
                if proving:
                    value = _proven_value(tree, node)
            if tree.safe[node] and value < 0.0:
                value = 0.0
            value = -value
            tree.visits[node] += 1
            tree.total[node] += value
    return expansions


@njit(cache=True, nogil=True)
def best_child(tree: Tree) -> int:
    """Return the child of the root to play: a proven win, otherwise the most visited or a better draw.

    A proven loss comes last.
    """
    first = tree.first[0]
    best, chosen, drawn = -1e18, first, -1
    for child in range(first, first + tree.count[0]):
        score = float(tree.visits[child]) + child_value(tree, child)
        if tree.proof[child] == PROVEN_WIN:
            return int(child)
        if tree.proof[child] == PROVEN_LOSS:
            score -= 1e12
        elif tree.proof[child] == PROVEN_DRAW:
            drawn = child
            continue
        if score > best:
            best, chosen = score, child
    return int(drawn if drawn >= 0 and (best < -1e11 or child_value(tree, chosen) < 0.0) else chosen)


@njit(cache=True, nogil=True)
def child_value(tree: Tree, node: int) -> float:
    """Return the value of a node for the player who moves into it."""
    proof = tree.proof[node]
    if proof != UNKNOWN:
        return -_proven_value(tree, node)
    return (tree.total[node] + tree.value[node]) / (tree.visits[node] + 1.0)  # type: ignore[no-any-return]


@njit(cache=True, nogil=True)
def copy_subtree(old: Tree, new: Tree, node: int) -> None:
    """Copy the part of `old` below `node` into `new`, where `node` becomes the root."""
    _copy_node(old, node, new, 0)
    new.used[0] = 1
    # Until its children are copied, a node in `new` keeps the index of its first child in `old`.
    done = 0
    while done < new.used[0]:
        count = new.count[done]
        if count > 0:
            source, first = new.first[done], new.used[0]
            for nth in range(count):
                _copy_node(old, source + nth, new, first + nth)
            new.first[done] = first
            new.used[0] = first + count
        done += 1


@njit(cache=True, nogil=True)
def _copy_node(old: Tree, node: int, new: Tree, place: int) -> None:
    new.visits[place] = old.visits[node]
    new.total[place] = old.total[node]
    new.value[place] = old.value[node]
    new.prior[place] = old.prior[node]
    new.first[place] = old.first[node]
    new.count[place] = old.count[node]
    new.move[place] = old.move[node]
    new.proof[place] = old.proof[node]
    new.safe[place] = old.safe[node]
