"""The rotations and reflections of a grid. Positions that differ only by one of them are equivalent.

A symmetry is a permutation: the cell `symmetry[c]` of the old grid goes to the cell c of the new one.
"""

from functools import lru_cache
from typing import TypeAlias

Symmetry: TypeAlias = tuple[int, ...]


@lru_cache(maxsize=64)
def symmetries(rows: int, cols: int) -> tuple[Symmetry, ...]:
    """Return all symmetries of the grid, the identity first: eight on a square, four on any other grid."""
    upright = [[row * cols + col for col in range(cols)] for row in range(rows)]
    grids = [upright]
    if rows == cols:
        grids.append([list(column) for column in zip(*upright, strict=True)])
    found = []
    for lines in grids:
        for down in (lines, lines[::-1]):
            found.append(tuple(cell for line in down for cell in line))
            found.append(tuple(cell for line in down for cell in line[::-1]))
    return tuple(found)


def apply_symmetry(symmetry: Symmetry, cells: str) -> str:
    """Return the cells, transformed by the symmetry."""
    return "".join([cells[cell] for cell in symmetry])


def canonical_cells(rows: int, cols: int, cells: str) -> str:
    """Return the same text for all positions that are the same up to symmetry: the first in alphabetical order.

    With small boards, the caller must transform the boards to play in as well, by the symmetry of the boards.
    """
    return min(apply_symmetry(symmetry, cells) for symmetry in symmetries(rows, cols))
