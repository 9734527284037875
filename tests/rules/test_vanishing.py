import pytest

from noughts.rules import (
    BadNotation,
    IllegalMove,
    ImpossiblePosition,
    Move,
    Outcome,
    find_variant,
    game_text,
    parse_game,
    parse_position,
    position_text,
)
from noughts.rules.vanishing import MOST_MOVES, VanishingPosition

VARIANT = find_variant("vanishing")
# X's marks go a1, b2, c2, and O's b1, c1, a3.
SIX = "a1b1b2c1c2a3"
# Eight moves that end where they began.
ROUND = "b3a2a1b1b2c1c2a3"


def after(text: str) -> VanishingPosition:
    variant, moves = parse_game(f"vanishing.{text}")
    position = variant.replay(moves)
    assert isinstance(position, VanishingPosition)
    return position


def test_a_fourth_mark_removes_the_oldest_of_its_player() -> None:
    position = after(SIX)
    assert (position.cells, position.marks_by_age) == ("XOO.XXO..", (0, 1, 4, 2, 5, 6))
    position = position.play(Move(8, "X"))
    assert (position.cells, position.marks_by_age) == (".OO.XXO.X", (1, 4, 2, 5, 6, 8))
    assert (position.x, position.o, position.ply, position.to_move) == (0b1_0011_0000, 0b0_0100_0110, 7, "O")
    assert position.outcome() is None


def test_the_oldest_mark_does_not_count_in_a_line() -> None:
    # a1, b1 and c1 are three in a row of X, but a1 goes when c1 is placed.
    position = after("a1a2b1b2a3c3").play(Move(2, "X"))
    assert position.cells == ".XXOO.X.O"
    assert position.outcome() is None


def test_a_line_of_the_newest_three_wins() -> None:
    assert after("a3a2a1b3b1c2c1").outcome() == Outcome("X", "line", (0, 1, 2))


def test_the_cell_of_the_oldest_mark_is_still_taken() -> None:
    with pytest.raises(IllegalMove) as refused:
        after(SIX).play(Move(0, "X"))
    assert refused.value.code == "cell_taken"


def test_the_third_time_is_a_draw() -> None:
    position = after(SIX + ROUND)
    assert position.marks_by_age == after(SIX).marks_by_age
    assert position.cells == after(SIX).cells
    assert position.outcome() is None
    assert after(SIX + ROUND + ROUND).outcome() == Outcome(None, "repetition")


def test_the_same_marks_in_another_order_are_another_position() -> None:
    one, two = after(SIX), after("b2b1a1c1c2a3")
    assert one.cells == two.cells
    assert one != two
    assert one.play(Move(8, "X")).cells != two.play(Move(8, "X")).cells


def test_200_moves_are_a_draw() -> None:
    # Rounds of different lengths, so that no position comes up a third time.
    position = VARIANT.start()
    while position.outcome() is None:
        quiet = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        position = position.play((quiet or position.legal_moves())[position.ply * position.ply % len(quiet or [0])])
    assert (position.ply, position.outcome()) == (MOST_MOVES, Outcome(None, "move_limit"))
    assert parse_position(position_text(VARIANT, position)) == (VARIANT, position)
    assert len(game_text(VARIANT, tuple(Move(cell, "X") for cell in position.history))) < 500


@pytest.mark.parametrize(
    "text",
    [
        "vanishing 3/3/3 X -",
        "vanishing XOO/1XX/O2 X a1b1b2c1c2a3",
        # Set up with O to move: X moved before the oldest mark.
        "vanishing 1OO/1XX/O1X O b1b2c1c2a3c3",
        "vanishing 2O/1XX/OOX X b1b2c1c2a3c3b3",
    ],
)
def test_the_order_of_marks_is_in_the_position(text: str) -> None:
    variant, position = parse_position(text)
    assert position_text(variant, position) == text
    assert all(position_text(*parse_position(position_text(VARIANT, position.play(move)))).startswith("vanishing ")
               for move in position.legal_moves())  # fmt: skip


def test_a_position_in_the_middle_plays_as_in_its_game() -> None:
    game = after(SIX + "c3")
    middle = VARIANT.restore(game.cells, None, game.marks_by_age)
    assert (middle.ply, middle.to_move, middle.legal_moves()) == (7, "O", game.legal_moves())
    assert middle.play(Move(0, "O")).cells == game.play(Move(0, "O")).cells


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("vanishing 3/3/3 X", "fields"),
        ("vanishing X2/3/3 O -", "does not lead"),
        ("vanishing X2/3/3 O b1", "does not lead"),
        ("vanishing X2/3/3 O a9", "no cell"),
        ("vanishing X2/3/3 O Xa1", "not the cells"),
        ("vanishing O2/3/3 X a1", "begins with X"),
        ("vanishing XO1/3/3 O a1b1a1", "refused: cell_taken"),
        ("vanishing XXX/OO1/3 O a1a2b1b2c1c3", "refused: game_over"),
        ("vanishing OOO/XX1/2X O a1a2b1b2c1c3", "ended before"),
        ("vanishing X2/3/3 X a1", "turn of O"),
    ],
)
def test_refuses_what_no_game_leads_to(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        parse_position(text)


def test_refuses_an_order_where_it_means_nothing() -> None:
    for name in ("classic", "ultimate"):
        variant = find_variant(name)
        with pytest.raises(ImpossiblePosition):
            variant.restore("." * variant.size, None, (0,))
    with pytest.raises(ImpossiblePosition):
        VARIANT.restore("X........", None, (9,))
    with pytest.raises(ImpossiblePosition):
        VARIANT.restore("X", None, (0,))
