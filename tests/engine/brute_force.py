"""Every value and distance by looking at everything, on the naive rules: a second opinion that shares nothing."""

from tests.rules.naive import NaiveBoard, naive_start

# What somebody gets with best play (1, 0, -1), and after how many plies.
Worth = tuple[int, int]
# By (cell, mark), for whoever makes the move.
Options = dict[tuple[int, str], Worth]


def brute_force(variant: str) -> dict[str, Options]:
    """The worth of every move in every position in which the game goes on."""
    start = naive_start(variant)
    assert isinstance(start, NaiveBoard)
    worths: dict[str, Worth] = {}
    found: dict[str, Options] = {}
    _judge(start, worths, found)
    return found


def best_of(options: Options) -> Worth:
    """The fastest win or the slowest of anything else."""
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
