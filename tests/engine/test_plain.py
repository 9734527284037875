"""The shallow search, used until the kernels are compiled and at weak levels."""

from random import Random

import pytest

from noughts.engine.plain import look
from noughts.rules import Move, Position, find_variant


def after(variant: str, *cells: int) -> Position:
    position = find_variant(variant).start()
    for cell in cells:
        position = position.play(Move(cell, position.to_move))
    return position


def best(position: Position, horizon: int = 2) -> int:
    return look(position, Random(1), horizon)[0].move.cell


def test_takes_an_immediate_win() -> None:
    first = look(after("classic", 0, 3, 1, 4), Random(1))[0]
    assert (first.move.cell, first.value, first.exact, first.distance) == (2, 1.0, True, 1)


def test_blocks_an_immediate_win() -> None:
    valued = {one.move.cell: one for one in look(after("classic", 0, 4, 1), Random(1))}
    assert not valued[2].exact
    assert {one.value for cell, one in valued.items() if cell != 2} == {-1.0}


def test_sees_no_further_than_its_horizon() -> None:
    winning = after("classic", 0, 3, 1, 4)
    assert all(not one.exact for one in look(winning, Random(1), 0))
    assert {one.exact for one in look(after("classic", 0, 4, 1), Random(1), 1)} == {False}


def test_avoids_its_own_line_in_misere() -> None:
    valued = {one.move.cell: one.value for one in look(after("misere", 0, 3, 1, 4), Random(1))}
    assert valued[2] == -1.0
    assert max(valued.values()) > -1.0


def test_starts_in_the_middle() -> None:
    assert best(after("classic")) == 4
    assert best(after("gomoku")) == 112


def test_stops_four_in_a_row_on_a_wide_board() -> None:
    # X has four in the top row, and O holds one of its ends.
    assert best(after("gomoku", 1, 0, 2, 200, 3, 210, 4)) == 5


@pytest.mark.parametrize("variant", ["classic", "misere", "wild", "ultimate", "ultimate-majority", "4x4", "gomoku"])
def test_values_every_legal_move_once(variant: str) -> None:
    position = after(variant)
    valued = look(position, Random(1))
    assert sorted((one.move for one in valued), key=str) == sorted(position.legal_moves(), key=str)
    assert [one.value for one in valued] == sorted((one.value for one in valued), reverse=True)
