"""Every value and distance by brute force on the naive rules, independent of the engine."""

from tests.rules.naive import NaiveBoard

# The result with best play (1, 0, -1), and the number of plies to it.
Worth = tuple[int, int]
# By (cell, mark), for the player who makes the move.
Options = dict[tuple[int, str], Worth]


def brute_force(start: NaiveBoard) -> dict[str, Options]:
    """Return the value of every move in every unfinished position."""
    worths: dict[str, Worth] = {}
    found: dict[str, Options] = {}
    _judge(start, worths, found)
    return found


def best_of(options: Options) -> Worth:
    """Return the fastest win, otherwise the slowest draw or loss."""
    best = max(value for value, _ in options.values())
    lengths = [distance for value, distance in options.values() if value == best]
    return best, min(lengths) if best > 0 else max(lengths)


def _judge(board: NaiveBoard, worths: dict[str, Worth], found: dict[str, Options]) -> Worth:
    cells = board.cells()
    if cells in worths:
        return worths[cells]
    result = board.result()
    if result is not None:
        worths[cells] = 0 if result == "draw" else 1 if result == board.mover else -1, 0
    else:
        options = found[cells] = {}
        for row, col, mark in board.moves():
            value, distance = _judge(board.after((row, col, mark)), worths, found)
            options[row * len(board.rows[0]) + col, mark] = -value, distance + 1
        worths[cells] = best_of(options)
    return worths[cells]
