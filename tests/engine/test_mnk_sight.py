"""Weaker players overlook what people overlook, as often as configured, and nothing else."""

import pytest

from noughts.engine.mnk_search import search
from noughts.engine.mnk_sight import Sight
from noughts.rules.mnk import MnkPosition
from tests.engine.diagrams import at, gomoku

ROW_OF_FOUR = gomoku("", "", ".XOOOO", "", "", "", "", ".......X", "......X.O")
DIAGONAL_OF_FOUR = gomoku("X", ".O", "..O", "...O", "....O", "", "", ".......X", "......X.O")
OPEN_THREE = gomoku("", "", "...OOO", "", "", "", "", ".........X", "........X.O")


def times_seen(position: MnkPosition, cells: str, sight: Sight) -> int:
    wanted = [at(cell) for cell in cells.split()]
    return sum(search(position, 30, seed, sight).move.cell in wanted for seed in range(40))


def test_always_blocks_when_it_overlooks_nothing() -> None:
    short = Sight(depth=2, chains=False)
    assert times_seen(ROW_OF_FOUR, "g3", short) == 40
    assert times_seen(DIAGONAL_OF_FOUR, "f6", short) == 40
    assert times_seen(OPEN_THREE, "c3 g3 b3 h3", Sight(depth=3, chains=False)) == 40


def test_overlooks_fours_as_often_as_configured_and_diagonals_more_often() -> None:
    sight = Sight(depth=2, chains=False, overlooks_four=0.4)
    row = times_seen(ROW_OF_FOUR, "g3", sight)
    diagonal = times_seen(DIAGONAL_OF_FOUR, "f6", sight)
    assert 15 <= row <= 33
    assert 8 <= diagonal < row
    assert times_seen(ROW_OF_FOUR, "g3", Sight(depth=2, chains=False, overlooks_four=1.0)) == 0


def test_overlooks_threes_independently_of_fours() -> None:
    blind_to_threes = Sight(depth=3, overlooks_three=1.0)
    assert times_seen(ROW_OF_FOUR, "g3", blind_to_threes) == 40
    assert times_seen(OPEN_THREE, "c3 g3 b3 h3", blind_to_threes) < 10
    assert times_seen(OPEN_THREE, "c3 g3 b3 h3", Sight(depth=3, overlooks_four=1.0)) == 40


def test_overlooks_its_own_wins_half_as_often() -> None:
    position = gomoku("", "", ".OXXXX", "", "", "", "", ".......O", "......O.X")
    sight = Sight(depth=2, chains=False, overlooks_four=0.8)
    assert 15 <= times_seen(position, "g3", sight) <= 33


def test_claims_no_proof_when_it_overlooks_something() -> None:
    found = search(gomoku("", "", "...XXX"), 30, 1, Sight(overlooks_four=0.01))
    assert (found.value, found.proven) == (1.0, False)


def test_a_limited_search_visits_few_nodes() -> None:
    position = gomoku("", "", "", "", "", "", "......XO", ".....XO")
    near, far = (search(position, 500, 1, Sight(depth=depth, chains=False)) for depth in (1, 4))
    assert (near.depth, far.depth) == (1, 4)
    assert near.nodes < 200 < far.nodes
    assert search(position, 500, 1, Sight(depth=0)).move in position.legal_moves()


@pytest.mark.parametrize("slack", [0.05, 0.3])
def test_slack_varies_moves_without_losing_value(slack: float) -> None:
    position = gomoku("", "", "", "", "", "", "......XO", ".....XO")
    sight = Sight(depth=2, slack=slack)
    found = [search(position, 500, seed, sight) for seed in range(12)]
    assert len({one.move for one in found}) > 1
    assert all(one.value >= one.moves[0].value - slack for one in found)
    assert times_seen(ROW_OF_FOUR, "g3", sight) == 40
    assert times_seen(OPEN_THREE, "c3 g3 b3 h3", Sight(depth=3, slack=slack)) == 40
