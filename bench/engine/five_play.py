"""Compiled self-play of five in a row: positions with the search's visits and value, and the result of the game."""

from random import Random
from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.five_eye import new_eye, open_eye, turn_eye
from noughts.engine.five_lines import five_board, turn_views
from noughts.engine.five_net import FiveNet
from noughts.engine.five_nodes import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Tree,
    best_child,
    child_value,
    new_tree,
    reset_tree,
)
from noughts.engine.five_threats import shortest_win_by_threats
from noughts.engine.five_tree import Knobs, new_scratch, search
from noughts.engine.mnk_board import place
from noughts.engine.mnk_memory import EMPTY, MOST_CELLS
from noughts.engine.mnk_threats import stop_of_fours

LISTED = 32
# The share of moves that are searched in full. The others get a part of the expansions, and teach only the value:
# results teach slowly, so the number of games matters more than their quality.
FULL, QUICKER = 0.3, 4
# A longer game counts as a draw: hardly any are decided later.
LONGEST_GAME = 60
# The nodes to look for a win by threats at each move: with one, the game is over.
THREATS = 1_000
QUICK = 32
# An opening is played if the search values it within this, and rarely otherwise.
BALANCED = 0.5
TRIES = 4
# How often each size of board is played: mostly 15x15.
SIZES = ((15, 15),) * 6 + ((20, 20), (13, 13), (11, 11), (9, 9), (12, 16), (17, 17))


class Samples(NamedTuple):
    """One row for each position: the marks, rows, columns and side to move; moves with their share of visits (-1 ends
    the list); whether the moves are limited to defences; and two values for the side to move.
    """

    held: Any
    shape: Any
    moves: Any
    shares: Any
    defending: Any
    searched: Any
    outcome: Any

    def first(self, count: int) -> "Samples":
        return Samples(*(part[:count].copy() for part in self))


def room_for(count: int) -> Samples:
    return Samples(
        numpy.empty((count, MOST_CELLS), numpy.int8),
        numpy.empty((count, 3), numpy.int8),
        numpy.empty((count, LISTED), numpy.int16),
        numpy.empty((count, LISTED), numpy.float32),
        numpy.empty(count, numpy.int8),
        numpy.empty(count, numpy.float32),
        numpy.empty(count, numpy.float32),
    )


def joined(parts: list[Samples]) -> Samples:
    return Samples(*(numpy.concatenate(part) for part in zip(*parts, strict=True)))


def random_opening(chance: Random, rows: int, cols: int) -> list[int]:
    """Return up to six different cells, close to each other and mostly near the middle."""
    count = chance.choice((0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6))
    spread = chance.choice((1, 2, 2, 3))
    row, col = rows // 2 + chance.randint(-2, 2), cols // 2 + chance.randint(-2, 2)
    cells: list[int] = []
    while len(cells) < count:
        cell = (row + chance.randint(-spread, spread)) * cols + col + chance.randint(-spread, spread)
        if cell not in cells:
            cells.append(cell)
    return cells


def self_play(games: int, expansions: int, net: FiveNet, knobs: Knobs, seed: int) -> Samples:
    """Return the positions of this many games."""
    chance = Random(seed)
    seed_kernels(seed)
    tree, eye, scratch = new_tree(64 * (expansions + 2)), new_eye(), new_scratch()
    found = []
    room = room_for(MOST_CELLS)
    for _ in range(games):
        rows, cols = chance.choice(SIZES)
        for nth in range(TRIES):
            board = five_board(rows, cols)
            opening = random_opening(chance, rows, cols)
            for ply, cell in enumerate(opening):
                turn_views(board, ply & 1, cell)
                place(board, ply & 1, cell)
            open_eye(eye, board, net)
            side = len(opening) & 1
            reset_tree(tree)
            search(tree, board, eye, side, QUICK, net, knobs, scratch)
            proof = tree.proof[0]
            if proof != OPEN:
                continue
            value = -float(tree.total[0] / tree.visits[0])
            if abs(value) < BALANCED or nth == TRIES - 1:
                count = _play(board, eye, tree, scratch, side, expansions, net, knobs, room)
                found.append(room.first(count))
                break
    return joined(found)


@njit(cache=True)
def seed_kernels(seed: int) -> None:
    numpy.random.seed(seed)


@njit(cache=True, nogil=True)
def _play(
    board: Any, eye: Any, tree: Tree, scratch: Any, side: int, expansions: int, net: FiveNet, knobs: Knobs, out: Samples
) -> int:
    """Play one game from the board's position. Return the number of samples."""
    count, ply, result = 0, 0, 0.0
    while board.empties > 0 and ply < LONGEST_GAME:
        if board.open[side, board.in_a_row - 1] > 0:
            result = 1.0
            break
        is_full = False
        reset_tree(tree)
        search(tree, board, eye, side, 1, net, knobs, scratch)
        if tree.proof[0] == OPEN:
            won = shortest_win_by_threats(board, side, stop_of_fours(board, side), THREATS)
            if won >= 0:
                if tree.count[0] > 1:
                    _note(board, tree, side, out, count)
                    out.moves[count, :] = -1
                    out.moves[count, 0], out.shares[count, 0] = won, 1.0
                    out.defending[count], out.searched[count] = 0, 1.0
                    count += 1
                result = 1.0
                break
            is_full = numpy.random.random() < FULL
            if is_full:
                _disturb(tree)
            search(tree, board, eye, side, expansions if is_full else expansions // QUICKER, net, knobs, scratch)
        proof = tree.proof[0]
        if proof == LOST and tree.count[0] == 0:
            # A win by fours at once: the search never asks the evaluation here.
            result = 1.0
            break
        if proof == WON and tree.count[0] == 0:
            result = -1.0
            break
        if tree.count[0] == 0:
            break
        if stop_of_fours(board, side) < 0:
            _note(board, tree, side, out, count)
            if not is_full:
                out.shares[count, :] = 0.0
            count += 1
        if proof != OPEN:
            result = 1.0 if proof < DRAWN else -1.0 if proof > DRAWN else 0.0
            break
        move = tree.move[_sampled(tree) if ply < 4 or numpy.random.random() < 0.02 else best_child(tree)]
        turn_eye(eye, board, side, move, net)
        place(board, side, move)
        side = 1 - side
        ply += 1
    for row in range(count):
        out.outcome[row] = result if out.shape[row, 2] == side else -result
    return count


@njit(cache=True, nogil=True)
def _disturb(tree: Tree) -> None:
    """Mix random numbers into the priors of the root, so that other moves are tried, too."""
    first, count = tree.first[0], tree.count[0]
    noise = numpy.empty(count, numpy.float32)
    total = 0.0
    for nth in range(count):
        noise[nth] = numpy.random.gamma(0.3, 1.0)
        total += noise[nth]
    for nth in range(count):
        tree.prior[first + nth] = 0.8 * tree.prior[first + nth] + 0.2 * noise[nth] / max(total, 1e-9)


@njit(cache=True, nogil=True)
def _note(board: Any, tree: Tree, side: int, out: Samples, row: int) -> None:
    out.held[row, :] = EMPTY
    for cell in range(board.size):
        out.held[row, cell] = board.held[cell]
    out.shape[row, 0], out.shape[row, 1], out.shape[row, 2] = board.rows, board.cols, side
    out.moves[row, :] = -1
    first, proof = tree.first[0], tree.proof[0]
    total = 0.0
    best = best_child(tree)
    for child in range(first, first + tree.count[0]):
        known = tree.proof[child]
        if proof == OPEN and known in (OPEN, DRAWN):
            total += tree.visits[child]
    for nth in range(min(tree.count[0], LISTED)):
        child = first + nth
        out.moves[row, nth] = tree.move[child]
        share = 0.0
        if proof == OPEN:
            if tree.proof[child] in (OPEN, DRAWN):
                share = tree.visits[child] / max(total, 1.0)
        elif proof < DRAWN:
            share = 1.0 if child == best else 0.0
        out.shares[row, nth] = share
    out.defending[row] = tree.whole[0]
    out.searched[row] = child_value(tree, best) if proof == OPEN else 1.0 if proof < DRAWN else -1.0


@njit(cache=True, nogil=True)
def _sampled(tree: Tree) -> int:
    """Return a random child of the root, weighted by its visits, that isn't lost."""
    first, count = tree.first[0], tree.count[0]
    total = 0.0
    for child in range(first, first + count):
        if tree.proof[child] == OPEN:
            total += tree.visits[child]
    throw = numpy.random.random() * total
    for child in range(first, first + count):
        if tree.proof[child] == OPEN:
            throw -= tree.visits[child]
            if throw < 0:
                return child
    return best_child(tree)
