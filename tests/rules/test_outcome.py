import pytest

from noughts.rules import DRAW, Outcome, other


def test_other() -> None:
    assert (other("X"), other("O")) == ("O", "X")


def test_outcomes_are_values() -> None:
    won = Outcome("X", "line", (0, 1, 2))
    assert won == Outcome("X", "line", (0, 1, 2))
    assert hash(won) == hash(Outcome("X", "line", (0, 1, 2)))
    assert won != Outcome("O", "line", (0, 1, 2))
    with pytest.raises(AttributeError):
        setattr(won, "winner", "O")  # noqa: B010


def test_a_draw_has_no_winner_and_no_line() -> None:
    assert (DRAW.winner, DRAW.reason, DRAW.line) == (None, "full", ())
