import pickle

import pytest

from noughts.rules.grid import cells_of, grid, is_playable


def test_the_eight_lines_of_classic() -> None:
    lines = {cells_of(line) for line in grid(3, 3, 3).lines}
    assert lines == {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}
    assert len(grid(3, 3, 3).lines) == 8


@pytest.mark.parametrize(("rows", "cols", "in_a_row"), [(3, 3, 3), (4, 6, 4), (6, 4, 5), (15, 15, 5), (19, 3, 19)])
def test_number_of_lines(rows: int, cols: int, in_a_row: int) -> None:
    """Counted by formula: a line fits `side - length + 1` times along a side."""
    down, across = max(rows - in_a_row + 1, 0), max(cols - in_a_row + 1, 0)
    assert len(set(grid(rows, cols, in_a_row).lines)) == rows * across + cols * down + 2 * down * across


def test_lines_through_a_cell() -> None:
    board = grid(15, 15, 5)
    assert all(line >> cell & 1 for cell, lines in enumerate(board.lines_through) for line in lines)
    assert sum(map(len, board.lines_through)) == 5 * len(board.lines)


def test_completed_is_the_union() -> None:
    board = grid(3, 3, 3)
    assert cells_of(board.completed(0b001_001_111, 2)) == (0, 1, 2)
    assert cells_of(board.completed(0b111_001_001, 7)) == (6, 7, 8)
    assert cells_of(board.completed(0b101_010_101, 4)) == (0, 2, 4, 6, 8)
    assert board.completed(0b110_110_011, 1) == 0b010_010_010
    assert board.completed(0b100_011_100, 2) == 0


@pytest.mark.parametrize(
    "measures", [(2, 3, 3), (3, 2, 3), (20, 3, 3), (3, 20, 3), (3, 3, 2), (3, 3, 4), (5, 7, 8), (-3, 3, 3), (0, 0, 0)]
)
def test_limits(measures: tuple[int, int, int]) -> None:
    assert not is_playable(*measures)
    with pytest.raises(ValueError, match="no such board"):
        grid(*measures)


@pytest.mark.parametrize("measures", [(3, 3, 3), (19, 19, 19), (3, 19, 19), (19, 3, 3), (5, 7, 7)])
def test_within_limits(measures: tuple[int, int, int]) -> None:
    assert is_playable(*measures)
    assert grid(*measures).lines


def test_grids_compare_by_measures() -> None:
    first = grid(7, 8, 4)
    grid.cache_clear()
    assert grid(7, 8, 4) is not first
    assert grid(7, 8, 4) == first
    assert hash(grid(7, 8, 4)) == hash(first)
    assert grid(8, 7, 4) != first
    assert first != (7, 8, 4)
    assert pickle.loads(pickle.dumps(first)) == first
    assert repr(first) == "grid(7, 8, 4)"


def test_the_cache_is_bounded() -> None:
    for rows in range(3, 20):
        for cols in range(3, 20):
            grid(rows, cols, 3)
    assert grid.cache_info().currsize <= 64
