"""The geometry of a rectangular board: which cells make up a line. Cells are bits: cell c is the bit 1 << c.

It knows nothing about marks or turns.
"""

from collections.abc import Iterator
from functools import lru_cache

SMALLEST_SIDE = 3
LARGEST_SIDE = 20
SHORTEST_LINE = 3


class Grid:
    """A board of rows x cols on which a line is `in_a_row` cells in a row. Get one from `grid`, which caches them."""

    __slots__ = ("cols", "in_a_row", "lines", "lines_through", "rows")

    def __init__(self, rows: int, cols: int, in_a_row: int) -> None:
        self.rows = rows
        self.cols = cols
        self.in_a_row = in_a_row
        self.lines = tuple(_lines(rows, cols, in_a_row))
        through: list[list[int]] = [[] for _ in range(rows * cols)]
        for line in self.lines:
            for cell in cells_of(line):
                through[cell].append(line)
        self.lines_through = tuple(tuple(lines) for lines in through)

    def __eq__(self, them: object) -> bool:
        if not isinstance(them, Grid):
            return NotImplemented
        return (self.rows, self.cols, self.in_a_row) == (them.rows, them.cols, them.in_a_row)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols, self.in_a_row))

    def __repr__(self) -> str:
        return f"grid({self.rows}, {self.cols}, {self.in_a_row})"

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.rows, self.cols, self.in_a_row)

    def ends_of(self, line: int) -> int:
        """Return the cells just before and just after a line, in its direction. At the edge of the board, one or both
        are missing.
        """
        first, second, *_ = cells_of(line)
        step = second - first
        row, col = divmod(first, self.cols)
        right = step if step == 1 else step - self.cols
        down = 0 if step == 1 else 1
        ends = 0
        for nth in (-1, self.in_a_row):
            if 0 <= row + nth * down < self.rows and 0 <= col + nth * right < self.cols:
                ends |= 1 << (first + nth * step)
        return ends


def is_playable(rows: int, cols: int, in_a_row: int) -> bool:
    """Return whether there is a game on such a board: sides within the limits, and room for a line."""
    short, long = sorted((rows, cols))
    return short >= SMALLEST_SIDE and SHORTEST_LINE <= in_a_row <= long <= LARGEST_SIDE


# Bounded, because clients may ask for any size. Grids compare by their size, so evicting one does no harm.
@lru_cache(maxsize=64)
def grid(rows: int, cols: int, in_a_row: int) -> Grid:
    """Return the grid with this size. Raises ValueError outside the limits."""
    if not is_playable(rows, cols, in_a_row):
        raise ValueError(f"no such board: {rows}x{cols}, {in_a_row} in a row")
    return Grid(rows, cols, in_a_row)


def cells_of(bits: int) -> tuple[int, ...]:
    """Return the cells whose bit is set, ascending."""
    cells = []
    while bits:
        lowest = bits & -bits
        cells.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cells)


def _lines(rows: int, cols: int, in_a_row: int) -> Iterator[int]:
    reach = in_a_row - 1
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + reach * down < rows and 0 <= col + reach * right < cols:
                    first, step = row * cols + col, down * cols + right
                    yield sum(1 << (first + step * nth) for nth in range(in_a_row))
