"""Positions of large boards, drawn as text and made at random."""

from random import Random

from noughts.rules import find_variant
from noughts.rules.grid import grid
from noughts.rules.mnk import MnkPosition

SIDE = 15


def gomoku(*rows: str, to_move: str = "X") -> MnkPosition:
    """Return a position of gomoku: see `drawn`."""
    return drawn("gomoku", *rows, to_move=to_move)


def drawn(variant: str, *rows: str, to_move: str = "X") -> MnkPosition:
    """Return a position on 15x15 from its rows, starting at the top; empty rows at the bottom can be left out.

    Harmless marks far apart near the lower edge are added, so that both sides have made the right number of moves.
    """
    cells = "".join(row.ljust(SIDE, ".") for row in rows).ljust(SIDE * SIDE, ".")
    for free in HARMLESS:
        surplus = cells.count("X") - cells.count("O") - (to_move == "O")
        if surplus == 0:
            break
        cells = cells[:free] + ("O" if surplus > 0 else "X") + cells[free + 1 :]
    position = find_variant(variant).restore(cells, None)
    assert isinstance(position, MnkPosition)
    assert position.to_move == to_move
    return position


# No line contains two of them.
HARMLESS = [14 * SIDE + 14, 14 * SIDE, 14 * SIDE + 7, 9 * SIDE + 14, 9 * SIDE]


def at(name: str) -> int:
    """Return the cell in column a, b, c … and row 1, 2, 3 … from the top."""
    return (int(name[1:]) - 1) * SIDE + ord(name[0]) - ord("a")


def random_position(chance: Random, rows: int, cols: int, in_a_row: int, most: int) -> MnkPosition:
    """Return a position after up to `most` random moves, not over."""
    position = MnkPosition.start(grid(rows, cols, in_a_row))
    for _ in range(chance.randint(0, most)):
        after = position.play(chance.choice(position.legal_moves()))
        if after.outcome() is not None:
            break
        position = after
    return position
