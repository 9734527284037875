"""The search on boards where the ends of a line matter: exactly five, and Caro's blocked five."""

from functools import lru_cache
from random import Random
from time import thread_time
from typing import Any

import pytest

from noughts.engine import Thinking, choose, kernels, mnk_pace, solve
from noughts.engine.mnk_board import lift, new_board, place
from noughts.engine.mnk_search import judge, search
from noughts.rules import Position, find_variant
from noughts.rules.caro import CaroPosition
from noughts.rules.exact import ExactPosition
from noughts.rules.grid import cells_of, grid
from noughts.rules.mnk import MnkPosition
from tests.engine.diagrams import at, drawn
from tests.proving import sample, seeded

KINDS: dict[str, type[MnkPosition]] = {"exact": ExactPosition, "unblocked": CaroPosition}
SIZES = [(3, 6, 3), (4, 5, 3), (4, 6, 4), (5, 5, 4)]
QUICK = 100


@pytest.fixture(autouse=True)
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure time by the processor, so that a busy machine searches as far as a quiet one."""
    monkeypatch.setattr(mnk_pace, "monotonic", thread_time)


def recount(board: Any, position: MnkPosition) -> list[list[int]]:
    """Return the value of each cell for each side, from the marks alone."""
    unit = board["unit"].tolist()
    promise = [[0] * len(position.cells) for _ in range(2)]
    for line in position.grid.lines:
        ends = position.grid.ends_of(line)
        for side, (mine, theirs) in enumerate(((position.x, position.o), (position.o, position.x))):
            blocked = (ends & theirs).bit_count() == 2
            spoiled = bool(ends & mine) if position.line_rule == "exact" else blocked
            if not line & theirs and not spoiled:
                for cell in cells_of(line):
                    promise[side][cell] += unit[(line & mine).bit_count()]
    return promise


@pytest.mark.parametrize("kind", KINDS.values())
def test_placing_and_lifting_marks_matches_a_recount(kind: type[MnkPosition]) -> None:
    for seed in range(6):
        chance = Random(seed)
        rows, cols, in_a_row = chance.choice([(5, 5, 3), (7, 6, 4), (15, 15, 5)])
        board = new_board(rows, cols, in_a_row, kind.line_rule)
        x = o = 0
        placed: list[tuple[int, int]] = []
        for cell in chance.sample(range(rows * cols), rows * cols * 2 // 3):
            if placed and chance.random() < 0.3:
                side, lifted = placed.pop()
                lift(board, side, lifted)
                x, o = x & ~(1 << lifted), o & ~(1 << lifted)
            side = chance.randint(0, 1)
            place(board, side, cell)
            placed.append((side, cell))
            x, o = x | (side == 0) << cell, o | (side == 1) << cell
            position = kind(grid(rows, cols, in_a_row), "." * (rows * cols), x, o, 0, "X", None)
            assert board["promise"][:, : rows * cols].tolist() == recount(board, position)
        for side, cell in reversed(placed):
            lift(board, side, cell)
        assert not board["promise"].any()
        assert not board["against"].any()


@lru_cache(maxsize=500_000)
def value(position: Position) -> int:
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    return max(-value(position.play(move)) for move in position.legal_moves())


def late_position(kind: type[MnkPosition], chance: Random) -> MnkPosition:
    """Return a position with few empty cells, not over."""
    while True:
        size = chance.choice(SIZES)
        position = kind.start(grid(*size))
        left = chance.randint(3, 8)
        while position.outcome() is None and position.cells.count(".") > left:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS.values())
def test_proven_values_are_correct(kind: type[MnkPosition]) -> None:
    chance = Random(seeded(kind.line_rule))
    wins = 0
    for seed in range(sample(40, 1_000)):
        position = late_position(kind, chance)
        found = search(position, 1_000, seed)
        # A single legal move is not searched to the end.
        assert found.proven or len(found.moves) == 1
        assert not found.proven or found.value == value(position)
        assert -value(position.play(found.move)) == value(position)
        for one in judge(position, 1_000).moves:
            assert not one.exact or one.value == -value(position.play(one.move))
        wins += found.value == 1
    assert wins > 5
    value.cache_clear()


def test_six_in_a_row_do_not_win_and_need_no_defence() -> None:
    mine = drawn("gomoku-exact", "", "", "", "..XXX.XX", to_move="X")
    assert search(mine, QUICK, 1).move.cell != at("f4")
    found = search(drawn("gomoku-exact", "", "", "....OOO.OO", "", "", "....XXX"), QUICK, 1)
    assert found.move.cell in (at("d6"), at("h6"))
    assert (found.value, found.proven) == (1.0, True)


def test_at_caro_a_five_between_two_marks_does_not_win() -> None:
    threat = ("", "", "..XOOOO.X")
    assert search(drawn("gomoku", *threat), QUICK, 1).move.cell == at("h3")
    assert search(drawn("caro", *threat, "", "", "....XXX"), QUICK, 1).move.cell in (at("d6"), at("h6"))


def test_at_caro_a_mark_at_the_far_end_stops_a_four_too() -> None:
    """Check that O is stopped in the gap or at the end beyond it: both leave a row that is blocked twice."""
    position = drawn("caro", "", "", "..XOOOO")
    assert search(position, QUICK, 1).move.cell in (at("h3"), at("i3"))
    assert {one.move.cell for one in judge(position, QUICK).moves if one.value > -1} == {at("h3"), at("i3")}


def test_at_caro_an_open_four_without_room_can_be_stopped() -> None:
    """Check that a mark in one gap blocks the five that the other gap completes, with a block beyond it."""
    position = drawn("caro", "", "", ".X.OOOO.X")
    found = search(position, QUICK, 1)
    assert found.move.cell in (at("c3"), at("h3"))
    assert found.value > -1
    with_room = search(drawn("caro", "", "", "...OOOO"), QUICK, 1)
    assert (with_room.value, with_room.proven) == (-1.0, True)


@pytest.mark.parametrize("name", ["gomoku-exact", "caro"])
def test_every_level_plays_to_the_end(name: str) -> None:
    kernels.warm()
    variant = find_variant(name)
    assert solve(variant.start()) is None
    for level in (1, 4, 8):
        chance, position = Random(level), variant.start()
        while position.outcome() is None and position.ply < 40:
            thinking = Thinking(level=level if position.ply % 2 else 1, milliseconds=10)
            position = position.play(choose(position, thinking, chance.getrandbits(32)).move)
        assert position.ply >= 9
