"""The main line is made of legal moves, and ends where best play ends."""

from itertools import pairwise

import pytest

from noughts.engine import solve
from noughts.engine.main_line import GUESSED_PLIES, main_line
from noughts.rules import Position, find_variant, parse_position


@pytest.mark.parametrize(
    "text", ["classic 3/3/3 X", "classic XO1/1X1/2O X", "misere 3/3/3 X", "wild 3/3/3 X", "classic X2/1O1/2X O"]
)
def test_on_solved_boards_the_line_has_the_length_of_best_play(text: str) -> None:
    _, position = parse_position(text)
    solution = solve(position)
    assert solution is not None
    line = main_line(position, solution.moves[0].move, 1)
    assert len(line) == solution.distance
    for move in line:
        position = position.play(move)
    assert position.outcome() is not None


@pytest.mark.parametrize("variant", ["gomoku", "ultimate"])
def test_on_other_boards_the_line_is_short_and_legal(variant: str) -> None:
    start: Position = find_variant(variant).start()
    line = main_line(start, start.legal_moves()[40], 50)
    assert 1 <= len(line) <= GUESSED_PLIES
    positions = [start]
    for move in line:
        positions.append(positions[-1].play(move))
    assert all(after.ply == before.ply + 1 for before, after in pairwise(positions))
