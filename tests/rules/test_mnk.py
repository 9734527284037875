import pickle

import pytest

from noughts.rules import DRAW, IllegalMove, ImpossiblePosition, Mark, Outcome, Position, find_variant, parse_game
from noughts.rules.grid import grid
from noughts.rules.mnk import MnkPosition


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def test_a_row_wins() -> None:
    assert after("classic.a1a2b1b2c1").outcome() == Outcome("X", "line", (0, 1, 2))


def test_the_second_player_can_win() -> None:
    assert after("classic.a1b1a2b2c3b3").outcome() == Outcome("O", "line", (1, 4, 7))


def test_a_full_board_is_a_draw() -> None:
    assert after("classic.a1b2c3b1b3a3c1c2a2").outcome() == DRAW


def test_the_last_cell_may_win() -> None:
    """Check a ninth move that fills the board and completes a line."""
    assert after("classic.a1b1c1a2b2c2b3a3c3").outcome() == Outcome("X", "line", (0, 4, 8))


def test_two_lines_at_once_are_both_part_of_the_result() -> None:
    assert after("classic.a1b1a2c1b3c2c3b2a3").outcome() == Outcome("X", "line", (0, 3, 6, 7, 8))


def test_a_line_longer_than_needed_wins_with_all_its_cells() -> None:
    """Check a row of six in gomoku, made by filling a gap."""
    won = after("gomoku.a1a3b1c3c1e3e1g3f1i3d1").outcome()
    assert won == Outcome("X", "line", (0, 1, 2, 3, 4, 5))


def test_lines_do_not_wrap_around_the_edge() -> None:
    assert after("4x4.c1a4d1c4a2b3b2").outcome() is None
    assert after("gomoku.m1a9n1c9o1e9a2g9b2").outcome() is None


def test_finds_diagonals_on_a_long_board() -> None:
    assert after("mnk-3x5-3.c1a1d2b1e3").outcome() == Outcome("X", "line", (2, 8, 14))
    assert after("mnk-3x5-3.c1a1b2b1a3").outcome() == Outcome("X", "line", (2, 6, 10))


def test_the_order_of_moves_does_not_matter() -> None:
    one, two = after("classic.a1b1c1"), after("classic.c1b1a1")
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two}) == 1


def test_positions_of_different_games_are_not_equal() -> None:
    classic, misere = find_variant("classic").start(), find_variant("misere").start()
    assert classic != misere
    assert classic != "........."
    assert find_variant("mnk-3x4-3").start() != find_variant("mnk-4x3-3").start()
    assert find_variant("mnk-4x4-3").start() != find_variant("4x4").start()


def test_positions_survive_pickling() -> None:
    position = after("gomoku.h8h9g8")
    assert pickle.loads(pickle.dumps(position)) == position


def test_positions_are_frozen() -> None:
    with pytest.raises(AttributeError):
        setattr(find_variant("classic").start(), "cells", "X........")  # noqa: B010


@pytest.mark.parametrize(
    ("cell", "mark", "code"),
    [
        (4, "O", "cell_taken"),
        (4, "X", "wrong_mark"),
        (0, "X", "wrong_mark"),
        (9, "O", "out_of_range"),
        (-1, "O", "out_of_range"),
        (99, "X", "out_of_range"),
        (0, "Z", "wrong_mark"),
    ],
)
def test_refuses_illegal_moves(cell: int, mark: Mark, code: str) -> None:
    position = after("classic.b2")
    with pytest.raises(IllegalMove) as refused:
        position.play(position.move_at(cell, mark))
    assert refused.value.code == code


@pytest.mark.parametrize("cell", [0, 8, 99])
def test_refuses_moves_after_the_end(cell: int) -> None:
    position = after("classic.a1a2b1b2c1")
    with pytest.raises(IllegalMove) as refused:
        position.play(position.move_at(cell))
    assert refused.value.code == "game_over"


def test_a_cell_without_a_mark_means_the_movers_mark() -> None:
    start = find_variant("classic").start()
    assert start.move_at(4) == (4, "X")
    assert start.play(start.move_at(4)).move_at(0) == (0, "O")
    assert start.move_at(4, "O") == (4, "O")


@pytest.mark.parametrize(
    "cells",
    [
        "",
        "X" * 9,
        "O........",
        "XX.......",
        "XXX...OO",
        "X.......?",
        "XXXOOO...",
        "XXXOO...O",
        "OOOXX.X.X",
        "XXXXX.OOO",
    ],
)
def test_rejects_impossible_positions(cells: str) -> None:
    with pytest.raises(ImpossiblePosition):
        MnkPosition.restore(grid(3, 3, 3), cells)


def test_rejects_two_lines_without_a_common_cell() -> None:
    """Check two lines of X without a common cell: the game would have ended at the first."""
    with pytest.raises(ImpossiblePosition, match="ended earlier"):
        MnkPosition.restore(grid(3, 6, 3), "XXXO..O.OO....OXXX")


def test_possible_positions_are_exactly_the_reachable_ones() -> None:
    """Check all 19,683 ways to fill the board: `restore` accepts the 5,478 from real games, with the same result."""
    reached, fresh = {}, [MnkPosition.start(grid(3, 3, 3))]
    while fresh:
        position = fresh.pop()
        if position.cells not in reached:
            reached[position.cells] = position
            fresh += [position.play(move) for move in position.legal_moves()]
    restored = {}
    for number in range(3**9):
        cells = "".join(".XO"[number // 3**cell % 3] for cell in range(9))
        try:
            restored[cells] = MnkPosition.restore(grid(3, 3, 3), cells)
        except ImpossiblePosition:
            continue
    assert restored == reached
    for cells, position in reached.items():
        again = restored[cells]
        assert (again.x, again.o, again.ply) == (position.x, position.o, position.ply)
        assert again.outcome() == position.outcome()
