"""Swap2: the stages of the opening, who plays which mark after it, and counts on a small board."""

import pytest

from noughts.rules import (
    BadNotation,
    IllegalMove,
    ImpossiblePosition,
    Move,
    find_variant,
    game_text,
    move_name,
    parse_game,
    parse_position,
    position_text,
)
from noughts.rules.grid import grid
from noughts.rules.swap2 import Swap2Position
from tests.rules.counting import OurGame, finished_games, sequences
from tests.rules.naive import NaiveSwap2

VARIANT = find_variant("gomoku-swap2")
TAKE, MORE = VARIANT.size, VARIANT.size + 1
THREE = "h8i9g7"


def after(text: str) -> Swap2Position:
    variant, moves = parse_game(f"gomoku-swap2.{text}")
    position = variant.replay(moves)
    assert isinstance(position, Swap2Position)
    return position


# For each opening: the stage, whose turn it is, the mark to place, and the moves made.
@pytest.mark.parametrize(
    ("text", "stage", "to_move", "mark", "ply"),
    [
        ("h8", "place", "X", "O", 1),
        ("h8i9", "place", "X", "X", 2),
        (THREE, "choose", "O", "O", 3),
        (f"{THREE}h9", "kept", "X", "X", 4),
        (f"{THREE}take", "swapped", "X", "O", 4),
        (f"{THREE}takeh9", "swapped", "O", "X", 5),
        (f"{THREE}more", "add", "O", "O", 4),
        (f"{THREE}moreh9", "add", "O", "X", 5),
        (f"{THREE}moreh9j9", "choose_again", "X", "O", 6),
        (f"{THREE}moreh9j9k9", "swapped", "O", "X", 7),
        (f"{THREE}moreh9j9take", "returned", "O", "O", 7),
        (f"{THREE}moreh9j9takek9", "returned", "X", "X", 8),
    ],
)
def test_the_opening_goes_on_by_its_rules(text: str, stage: str, to_move: str, mark: str, ply: int) -> None:
    position = after(text)
    assert (position.stage, position.to_move, position.mark, position.ply) == (stage, to_move, mark, ply)
    assert parse_position(position_text(VARIANT, position)) == (VARIANT, position)


def test_only_the_choosing_player_has_choices() -> None:
    assert after("h8i9").choices == ()
    assert after(THREE).legal_moves()[-2:] == (Move(TAKE, "O"), Move(MORE, "O"))
    assert after(f"{THREE}moreh9j9").legal_moves()[-1:] == (Move(TAKE, "O"),)
    for text, cell in (("h8", TAKE), (f"{THREE}more", TAKE), (f"{THREE}moreh9j9", MORE), (THREE, MORE + 1)):
        with pytest.raises(IllegalMove) as refused:
            after(text).play(Move(cell, after(text).mark))
        assert refused.value.code == "out_of_range"


def test_marks_alternate_and_cannot_be_chosen() -> None:
    for text, wrong in (("h8", "X"), (THREE, "X"), (f"{THREE}take", "X")):
        with pytest.raises(IllegalMove) as refused:
            after(text).play(Move(0, wrong))  # type: ignore[arg-type]
        assert refused.value.code == "wrong_mark"


# X completes a row in both games; in the second the seat O plays X.
@pytest.mark.parametrize(("text", "winner"), [("h8a1i8c1j8e1k8g1l8", "X"), ("h8a1i8takec1j8e1k8g1l8", "O")])
def test_the_seat_that_plays_the_mark_wins(text: str, winner: str) -> None:
    position = after(text)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.line) == (winner, "line", (112, 113, 114, 115, 116))
    assert position.legal_moves() == ()
    _, again = parse_position(position_text(VARIANT, position))
    assert again.outcome() == outcome


def test_choices_have_names() -> None:
    text = f"gomoku-swap2.{THREE}moreh9j9take"
    variant, moves = parse_game(text)
    assert game_text(variant, moves) == text
    assert [move_name(variant, move) for move in moves[3:]] == ["more", "h9", "j9", "take"]
    for wrong in ("gomoku.take", "gomoku-swap2.take", "gomoku-swap2.h8i9g7moremore", "gomoku-swap2.h8i9g7taketake"):
        with pytest.raises(BadNotation):
            parse_game(wrong)


@pytest.mark.parametrize(
    ("cells", "stage"), [("", "choose"), ("X", "kept"), ("XOX", "place"), ("XOXO", "choose"), ("XOX", "other")]
)
def test_refuses_impossible_stages(cells: str, stage: str) -> None:
    with pytest.raises(ImpossiblePosition):
        VARIANT.restore(cells.ljust(VARIANT.size, "."), stage=stage)


def test_other_variants_have_no_stage() -> None:
    with pytest.raises(ImpossiblePosition):
        find_variant("gomoku").restore("." * 225, stage="choose")


def test_positions_with_equal_marks_differ_by_stage() -> None:
    kept, swapped = after(f"{THREE}h9"), after(f"{THREE}takeh9")
    assert kept.cells == swapped.cells
    assert kept != swapped
    assert kept.plain == swapped.plain


def test_counts_agree_with_an_independent_implementation_on_a_small_board() -> None:
    # With four in a row, no line can be completed before the sides are chosen.
    ours = OurGame(Swap2Position.start(grid(4, 4, 4)))
    naive = NaiveSwap2.empty(4, 4, 4)
    counts = [16, 240, 3360, 50400, 611520]
    assert [sequences(ours, depth) for depth in range(1, 6)] == counts
    assert [sequences(naive, depth) for depth in range(1, 6)] == counts


@pytest.mark.parametrize("choice", [0, -1, -2])
def test_all_games_on_a_small_board_end_the_same(choice: int) -> None:
    ours = OurGame(Swap2Position.start(grid(3, 4, 4)))
    naive = NaiveSwap2.empty(3, 4, 4)
    for nth in (0, 0, 0, choice):
        ours, naive = ours.after(ours.moves()[nth]), naive.after(naive.moves()[nth])
    assert finished_games(ours) == finished_games(naive)
