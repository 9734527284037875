"""Vanishing, solved completely by retrograde analysis: from the finished positions back to all that lead to them.

A position is its last six cells, oldest first, so there are 60,480 with six marks. Positions that are neither
won nor lost are draws: both players can go on until a position comes up for the third time. Takes about a second, once.
"""

from collections import deque
from functools import lru_cache
from itertools import permutations

from noughts.rules.grid import cells_of, grid
from noughts.rules.vanishing import MOST_MOVES, MOST_TIMES, ON_BOARD, VanishingPosition

# A win in d plies is WIN - d, and a loss in d plies is its negative. Larger than any distance.
WIN = 1_000
CELLS = frozenset(range(9))
_LINES = frozenset(bytes(cells) for line in grid(3, 3, 3).lines for cells in permutations(cells_of(line)))

Table = dict[bytes, int]


def value_after(after: VanishingPosition) -> tuple[int, int]:
    """Return the value for the player who has just moved (1 wins, 0 draws, -1 loses), and the plies from here to the
    end. A draw may take until the move limit.
    """
    outcome = after.outcome()
    if outcome is not None:
        return (0 if outcome.winner is None else 1), 0
    cells, worn = bytes(after.marks_by_age), _worn(after)
    table, key = _table(worn), _key(cells, after.ply, worn)
    # A worn position is a draw when it is entered again, but not while the players are in it.
    value = -(_best(table, cells, after.ply, worn) if key in worn else table.get(key, 0))
    left = MOST_MOVES - after.ply
    distance = WIN - abs(value)
    return (1 if value > 0 else -1, distance) if value and distance <= left else (0, left)


def _worn(position: VanishingPosition) -> frozenset[bytes]:
    """Return the positions that have come up so often that the next time is a draw, as keys."""
    trail, history = position.trail, bytes(position.history)
    first = position.ply - len(history)
    slices = [trail[end - ON_BOARD : end] for end in range(ON_BOARD, len(trail) + 1)]
    found = [end for end, one in enumerate(slices, ON_BOARD) if trail.count(one) == MOST_TIMES - 1]
    return frozenset(history[end - ON_BOARD : end] + bytes([(first + end) & 1]) for end in found)


def _key(cells: bytes, ply: int, worn: frozenset[bytes]) -> bytes:
    """Return the key of a position. It names the side to move only where the sides differ: both play the same game,
    but a worn position is worn for one of them.
    """
    return cells + bytes([ply & 1 if worn else 0])


@lru_cache(maxsize=4)
def _table(worn: frozenset[bytes]) -> Table:
    """Return the value of every won and every lost position for the side to move."""
    table = _with_six_marks(worn)
    for count in range(ON_BOARD - 1, -1, -1):
        for cells in map(bytes, permutations(CELLS, count)):
            value = -WIN if cells[-5::2] in _LINES else _best(table, cells, count, worn)
            if value:
                table[_key(cells, count, worn)] = value
    return table


def _best(table: Table, cells: bytes, ply: int, worn: frozenset[bytes]) -> int:
    """Return the value of a position for the side to move, from the values of the positions after it."""
    kept = cells[-ON_BOARD + 1 :]
    after = (_key(kept + bytes([cell]), ply + 1, worn) for cell in CELLS.difference(cells))
    return max(_one_ply_on(-table.get(key, 0)) for key in after)


def _one_ply_on(value: int) -> int:
    return value - (value > 0) + (value < 0)


def _with_six_marks(worn: frozenset[bytes]) -> Table:
    """Return the won and lost positions with six marks. The nearest to the end come first, so each is entered with its
    shortest win, or with its longest loss once all its moves are known to lose.
    """
    sides = (0, 1) if worn else (0,)
    table: Table = {}
    for cells in map(bytes, permutations(CELLS, ON_BOARD)):
        if cells[1::2] in _LINES:
            table.update((cells + bytes([side]), -WIN) for side in sides)
    losing: dict[bytes, int] = {}
    waiting = deque(table)
    while waiting:
        key = waiting.popleft()
        value = _one_ply_on(-table[key])
        side = sides[-1] - key[-1]
        # The move into this position was made on its newest cell, and the mark that went is on one of the others.
        for oldest in CELLS.difference(key[:ON_BOARD]):
            before = bytes([oldest, *key[: ON_BOARD - 1], side])
            if before in table or before in worn:
                continue
            losing[before] = losing.get(before, 0) + 1
            if value > 0 or losing[before] == len(CELLS) - ON_BOARD:
                table[before] = value
                waiting.append(before)
    return table
