import pytest

from noughts.rules import ImpossiblePosition, Outcome, Position, find_variant, parse_game

VARIANT = find_variant("order-and-chaos")
# A full board without a line.
FULL = "Od1Oa2Xb2Xc5Ob3Oe5Ob6Xb5Xf6Oa3Xf2Xd5Od2Xa6Xb1Oc6Xe2Oe4Od4Xe6Oc4Of3Xe3Xb4Xc2Oa1Xc1Of4Xd6Oc3Xa4Xa5Xf1Xf5Oe1Xd3"


def after(text: str) -> Position:
    variant, moves = parse_game(f"order-and-chaos.{text}")
    return variant.replay(moves)


def test_order_wins_with_five_of_either_mark() -> None:
    assert after("Oa1Xa6Ob1Xf6Oc1Xf5Od1Xc4Oe1").outcome() == Outcome("X", "line", (0, 1, 2, 3, 4))


def test_order_wins_even_if_chaos_completes_the_line() -> None:
    assert after("Xa1Xb1Xc1Xd1Of6Xe1").outcome() == Outcome("X", "line", (0, 1, 2, 3, 4))


def test_six_in_a_row_win_too() -> None:
    outcome = after("Xa1Xb1Of6Xd1Xe1Oa6Xf1Of5Xc1").outcome()
    assert outcome == Outcome("X", "line", (0, 1, 2, 3, 4, 5))


def test_chaos_wins_when_the_board_is_full() -> None:
    position = after(FULL)
    assert "." not in position.cells
    assert position.outcome() == Outcome("O", "full")
    restored = VARIANT.restore(position.cells, None)
    assert restored == position
    assert restored.outcome() == Outcome("O", "full")


def test_rejects_two_lines_that_no_single_move_completes() -> None:
    with pytest.raises(ImpossiblePosition):
        VARIANT.restore("XXXXX." + "......" + "OOOOO." + "." * 18, None)
