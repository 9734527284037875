"""The nodes of a search for five in a row, as arrays: what each knows, and what its children prove about it."""

from typing import Any, NamedTuple

import numpy
from numba import njit

# What is known about a node, for the player who moved into it. Believed results depend on moves that were left out.
LOST, SEEMS_LOST, DRAWN, SEEMS_WON, WON, OPEN = -2, -1, 0, 1, 2, 9


class Tree(NamedTuple):
    """The nodes as arrays of one length; node 0 is the root. The children of a node are neighbours."""

    visits: Any
    total: Any
    prior: Any
    first: Any
    count: Any
    move: Any
    proof: Any
    # Whether the children are all moves that matter, so that they can prove a loss.
    whole: Any
    # [0] how many nodes there are, [1] the depth of the deepest node
    used: Any


def new_tree(size: int) -> Tree:
    """Return an empty tree that can hold `size` nodes; memory is taken as it fills."""
    return Tree(
        numpy.empty(size, numpy.int32),
        numpy.empty(size, numpy.float32),
        numpy.empty(size, numpy.float32),
        numpy.empty(size, numpy.int32),
        numpy.empty(size, numpy.int16),
        numpy.empty(size, numpy.int16),
        numpy.empty(size, numpy.int8),
        numpy.empty(size, numpy.int8),
        numpy.zeros(2, numpy.int64),
    )


@njit(cache=True, nogil=True)
def set_node(tree: Tree, node: int, move: int, prior: float) -> None:
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.prior[node] = prior
    tree.first[node] = 0
    tree.count[node] = 0
    tree.move[node] = move
    tree.proof[node] = OPEN
    tree.whole[node] = 0


@njit(cache=True, nogil=True)
def reset_tree(tree: Tree) -> None:
    """Reset the tree to a root without children."""
    set_node(tree, 0, -1, 1.0)
    tree.used[0] = 1


@njit(cache=True, nogil=True)
def known_value(proof: int) -> float:
    return 1.0 if proof > DRAWN else -1.0 if proof < DRAWN else 0.0


@njit(cache=True, nogil=True)
def prove(tree: Tree, node: int) -> bool:
    """Return whether the children prove the node. One winning child does; otherwise all must be known."""
    best = LOST
    is_open = False
    first = tree.first[node]
    for child in range(first, first + tree.count[node]):
        proof = tree.proof[child]
        if proof == OPEN:
            is_open = True
        elif proof > best:
            best = proof
    if best <= DRAWN and is_open:
        return False
    if best == LOST and not tree.whole[node]:
        best = SEEMS_LOST
    tree.proof[node] = -best
    return True


@njit(cache=True, nogil=True)
def child_value(tree: Tree, node: int) -> float:
    """Return the value of a node for the player who moves into it."""
    if tree.proof[node] != OPEN:
        return known_value(tree.proof[node])
    return tree.total[node] / tree.visits[node] if tree.visits[node] else -1.0


@njit(cache=True, nogil=True)
def best_child(tree: Tree) -> int:
    """Return the child of the root to play: a win, otherwise the most visited that isn't lost."""
    first = tree.first[0]
    best, chosen = -1e18, first
    for child in range(first, first + tree.count[0]):
        proof = tree.proof[child]
        score = float(tree.visits[child]) + tree.prior[child]
        if proof != OPEN and proof != DRAWN:
            score += 1e9 * proof
        if score > best:
            best, chosen = score, child
    return int(chosen)


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
    new.prior[place] = old.prior[node]
    new.first[place] = old.first[node]
    new.count[place] = old.count[node]
    new.move[place] = old.move[node]
    new.proof[place] = old.proof[node]
    new.whole[place] = old.whole[node]
