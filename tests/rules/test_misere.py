import pytest

from noughts.rules import DRAW, ImpossiblePosition, Outcome, Position, find_variant, parse_game


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_three_in_a_row_loses() -> None:
    assert after("misere.a1a2b1b2c1").outcome() == Outcome("O", "line", (0, 1, 2))
    assert after("misere.a1b1a2b2c3b3").outcome() == Outcome("X", "line", (1, 4, 7))


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert after("misere.a1b2c3b1b3a3c1c2a2").outcome() == DRAW


def test_a_restored_position_equals_the_played_one() -> None:
    lost = after("misere.a1a2b1b2c1")
    assert find_variant("misere").restore(lost.cells, None).outcome() == lost.outcome()


def test_there_are_no_small_boards() -> None:
    with pytest.raises(ImpossiblePosition, match="small boards"):
        find_variant("misere").restore("." * 9, 4)
