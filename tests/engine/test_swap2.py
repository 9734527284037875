"""The computer in Swap2: balanced openings, the better side, and gomoku after that."""

import pytest

from noughts.engine import Thinking, analyse, choose, solve
from noughts.engine.swap2 import OPENINGS
from noughts.rules import Move, Position, find_variant, move_name, parse_game

VARIANT = find_variant("gomoku-swap2")
TAKE, MORE = VARIANT.size, VARIANT.size + 1
# Three marks after which X, or O, is much better.
X_IS_BETTER = "gomoku-swap2.h8a1i9"
# With the marks of `more`: X has an open three.
X_WINS = "gomoku-swap2.h8a1i8morea3j8"
LEVELS = (1, 4, 8)


@pytest.fixture(autouse=True)
def _warm(warm: None) -> None:
    """Compile the kernels: without them no side looks better."""


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def chosen(position: Position, level: int | None = 8, seed: int = 1, milliseconds: int = 60) -> Move:
    return choose(position, Thinking(level=level, milliseconds=milliseconds), seed).move


def test_openings_are_three_cells_near_the_middle() -> None:
    assert len(set(OPENINGS)) == len(OPENINGS) >= 8
    for opening in OPENINGS:
        assert len(set(opening)) == 3
        assert all(-5 <= step <= 5 for cell in opening for step in cell)


@pytest.mark.parametrize("level", LEVELS)
def test_opens_with_marks_from_the_table_in_any_rotation(level: int) -> None:
    seen = set()
    for seed in range(12):
        position = VARIANT.start()
        for _ in range(3):
            move = chosen(position, level, seed)
            assert move in position.legal_moves()
            position = position.play(move)
        assert position.stage == "choose"
        seen.add(position.cells)
    assert len(seen) > 6


def test_sets_up_marks_beside_those_that_it_did_not_choose() -> None:
    position = after("gomoku-swap2.a1o15")
    assert chosen(position) in position.legal_moves()


def test_takes_x_where_x_is_better() -> None:
    assert chosen(after(X_IS_BETTER)).cell == TAKE
    assert chosen(after(X_WINS)).cell == TAKE


def test_keeps_o_where_o_is_better() -> None:
    # X's two marks are in opposite corners, so that O moves as if first.
    move = chosen(after("gomoku-swap2.a1h8o15"))
    assert move.cell < VARIANT.size
    assert move.mark == "O"


def test_adds_two_marks_that_are_balanced() -> None:
    position = after("gomoku-swap2.h8i9g7more")
    for seed in (1, 2):
        now = position
        for _ in range(2):
            now = now.play(chosen(now, 8, seed))
        assert now.stage == "choose_again"


@pytest.mark.parametrize("stage", ["moreh10i10take", "h9", "take"])
def test_plays_gomoku_after_the_opening(stage: str) -> None:
    position = after(f"gomoku-swap2.h8i9g7{stage}")
    for level in LEVELS:
        assert chosen(position, level) in position.legal_moves()


def test_completes_a_row_for_the_side_it_plays() -> None:
    # The seat O plays X, which has four in a row.
    position = after("gomoku-swap2.h8a1i8takec1j8e1k8g1")
    assert position.to_move == "O"
    assert move_name(VARIANT, chosen(position)) in ("g8", "l8")


def test_judges_every_move() -> None:
    for text in ("gomoku-swap2", "gomoku-swap2.h8i9", X_IS_BETTER, X_WINS, "gomoku-swap2.h8i9g7more", f"{X_WINS}take"):
        position = after(text)
        analysis = analyse(position, 50)
        assert {one.move for one in analysis.moves} == set(position.legal_moves())
        values = [one.value for one in analysis.moves]
        assert values == sorted(values, reverse=True)
    best = analyse(after(X_WINS), 50).moves[0]
    assert (best.move.cell, best.value > 0.2) == (TAKE, True)
    assert all(one.value == 0 and not one.exact for one in analyse(VARIANT.start(), 50).moves)


def test_solves_the_last_moves_for_the_side_to_move() -> None:
    # No row of five is on this board, and one cell is empty.
    rows = ("XXOOXXOOXXOOXXO", "OOXXOOXXOOXXOOX")
    cells = "." + "".join(rows[row % 2] for row in range(15))[1:]
    solution = solve(VARIANT.restore(cells, stage="swapped"))
    assert solution is not None
    assert solution.distance == 1
