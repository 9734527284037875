"""Wins by fours: every existing win is found, every claimed win is real, and no defence is overlooked."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from noughts.engine.mnk_board import new_board, place
from noughts.engine.mnk_search import search
from noughts.engine.mnk_threats import CELL_MASK, NONE, UNKNOWN, shortest_win_by_fours, win_by_fours
from noughts.engine.mnk_tree import DEFENDING, list_candidates
from noughts.rules import find_variant
from noughts.rules.mnk import MnkPosition
from tests.engine.diagrams import random_position
from tests.engine.plain_fours import fours_to_win, gaps_of_fours

MUCH = 1_000_000
SIZES = [(6, 6, 4, 14), (7, 7, 4, 18), (5, 8, 4, 16), (9, 9, 5, 36), (4, 6, 3, 6), (11, 11, 6, 70)]
GOLDEN = (Path(__file__).parent / "golden" / "wins_by_fours.txt").read_text().splitlines()


def board_of(position: MnkPosition) -> Any:
    board = new_board(position.grid.rows, position.grid.cols, position.grid.in_a_row)
    board["node_limit"] = board["fours_limit"] = 1 << 60
    for cell, held in enumerate(position.cells):
        if held != ".":
            place(board, "XO".index(held), cell)
    return board


def marks(position: MnkPosition) -> tuple[int, int]:
    """Return the marks of the side to move, and of the opponent."""
    return (position.x, position.o) if position.to_move == "X" else (position.o, position.x)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_finds_the_same_wins_as_plain_python(size: tuple[int, int, int, int]) -> None:
    chance = Random(2)
    lengths = []
    for _ in range(120):
        position = random_position(chance, *size)
        known = fours_to_win(position.grid, *marks(position), 4)
        board = board_of(position)
        found = [win_by_fours(board, position.ply & 1, fours) >= 0 for fours in range(5)]
        assert found == [known is not None and fours >= known for fours in range(5)]
        lengths += [known]
    assert {1, None} <= set(lengths)


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: line.split()[0])
def test_finds_and_plays_long_wins_by_fours(line: str) -> None:
    fours, cells = line.split()
    position = find_variant("gomoku").restore(cells, None)
    assert isinstance(position, MnkPosition)
    winner = position.to_move
    assert fours_to_win(position.grid, *marks(position), int(fours)) == int(fours)
    for seed in range(2 * int(fours) + 1):
        found = search(position, 200, seed)
        assert (found.value, found.proven) == (1.0, True)
        position = position.play(found.move)
        if position.outcome() is not None:
            break
        mine, theirs = marks(position)
        # Every move of the win except the last makes a four with a single answer.
        answer = min(gaps_of_fours(position.grid, theirs, mine))
        position = position.play(position.move_at(answer))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_considers_every_defence_against_a_win_by_fours(size: tuple[int, int, int, int]) -> None:
    chance = Random(4)
    useless = 0
    for _ in range(150):
        position = random_position(chance, *size)
        mine, theirs = marks(position)
        side = position.ply & 1
        board = board_of(position)
        if gaps_of_fours(position.grid, mine, theirs) or gaps_of_fours(position.grid, theirs, mine):
            continue
        if win_by_fours(board, 1 - side, 6) < 0:
            continue
        board["fours_budget"] = MUCH
        assert list_candidates(board, side, NONE, position.grid.rows * position.grid.cols) == DEFENDING
        listed = {one & CELL_MASK for one in board["candidates"][: board["listed"]].tolist()}
        for move in position.legal_moves():
            if move.cell not in listed:
                useless += 1
                assert fours_to_win(position.grid, theirs, mine | 1 << move.cell, 8) is not None
    assert useless > 20


@pytest.mark.parametrize("size", [(7, 7, 4, 14), (9, 9, 5, 36), (15, 15, 5, 110)], ids=str)
def test_stops_the_opponents_win_by_fours_whenever_possible(size: tuple[int, int, int, int]) -> None:
    chance = Random(6)
    stopped = 0
    while stopped < 12:
        position = random_position(chance, *size)
        mine, theirs = marks(position)
        grid = position.grid
        if fours_to_win(grid, mine, theirs, 5) is not None or fours_to_win(grid, theirs, mine, 5) is None:
            continue
        found = search(position, 150, 1)
        if fours_to_win(grid, theirs, mine | 1 << found.move.cell, 6) is None:
            stopped += 1
            continue
        # If the win can't be stopped, the position is lost. Small boards test such proofs completely.
        assert (found.value, found.proven) == (-1.0, True)


def test_a_search_without_nodes_claims_nothing() -> None:
    position = find_variant("gomoku").restore(GOLDEN[-1].split()[1], None)
    assert isinstance(position, MnkPosition)
    assert shortest_win_by_fours(board_of(position), position.ply & 1, 3) == UNKNOWN
    assert shortest_win_by_fours(board_of(position), position.ply & 1, MUCH) >= 0
