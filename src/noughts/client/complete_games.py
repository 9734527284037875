"""Every complete game of 3x3 tic-tac-toe, and what the board must show after each move.

Independent of `noughts.rules` on purpose: the server is compared with code that it does not run itself.
"""

import random
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

HOW_MANY = 255_168

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

# Whether marks on these cells, as a bit for each cell, contain a line.
_HAS_LINE = tuple(
    any(marks & line == line for line in [sum(1 << cell for cell in line) for line in _LINES])
    for marks in range(1 << 9)
)

Cells = tuple[int, ...]


class Expected(Struct, frozen=True):
    """The board after some moves. `winner` is None in a running game and in a tie."""

    cells: str
    is_over: bool
    winner: str | None
    lines: frozenset[Cells]


# Neighbours in the list of all games share most of their moves.
@lru_cache(maxsize=65_536)
def expected_after(moves: Cells, empty: str = ".") -> Expected:
    """Return what the board shows after these moves."""
    cells = [empty] * 9
    for number, cell in enumerate(moves):
        cells[cell] = "XO"[number % 2]
    lines = frozenset(line for line in _LINES if cells[line[0]] != empty and len({cells[cell] for cell in line}) == 1)
    winner = cells[next(iter(lines))[0]] if lines else None
    return Expected("".join(cells), bool(lines) or empty not in cells, winner, lines)


def complete_games() -> Iterator[Cells]:
    """Return all 255,168 of them, each as its cells in the order of play."""
    yield from _going_on_from((), 0, 0)


def _going_on_from(moves: Cells, mover: int, last_mover: int) -> Iterator[Cells]:
    """Return all games that begin with these moves. The other two are the players' marks, as a bit for each cell."""
    if _HAS_LINE[last_mover] or len(moves) == 9:
        yield moves
        return
    for cell in range(9):
        if cell not in moves:
            yield from _going_on_from((*moves, cell), last_mover, mover | 1 << cell)


def random_games(count: int, seed: int) -> Iterator[Cells]:
    """Return this many complete games, each with random moves."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(count):
        moves: Cells = ()
        while not expected_after(moves).is_over:
            moves = (*moves, chance.choice([cell for cell in range(9) if cell not in moves]))
        yield moves
