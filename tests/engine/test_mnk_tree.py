"""Proven values are correct even if the tree searches few moves."""

from random import Random

import pytest

from noughts.engine import kernels, solve
from noughts.engine.mnk_tree import PROVEN, WIN, tree_value
from tests.engine.diagrams import random_position
from tests.engine.test_mnk_threats import board_of

SIZES = [(3, 3, 3, 6), (3, 4, 3, 6), (3, 5, 3, 8), (3, 5, 4, 8)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("fours_budget", [0, 60])
def test_proofs_are_correct_with_a_narrow_beam(size: tuple[int, int, int, int], fours_budget: int) -> None:
    kernels.warm()
    chance = Random(8)
    proofs = guesses = 0
    for _ in range(60):
        position = random_position(chance, *size)
        solution = solve(position)
        assert solution is not None
        if solution.distance == 1:
            continue
        for beam in (1, 2, 3, 16):
            board = board_of(position)
            board["beam"], board["fours_budget"] = beam, fours_budget
            for depth in (1, 3, 6):
                board["guesses"] = 0
                value = tree_value(board, position.ply & 1, depth, -WIN, WIN, 0)
                if abs(value) > PROVEN:
                    proofs += 1
                    assert solution.value == (1 if value > 0 else -1)
                elif not board["guesses"]:
                    proofs += 1
                    assert solution.value == value == 0
                else:
                    guesses += 1
    assert proofs > 20
    assert guesses > 20
