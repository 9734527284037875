"""Compiled self-play of Ultimate: positions with the search's value and the result of the game."""

from typing import Any, NamedTuple

import numpy
from numba import njit

from noughts.engine.ultimate_net import Net, pattern_of
from noughts.engine.ultimate_rules import ANY, COUNTED, DRAWN, GOES_ON, STATE_SIZE, TARGET, TURN, WON, legal_moves, play
from noughts.engine.ultimate_tree import Knobs, Tree, best_child, child_value, new_tree, reset_tree, search

LONGEST_GAME = 81


class Samples(NamedTuple):
    """One row for each position, from the side to move: the patterns of the boards, the target, and two values."""

    patterns: Any
    targets: Any
    searched: Any
    outcome: Any

    def first(self, count: int) -> "Samples":
        return Samples(*(part[:count] for part in self))


def room_for(count: int) -> Samples:
    return Samples(
        numpy.empty((count, 9), numpy.int16),
        numpy.empty(count, numpy.int8),
        numpy.empty(count, numpy.float32),
        numpy.empty(count, numpy.float32),
    )


def self_play(games: int, expansions: int, net: Net, knobs: Knobs, seed: int, counted: bool = False) -> Samples:
    """Return the positions of this many games. `counted`: more boards win when all are closed."""
    samples = room_for(games * LONGEST_GAME)
    tree = new_tree(82 * (expansions + 2))
    count = _play_games(games, expansions, net, knobs, seed, counted, samples, tree)
    return samples.first(count)


@njit(cache=True, nogil=True)
def _play_games(
    games: int, expansions: int, net: Net, knobs: Knobs, seed: int, counted: bool, out: Samples, tree: Tree
) -> int:
    numpy.random.seed(seed)
    state = numpy.empty(STATE_SIZE, numpy.int64)
    moves = numpy.empty(81, numpy.int64)
    count = 0
    for _ in range(games):
        state[:] = 0
        state[TARGET] = ANY
        state[COUNTED] = counted
        began, result, ply = count, GOES_ON, 0
        blind = numpy.random.randint(0, 9)
        while result == GOES_ON:
            if ply < blind:
                move = moves[numpy.random.randint(0, legal_moves(state, moves))]
            else:
                reset_tree(tree)
                search(tree, state, expansions, net, knobs)
                best = best_child(tree)
                for board in range(9):
                    mine, theirs = state[9 * state[TURN] + board], state[9 * (1 - state[TURN]) + board]
                    out.patterns[count, board] = pattern_of(mine, theirs)
                out.targets[count] = state[TARGET]
                out.searched[count] = child_value(tree, best)
                # The player to move; later replaced by the result for them.
                out.outcome[count] = state[TURN]
                count += 1
                move = tree.move[_sampled(tree) if ply < blind + 8 else best]
            result = play(state, move)
            ply += 1
        for row in range(began, count):
            if result == DRAWN:
                out.outcome[row] = 0.0
            else:
                # The turn has passed on from the player who made the last move.
                out.outcome[row] = 1.0 if (out.outcome[row] != state[TURN]) == (result == WON) else -1.0
    return count


@njit(cache=True, nogil=True)
def _sampled(tree: Tree) -> int:
    """Return a random child of the root, weighted by its visits."""
    first, count = tree.first[0], tree.count[0]
    total = 0.0
    for child in range(first, first + count):
        total += tree.visits[child]
    throw = numpy.random.random() * total
    for child in range(first, first + count):
        throw -= tree.visits[child]
        if throw < 0:
            return child
    return best_child(tree)
