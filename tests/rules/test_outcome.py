import pytest

from noughts.rules import DRAW, Outcome, other


def test_each_mark_has_an_opponent() -> None:
    assert (other("X"), other("O")) == ("O", "X")


def test_equal_outcomes_compare_equal_and_cannot_change() -> None:
    won = Outcome("X", "line", (0, 1, 2))
    assert won == Outcome("X", "line", (0, 1, 2))
    assert hash(won) == hash(Outcome("X", "line", (0, 1, 2)))
    assert won != Outcome("O", "line", (0, 1, 2))
    with pytest.raises(AttributeError):
        setattr(won, "winner", "O")  # noqa: B010


def test_a_draw_has_no_winner_and_no_line() -> None:
    assert (DRAW.winner, DRAW.reason, DRAW.line) == (None, "full", ())


def test_an_outcome_is_worth_the_opposite_for_the_other_seat() -> None:
    won = Outcome("O", "line", (0, 1, 2))
    assert (won.value_for("O"), won.value_for("X")) == (1.0, -1.0)
    assert (DRAW.value_for("O"), DRAW.value_for("X")) == (0.0, 0.0)
