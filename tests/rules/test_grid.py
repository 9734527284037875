import pickle

import pytest

from noughts.rules.grid import cells_of, grid, is_playable


def test_classic_has_eight_lines() -> None:
    lines = {cells_of(line) for line in grid(3, 3, 3).lines}
    assert lines == {(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)}
    assert len(grid(3, 3, 3).lines) == 8


@pytest.mark.parametrize(("rows", "cols", "in_a_row"), [(3, 3, 3), (4, 6, 4), (6, 4, 5), (15, 15, 5), (20, 3, 20)])
def test_counts_the_lines_of_any_grid(rows: int, cols: int, in_a_row: int) -> None:
    """Compare with a formula: a line fits `side - length + 1` times along a side."""
    down, across = max(rows - in_a_row + 1, 0), max(cols - in_a_row + 1, 0)
    assert len(set(grid(rows, cols, in_a_row).lines)) == rows * across + cols * down + 2 * down * across


def test_finds_the_lines_through_a_cell() -> None:
    board = grid(15, 15, 5)
    assert all(line >> cell & 1 for cell, lines in enumerate(board.lines_through) for line in lines)
    assert sum(map(len, board.lines_through)) == 5 * len(board.lines)


def test_finds_the_cells_beyond_the_ends_of_a_line() -> None:
    board = grid(5, 7, 3)

    def ends(*line: int) -> tuple[int, ...]:
        return cells_of(board.ends_of(sum(1 << cell for cell in line)))

    assert ends(8, 9, 10) == (7, 11)
    assert ends(7, 8, 9) == (10,)
    assert ends(4, 5, 6) == (3,)
    assert ends(8, 15, 22) == (1, 29)
    assert ends(8, 16, 24) == (0, 32)
    assert ends(10, 16, 22) == (4, 28)
    assert ends(14, 8, 2) == ()
    assert ends(13, 19, 25) == (31,)


@pytest.mark.parametrize(
    "measures", [(2, 3, 3), (3, 2, 3), (21, 3, 3), (3, 21, 3), (3, 3, 2), (3, 3, 4), (5, 7, 8), (-3, 3, 3), (0, 0, 0)]
)
def test_refuses_sizes_beyond_the_limits(measures: tuple[int, int, int]) -> None:
    assert not is_playable(*measures)
    with pytest.raises(ValueError, match="no such board"):
        grid(*measures)


@pytest.mark.parametrize("measures", [(3, 3, 3), (20, 20, 20), (3, 20, 20), (20, 3, 3), (5, 7, 7)])
def test_accepts_sizes_within_the_limits(measures: tuple[int, int, int]) -> None:
    assert is_playable(*measures)
    assert grid(*measures).lines


def test_grids_with_the_same_size_are_equal() -> None:
    first = grid(7, 8, 4)
    grid.cache_clear()
    assert grid(7, 8, 4) is not first
    assert grid(7, 8, 4) == first
    assert hash(grid(7, 8, 4)) == hash(first)
    assert grid(8, 7, 4) != first
    assert first != (7, 8, 4)
    assert pickle.loads(pickle.dumps(first)) == first
    assert repr(first) == "grid(7, 8, 4)"


def test_the_cache_has_a_maximum_size() -> None:
    for rows in range(3, 21):
        for cols in range(3, 21):
            grid(rows, cols, 3)
    assert grid.cache_info().currsize <= 64
