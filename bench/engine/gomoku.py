"""Measures the engine for five in a row against the search that it replaced: `python -m bench.engine.gomoku`.

Both get the same processor time for each move. Each opening is played from both sides. `--compare` plays two files of
weights against each other instead, with the same number of expansions.
"""

import argparse
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from unittest.mock import patch

from bench.engine.five_play import random_opening
from noughts.engine import mnk_pace
from noughts.engine.five import FiveSearch
from noughts.engine.five_net import WEIGHTS, FiveNet, load
from noughts.engine.mnk_search import search
from noughts.rules import Move
from noughts.rules.grid import grid
from noughts.rules.mnk import MnkPosition

Player = Callable[[MnkPosition], Move]
# An opening is balanced if our search values it within this, after this much time.
WITHIN, BALANCE_MS = 0.1, 50
FEWEST_STONES = 4


# Enough nodes for a move of about a second.
NODES = 600_000


def new_player(net: FiveNet, milliseconds: int, expansions: int | None) -> Callable[[], Player]:
    """Return a function that starts a player without memories of other games."""

    def player() -> Player:
        search = FiveSearch(net, nodes=NODES, clock=time.thread_time)
        return lambda position: search.think(position, milliseconds, expansions).moves[0].move

    return player


def old_player(milliseconds: int) -> Callable[[], Player]:
    """Return a function that starts a player with the search over lines."""

    def move(position: MnkPosition) -> Move:
        with patch.object(mnk_pace, "monotonic", time.thread_time):
            return search(position, milliseconds, seed=position.ply).move

    return lambda: move


def balanced_openings(count: int, size: int, net: FiveNet, within: float, seed: int) -> list[MnkPosition]:
    """Return random openings of four to six stones that the search values within these limits."""
    chance = Random(seed)
    found: list[MnkPosition] = []
    judge = FiveSearch(net, nodes=NODES, clock=time.thread_time)
    while len(found) < count:
        position = MnkPosition.start(grid(size, size, 5))
        cells = random_opening(chance, size, size)
        for cell in cells:
            position = position.play(position.move_at(cell))
        if len(cells) < FEWEST_STONES:
            continue
        best = judge.think(position, BALANCE_MS).moves
        if best and abs(best[0].value) <= within:
            found.append(position)
    return found


def play(first: Player, second: Player, position: MnkPosition) -> float:
    """Return the first player's result: 1, 0.5 or 0. The first player makes the next move."""
    players, turn = (first, second), 0
    while (outcome := position.outcome()) is None:
        position = position.play(players[turn](position))
        turn = 1 - turn
    # The turn has passed on from the winner.
    return 0.5 if outcome.winner is None else float(turn == 1)


def match(one: Callable[[], Player], another: Callable[[], Player], openings: list[MnkPosition]) -> None:
    """Play each opening from both sides, and print the first player's score so far."""
    points, games, squares = 0.0, 0, 0.0
    for opening in openings:
        pair = play(one(), another(), opening), 1 - play(another(), one(), opening)
        games += 2
        points += sum(pair)
        squares += sum(pair) ** 2
        pairs = games / 2
        deviation = sqrt(max(0.0, squares / pairs - (points / pairs) ** 2) / pairs) / 2
        print(f"{games} games: {points / games:.1%} ± {1.96 * deviation:.1%}  {pair}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.engine.gomoku", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=int, default=200, metavar="MS")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=WITHIN)
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--compare", type=Path, metavar="WEIGHTS")
    parser.add_argument("--expansions", type=int, default=400)
    arguments = parser.parse_args()
    net = load(arguments.weights)
    openings = balanced_openings(arguments.games // 2, arguments.size, net, arguments.within, arguments.seed)
    print(f"{len(openings)} openings", flush=True)
    if arguments.compare:
        expansions = arguments.expansions
        match(new_player(net, 0, expansions), new_player(load(arguments.compare), 0, expansions), openings)
    else:
        match(new_player(net, arguments.time, None), old_player(arguments.time), openings)
