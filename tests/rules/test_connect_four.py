import pytest

from noughts.rules import IllegalMove, ImpossiblePosition, Outcome, Position, find_variant, parse_game

VARIANT = find_variant("connect-four")
EMPTY_ROW = "." * 7


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_a_mark_stands_on_the_bottom_row_or_on_another_mark() -> None:
    position = after("connect-four.d6")
    assert [move.cell for move in position.legal_moves()] == [31, 35, 36, 37, 39, 40, 41]
    with pytest.raises(IllegalMove) as refused:
        position.play(position.move_at(30))
    assert refused.value.code == "cell_floats"


def test_a_full_column_accepts_no_more_marks() -> None:
    position = after("connect-four.a6a5a4a3a2a1")
    assert [move.cell for move in position.legal_moves()] == [36, 37, 38, 39, 40, 41]
    with pytest.raises(IllegalMove) as refused:
        position.play(position.move_at(0))
    assert refused.value.code == "cell_taken"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a6a5b6b5c6c5d6", (35, 36, 37, 38)),
        ("a6b6a5b5a4b4a3", (14, 21, 28, 35)),
        ("a6b6b5c6c5d6c4d5d4g6d3", (17, 23, 29, 35)),
    ],
)
def test_four_in_a_row_wins(text: str, line: tuple[int, ...]) -> None:
    assert after(f"connect-four.{text}").outcome() == Outcome("X", "line", line)


def test_rejects_marks_that_would_fall() -> None:
    floating = EMPTY_ROW * 4 + "X......" + EMPTY_ROW
    with pytest.raises(ImpossiblePosition, match="above an empty cell"):
        VARIANT.restore(floating, None)
    assert VARIANT.restore(EMPTY_ROW * 4 + "O......" + "X......", None) == after("connect-four.a6a5")
