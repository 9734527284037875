import pytest

from noughts.rules import DRAW, Outcome, Position, find_variant, parse_game

# Two games without a line of boards: in the first O wins more boards, in the second both win the same number.
MORE_FOR_O = "f1i3h7e2d6c8i6i8i4h2e4d2a6a9c7h3e7f2g5a4a2b4c3g7c2i5g6c9i7g1b2d4c5h6e9e8f6g9b9d9b7g8b6f7a7f5h5f4e6a5b5c4"
AS_MANY = (
    "g5a4a1c2h4d1a3c7g2c5h6d9a9c8h5f6h7e3f9h9f7h3e7e2f4g1b3f8c9"
    "i9i7g3a8c4i2i8d5c6g8b1d3b9e9d7a2d6b7f1i3g9b8e6d8d2e8f3h2a7"
)
# A line of boards ends the game at once.
LINE = "e3e9f8i5i6h9d9c7h1e2e4d2c4h2f4i1i2h6f9h7d3b8f6g7b3e8e6e7f2i4h3a9c3h8"


def after(name: str, moves: str) -> Position:
    variant, played = parse_game(f"{name}.{moves}")
    return variant.replay(played)


def test_more_boards_win_when_nothing_is_left_to_play() -> None:
    position = after("ultimate-majority", MORE_FOR_O)
    assert position.boards == "XOOOXXXOO"
    assert position.outcome() == Outcome("O", "full")
    assert after("ultimate", MORE_FOR_O).outcome() == DRAW


def test_equal_numbers_of_boards_are_a_draw() -> None:
    position = after("ultimate-majority", AS_MANY)
    assert position.boards == "XOXOOX=XO"
    assert position.outcome() == DRAW


def test_a_line_of_boards_still_wins() -> None:
    outcome = after("ultimate-majority", LINE).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("O", "line")
    assert outcome == after("ultimate", LINE).outcome()


@pytest.mark.parametrize("moves", [MORE_FOR_O, AS_MANY, LINE])
def test_a_restored_ending_equals_the_played_one(moves: str) -> None:
    position = after("ultimate-majority", moves)
    restored = find_variant("ultimate-majority").restore(position.cells, None)
    assert restored == position
    assert restored.outcome() == position.outcome()


def test_positions_never_equal_those_of_ultimate() -> None:
    assert after("ultimate-majority", "e5") != after("ultimate", "e5")
