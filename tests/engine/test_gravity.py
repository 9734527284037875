"""Connect Four: the search against brute force, and obvious wins and blocks."""

import random
from functools import lru_cache

import pytest

from noughts.engine import Thinking, analyse, choose
from noughts.rules import Position, find_variant, parse_game

pytestmark = pytest.mark.usefixtures("warm")
VARIANT = find_variant("connect-four")


@lru_cache(maxsize=200_000)
def brute_value(position: Position) -> tuple[int, int]:
    """Return the value for the side to move and the ply of the end, with the fastest win and the slowest loss."""
    outcome = position.outcome()
    if outcome is not None:
        value = 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
        return value, position.ply
    results = [(-value, ply) for value, ply in map(brute_value, map(position.play, position.legal_moves()))]
    return max(results, key=lambda one: (one[0], -one[1] if one[0] > 0 else one[1]))


def late_position(seed: int, left: int) -> Position:
    """Return a random position with this many empty cells, in which nobody has won."""
    chance = random.Random(seed)
    while True:
        position = VARIANT.start()
        while position.outcome() is None and position.cells.count(".") > left:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_solves_the_end_of_a_game() -> None:
    seen = set()
    for seed in range(30):
        position = late_position(seed, 12)
        for one in analyse(position, 10_000).moves:
            value, ply = brute_value(position.play(one.move))
            assert (one.value, one.exact, one.distance) == (-value, True, ply - position.ply), (seed, one)
            seen.add(value)
        choice = choose(position, Thinking(milliseconds=10_000), seed)
        assert (choice.value, choice.exact) == (brute_value(position)[0], True)
        assert -brute_value(position.play(choice.move))[0] == choice.value
    assert seen == {-1, 0, 1}


def test_takes_an_immediate_win_and_blocks_one() -> None:
    assert choose(after("connect-four.a6g6b6g5c6f6"), Thinking(), 1).move.cell == 38
    assert choose(after("connect-four.a6g6b6g5c6"), Thinking(), 1).move.cell == 38


def test_sees_a_double_threat_coming() -> None:
    # X has two in the middle of the bottom row: a third with both ends free cannot be stopped.
    choice = choose(after("connect-four.d6d5e6"), Thinking(milliseconds=300), 1)
    assert choice.move.cell in (37, 40)


def test_begins_in_the_middle() -> None:
    assert choose(VARIANT.start(), Thinking(milliseconds=50), 1).move.cell == 38
