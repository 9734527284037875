"""Order and Chaos: the search against brute force, and obvious moves of both sides."""

import random
from functools import lru_cache

import pytest

from noughts.engine import Thinking, analyse, choose
from noughts.rules import Position, find_variant, move_name, parse_game

pytestmark = pytest.mark.usefixtures("warm")
VARIANT = find_variant("order-and-chaos")


@lru_cache(maxsize=200_000)
def brute_value(position: Position) -> tuple[int, int]:
    """Return the value for the side to move and the ply of the end, with the fastest win and the slowest loss."""
    outcome = position.outcome()
    if outcome is not None:
        return (1 if outcome.winner == position.to_move else -1), position.ply
    results = [(-value, ply) for value, ply in map(brute_value, map(position.play, position.legal_moves()))]
    return max(results, key=lambda one: (one[0], -one[1] if one[0] > 0 else one[1]))


def late_position(seed: int, left: int) -> Position:
    """Return a random position with this many empty cells and without a line."""
    chance = random.Random(seed)
    while True:
        position = VARIANT.start()
        while position.outcome() is None and position.cells.count(".") > left:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def after(text: str) -> Position:
    variant, moves = parse_game(f"order-and-chaos.{text}")
    return variant.replay(moves)


@pytest.mark.parametrize("left", [1, 2, 5, 6])
def test_solves_the_end_of_a_game(left: int) -> None:
    seen = set()
    for seed in range(40):
        position = late_position(seed, left)
        for one in analyse(position, 10_000).moves:
            value, ply = brute_value(position.play(one.move))
            assert (one.value, one.exact, one.distance) == (-value, True, ply - position.ply), (seed, one)
            seen.add(value)
        choice = choose(position, Thinking(milliseconds=10_000), seed)
        assert (choice.value, choice.exact) == (brute_value(position)[0], True)
        assert -brute_value(position.play(choice.move))[0] == choice.value
    assert seen == {-1, 1}


def test_order_completes_a_line_with_the_right_mark() -> None:
    assert move_name(VARIANT, choose(after("Oa1Xa6Ob1Of6Oc1Xf5Od1Xc4"), Thinking(), 1).move) == "Oe1"


def test_chaos_stops_a_line_with_the_other_mark() -> None:
    assert move_name(VARIANT, choose(after("Ob1Xf1Oc1Of6Od1Xf5Oe1"), Thinking(), 1).move) == "Xa1"


def test_order_makes_four_with_two_open_ends() -> None:
    choice = choose(after("Ob1Xf6Oc1Xf5Od1Xa6"), Thinking(milliseconds=300), 1)
    assert (choice.value, choice.exact, move_name(VARIANT, choice.move)) == (1.0, True, "Oe1")
