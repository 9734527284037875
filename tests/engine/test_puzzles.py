"""Every puzzle in the file has exactly one winning move, by the rules alone and a separate brute force."""

from functools import lru_cache

import pytest

from noughts.engine.puzzles import Puzzle, daily_puzzle, puzzles, puzzles_like
from noughts.rules import VARIANTS, Move, Position, parse_move, position_text
from tests.proving import sample

# Boards small enough to search completely.
SMALL = ("classic", "misere", "wild", "notakto")
# All positions of Notakto with a single winning move, up to symmetry.
FEWER = {"notakto": 16}


@lru_cache(maxsize=200_000)
def value(position: Position) -> int:
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    return max(-value(position.play(move)) for move in position.legal_moves())


def moves_of(puzzle: Puzzle) -> tuple[Position, list[Move], Position]:
    """Return the position, the moves of the solution, and where they lead."""
    variant, position = puzzle.parsed()
    moves, now = [], position
    for name in puzzle.line:
        moves.append(parse_move(variant, now, name))
        now = now.play(moves[-1])
    return position, moves, now


def test_every_variant_has_many_puzzles() -> None:
    for variant in VARIANTS:
        assert len(puzzles_like(variant.name, None)) >= FEWER.get(variant.name, 30), variant.name
        assert len({puzzle.difficulty for puzzle in puzzles_like(variant.name, None)}) > 1, variant.name


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_the_solution_wins(name: str) -> None:
    for puzzle in puzzles_like(name, None):
        variant, position = puzzle.parsed()
        assert variant.name == name
        assert position_text(variant, position) == puzzle.position
        start, _, end = moves_of(puzzle)
        outcome = end.outcome()
        assert outcome is not None, puzzle.id
        assert outcome.winner == start.to_move, puzzle.id
        assert 1 <= puzzle.difficulty <= 5


@pytest.mark.parametrize("name", SMALL)
def test_on_small_boards_no_other_move_wins(name: str) -> None:
    for puzzle in puzzles_like(name, None):
        position, moves, _ = moves_of(puzzle)
        assert [move for move in position.legal_moves() if value(position.play(move)) == -1] == moves[:1], puzzle.id


@pytest.mark.proof
@pytest.mark.parametrize("name", ["6x6", "9x9", "gomoku", "gomoku-exact", "caro"])
def test_on_large_boards_every_other_move_loses_at_once(name: str) -> None:
    for puzzle in puzzles_like(name, None)[: sample(10, 40)]:
        position, moves, _ = moves_of(puzzle)
        for move in position.legal_moves():
            if move == moves[0]:
                continue
            assert _loses_at_once(position.play(move)), (puzzle.id, move)
        assert not _loses_at_once(position.play(moves[0])) or len(moves) == 1


def _loses_at_once(after: Position) -> bool:
    """Return whether the side to move can complete a line, so that the player who just moved has lost."""
    for move in after.legal_moves():
        outcome = after.play(move).outcome()
        if outcome is not None and outcome.winner == after.to_move:
            return True
    return False


@pytest.mark.proof
def test_in_variants_of_medium_size_the_other_moves_do_not_win() -> None:
    checked = 0
    for puzzle in (
        puzzle
        for name in ("ultimate", "ultimate-majority", "4x4", "connect-four")
        for puzzle in puzzles_like(name, None)
    ):
        position, moves, _ = moves_of(puzzle)
        if _left(position) > sample(8, 9):
            continue
        checked += 1
        value.cache_clear()
        assert [move for move in position.legal_moves() if value(position.play(move)) == -1] == moves[:1], puzzle.id
    assert checked > 20


def _left(position: Position) -> int:
    """Return the cells that can still be played."""
    if not position.boards:
        return position.cells.count(".")
    return sum(
        position.cells[cell] == "." and position.boards[cell // 27 * 3 + cell % 9 // 3] == "." for cell in range(81)
    )


def test_each_day_has_one_puzzle_and_the_next_day_another() -> None:
    days = [daily_puzzle(day) for day in range(20_000, 20_100)]
    assert days == [daily_puzzle(day) for day in range(20_000, 20_100)]
    assert len({puzzle.id for puzzle in days}) == 100
    assert len({puzzle.variant for puzzle in days}) > 4
    assert all(puzzle.difficulty > 1 for puzzle in days)


def test_ids_are_numbers_of_their_variant() -> None:
    assert [puzzle.id for puzzle in puzzles_like("classic", None)[:3]] == ["classic-1", "classic-2", "classic-3"]
    assert puzzles()["classic-2"] is puzzles_like("classic", None)[1]


def test_only_the_first_move_of_the_solution_counts() -> None:
    for puzzle in puzzles_like("wild", None)[:20]:
        position, moves, _ = moves_of(puzzle)
        assert [move for move in position.legal_moves() if puzzle.is_solved_by(move)] == moves[:1]
