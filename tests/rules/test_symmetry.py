from itertools import pairwise

import pytest

from noughts.rules import Symmetry, apply_symmetry, canonical_cells, find_variant, symmetries
from noughts.rules.ultimate import BOARD_OF, PLACE_OF


@pytest.mark.parametrize(("rows", "cols", "count"), [(3, 3, 8), (9, 9, 8), (20, 20, 8), (3, 4, 4), (7, 5, 4)])
def test_counts_the_symmetries_and_includes_the_identity(rows: int, cols: int, count: int) -> None:
    found = symmetries(rows, cols)
    assert len(set(found)) == len(found) == count
    assert found[0] == tuple(range(rows * cols))
    assert all(sorted(symmetry) == list(range(rows * cols)) for symmetry in found)


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 6), (5, 5)])
def test_symmetries_form_a_group(rows: int, cols: int) -> None:
    found = set(symmetries(rows, cols))
    assert {tuple(one[cell] for cell in two) for one in found for two in found} == found


@pytest.mark.parametrize("name", ["classic", "4x4", "mnk-3x5-3", "gomoku"])
def test_symmetries_map_lines_to_lines(name: str) -> None:
    variant = find_variant(name)
    for symmetry in symmetries(variant.rows, variant.cols):
        for row in range(variant.rows):
            turned = [symmetry.index(row * variant.cols + col) for col in range(variant.cols)]
            steps = {after - before for before, after in pairwise(turned)}
            assert len(steps) == 1
            assert abs(steps.pop()) in (1, variant.cols)


def test_turns_a_pattern() -> None:
    pictures = {apply_symmetry(symmetry, "XO.......") for symmetry in symmetries(3, 3)}
    assert pictures == {
        "XO.......",
        ".OX......",
        "X..O.....",
        "..X..O...",
        "......XO.",
        ".......OX",
        "...O..X..",
        ".....O..X",
    }
    assert {canonical_cells(3, 3, picture) for picture in pictures} == {min(pictures)}


@pytest.mark.parametrize("symmetry", symmetries(9, 9))
def test_in_ultimate_boards_and_cells_turn_together(symmetry: Symmetry) -> None:
    """Check that a symmetry of the whole grid moves the boards, and the cells in each, by the same small one."""
    boards = {(BOARD_OF[cell], BOARD_OF[symmetry[cell]]) for cell in range(81)}
    places = {(PLACE_OF[cell], PLACE_OF[symmetry[cell]]) for cell in range(81)}
    assert boards == places
    assert tuple(old for _, old in sorted(boards)) in symmetries(3, 3)
