import pickle

import pytest

from noughts.rules import DRAW, IllegalMove, ImpossiblePosition, Mark, Move, Position, find_variant, parse_game
from noughts.rules.ultimate import BOARD_OF, CELLS_OF, PLACE_OF, UltimatePosition

# X wins the centre board by its middle row, and so sends O to that very board.
WON_AND_FREE = "ultimate.d5b5d4b2f5h5e5"
# The last move fills the board at the top without a line, and sends O to it.
FULL_AND_FREE = "ultimate.f1i2i4h1d2b4f3i7h3f7i1h2e4e2f4g1c1i3g9b8d4a2a5c6h7f2h6f8g4b3d7a1b1d3a8c5h4e3e7d1b2b7e1"
O_WINS = "ultimate.e3e9f8i5i6h9d9c7h1e2e4d2c4h2f4i1i2h6f9h7d3b8f6g7b3e8e6e7f2i4h3a9c3h8"
DRAWN = "ultimate.c2h4f2h5d6b9d9a9a7b2e5e6f7i3i7g3c7i1h3e8f4h2f9h7e3d8c5i6g7c3h8g8c6i9h9f8g6c9g9a4b3a3c4c1f3e1f1g4"
TWO_LINES = (
    "ultimate.e3e8e5e4d3a9b9e7f2i6i8h5f5h4d1b3d8b4d2a4b2d6c8h6d7c1g1a1a2b5f4h2d5a6a8b6f9h7g8g7c2i7g2c7h3d9b8i1g3"
)
# Only one board is open, and the last move sent O to a closed one.
ONE_BOARD_LEFT = "ultimate.d6b8d5c4g3b9f7h2f4h1f1h3d9c9g9b7f2g5b6e7f3i9g7a2b4b2e5a6c6i8g4c3h7i5g6d7b3e8g8b5a3h5d8e9"


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def code_of(position: Position, cell: int, mark: Mark | None = None) -> str:
    with pytest.raises(IllegalMove) as refused:
        position.play(position.move_at(cell, mark))
    return refused.value.code


def test_cells_are_numbered_over_the_whole_grid() -> None:
    assert (BOARD_OF[0], PLACE_OF[0]) == (0, 0)
    assert (BOARD_OF[40], PLACE_OF[40]) == (4, 4)
    assert (BOARD_OF[80], PLACE_OF[80]) == (8, 8)
    assert (BOARD_OF[9], PLACE_OF[9]) == (0, 3)
    assert (BOARD_OF[3], PLACE_OF[3]) == (1, 0)
    assert (BOARD_OF[27], PLACE_OF[27]) == (3, 0)
    assert CELLS_OF[4] == (30, 31, 32, 39, 40, 41, 48, 49, 50)


def test_the_first_move_is_free() -> None:
    start = find_variant("ultimate").start()
    assert start.open_boards == tuple(range(9))
    assert len(start.legal_moves()) == 81
    assert start.boards == "........."


def test_a_move_sends_the_opponent_to_the_matching_board() -> None:
    position = after("ultimate.f4")
    assert position.open_boards == (2,)
    assert [move.cell for move in position.legal_moves()] == list(CELLS_OF[2])
    assert code_of(position, 0) == "wrong_board"


def test_the_opponent_may_be_sent_to_the_same_board() -> None:
    position = after("ultimate.e5")
    assert position.open_boards == (4,)
    assert code_of(position, 40) == "cell_taken"
    assert len(position.legal_moves()) == 8


def test_a_won_board_gives_a_free_choice_and_accepts_no_more_moves() -> None:
    position = after(WON_AND_FREE)
    assert position.boards == "....X...."
    assert position.open_boards == (0, 1, 2, 3, 5, 6, 7, 8)
    assert position.cells[31] == "."
    assert code_of(position, 31) == "wrong_board"
    assert len(position.legal_moves()) == 72 - 3


def test_a_full_board_gives_a_free_choice() -> None:
    position = after(FULL_AND_FREE)
    assert position.boards == ".=O.XX..."
    assert position.open_boards == (0, 3, 6, 7, 8)


def test_three_boards_in_a_row_win() -> None:
    position = after(O_WINS)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("O", "line")
    assert position.boards == "......OOO"
    assert outcome.line == tuple(range(54, 81))
    assert position.open_boards == ()
    assert code_of(position, 0) == "game_over"


def test_two_lines_of_boards_are_both_part_of_the_result() -> None:
    position = after(TWO_LINES)
    outcome = position.outcome()
    assert outcome is not None
    assert position.boards == "XXXOXOX.O"
    assert {BOARD_OF[cell] for cell in outcome.line} == {0, 1, 2, 4, 6}
    assert len(outcome.line) == 45
    assert list(outcome.line) == sorted(outcome.line)


def test_the_number_of_won_boards_does_not_decide() -> None:
    """Check a draw: O has five boards and X four, without a line. Empty cells in won boards don't matter."""
    position = after(DRAWN)
    assert position.boards == "OXOXXOOOX"
    assert "." in position.cells
    assert position.outcome() == DRAW


def test_positions_with_different_target_boards_are_not_equal() -> None:
    here, there = after("ultimate.e5d4"), after("ultimate.e5d4")
    assert here == there
    assert hash(here) == hash(there)
    assert pickle.loads(pickle.dumps(here)) == here
    variant = find_variant("ultimate")
    cells = after("ultimate.a1c3i9h8e6").cells
    assert variant.restore(cells, 0) != variant.restore(cells, 7)
    assert here != "ultimate"


def test_refuses_illegal_moves() -> None:
    position = after("ultimate.e5")
    assert code_of(position, 81) == "out_of_range"
    assert code_of(position, -1) == "out_of_range"
    assert code_of(position, 30, "X") == "wrong_mark"
    assert position.play(Move(30, "O")).open_boards == (0,)


@pytest.mark.parametrize("text", [WON_AND_FREE, FULL_AND_FREE, O_WINS, DRAWN, TWO_LINES, ONE_BOARD_LEFT])
def test_a_restored_position_equals_the_played_one(text: str) -> None:
    variant, moves = parse_game(text)
    for plies in range(len(moves) + 1):
        played = variant.replay(moves[:plies])
        assert isinstance(played, UltimatePosition)
        boards = played.open_boards
        again = UltimatePosition.restore(played.cells, boards[0] if len(boards) == 1 else None)
        assert again == played
        assert (again.boards, again.x, again.o) == (played.boards, played.x, played.o)
        assert (again.ply, again.outcome()) == (played.ply, played.outcome())


def test_with_one_open_board_the_target_does_not_matter() -> None:
    position = after(ONE_BOARD_LEFT)
    assert position.open_boards == (0,)
    assert UltimatePosition.restore(position.cells, None) == position
    assert UltimatePosition.restore(position.cells, 0) == position


EMPTY_ROWS = "." * 9


@pytest.mark.parametrize(
    ("rows", "target", "why"),
    [
        (["X........"] + [EMPTY_ROWS] * 7, 0, "do not fit"),
        (["Z........"] + [EMPTY_ROWS] * 8, 0, "do not fit"),
        (["O........"] + [EMPTY_ROWS] * 8, 0, "alternate"),
        (["XX......."] + [EMPTY_ROWS] * 8, 0, "alternate"),
        ([EMPTY_ROWS] * 9, 4, "no move sends"),
        (["X........"] + [EMPTY_ROWS] * 8, None, "no move sends"),
        (["X........"] + [EMPTY_ROWS] * 8, 1, "no move sends"),
        (["X........"] + [EMPTY_ROWS] * 8, 9, "nine boards"),
        (["X........"] + [EMPTY_ROWS] * 8, -1, "nine boards"),
        (["XXXO.....", "...O.....", "...O....."] + [EMPTY_ROWS] * 6, 0, "no move sends"),
        (["XXX......", "OOO......"] + [EMPTY_ROWS] * 7, None, "ended earlier"),
        (["XXX......", ".........", "XXXOO.O..", "...OO.O.."] + [EMPTY_ROWS] * 5, None, "ended earlier"),
        (["XXXXXXXXX", "OO.OO.OO.", "...O..O.."] + [EMPTY_ROWS] * 5 + [".......O."], None, "ended earlier"),
    ],
)
def test_rejects_impossible_positions(rows: list[str], target: int | None, why: str) -> None:
    with pytest.raises(ImpossiblePosition, match=why):
        UltimatePosition.restore("".join(rows), target)
