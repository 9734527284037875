"""The incremental record matches a full scan of every line."""

from random import Random
from typing import Any

import pytest

from noughts.engine.mnk_board import close_line, lift, new_board, place
from noughts.engine.mnk_memory import LACKS_ONE, LACKS_TWO, WORTH_MASK
from noughts.rules.grid import cells_of, grid

SIZES = [(3, 3, 3), (6, 6, 4), (4, 7, 5), (15, 15, 5), (20, 20, 3), (20, 20, 9), (20, 3, 20), (20, 20, 20)]


def recount(board: Any, rows: int, cols: int, in_a_row: int, marks: list[int]) -> tuple[list[list[int]], list[int]]:
    unit = board["unit"].tolist()
    promise = [[0] * (rows * cols) for _ in range(2)]
    alive = [0, 0]
    for line in grid(rows, cols, in_a_row).lines:
        for side in (0, 1):
            if line & marks[1 - side] == 0:
                count = (line & marks[side]).bit_count()
                alive[side] += 1
                for cell in cells_of(line):
                    promise[side][cell] += unit[count]
    return promise, alive


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_placing_and_lifting_marks_matches_a_recount(size: tuple[int, int, int]) -> None:
    rows, cols, _ = size
    board = new_board(*size)
    assert board["lines"] == len(grid(*size).lines)
    start_hash = int(board["hash"])
    chance = Random(7)
    marks = [0, 0]
    placed: list[tuple[int, int]] = []
    cells = list(range(rows * cols))
    chance.shuffle(cells)
    for nth, cell in enumerate(cells[:60]):
        side = chance.randint(0, 1)
        if placed and chance.random() < 0.3:
            side_before, before = placed.pop()
            lift(board, side_before, before)
            marks[side_before] &= ~(1 << before)
        place(board, side, cell)
        placed.append((side, cell))
        marks[side] |= 1 << cell
        if nth % 10 == 0:
            promise, alive = recount(board, *size, marks)
            for either in (0, 1):
                assert board["promise"][either][: rows * cols].tolist() == promise[either]
            assert board["alive"].tolist() == alive
            assert board["empties"] == rows * cols - len(placed)
            in_a_line = board["open"].sum(axis=1).tolist()
            assert in_a_line == alive
    for side, cell in reversed(placed):
        lift(board, side, cell)
    assert int(board["hash"]) == start_hash
    assert not board["promise"].any()
    assert board["worth"].tolist() == [0, 0]


def test_a_cells_value_counts_lines_that_lack_one_or_two_marks() -> None:
    board = new_board(15, 15, 5)
    for cell in (112, 113, 114):
        place(board, 0, cell)
    assert board["promise"][0][111] // LACKS_TWO == 2
    assert board["promise"][0][111] & WORTH_MASK > board["promise"][0][110] & WORTH_MASK
    place(board, 0, 115)
    assert board["promise"][0][111] >= LACKS_ONE
    place(board, 1, 111)
    place(board, 1, 116)
    assert board["open"][0][4] == 0


def test_a_blocked_line_has_no_value_and_stays_blocked() -> None:
    board = new_board(3, 3, 3)
    place(board, 0, 0)
    place(board, 0, 1)
    before = board["promise"].copy()
    top = next(line for line in range(8) if board["first"][line] == 0 and board["step"][line] == 1)
    close_line(board, top)
    assert board["promise"][0][2] < LACKS_ONE
    place(board, 1, 8)
    lift(board, 1, 8)
    place(board, 0, 2)
    lift(board, 0, 2)
    assert board["promise"][0][2] == before[0][2] - board["unit"][2]
    assert board["open"][0][2] == 0
    assert board["alive"].tolist() == [7, 4]
