"""A shallow search of any position, in plain Python: it takes an immediate win, prevents an immediate loss, or plays
the move that looks best.

It is used until the kernels are compiled, and for levels that look no further.
"""

from random import Random

from noughts.engine.thinking import Valued
from noughts.rules import Move, Position
from noughts.rules.mnk import MnkPosition

NARROW = 60


def look(position: Position, chance: Random, horizon: int = 2) -> tuple[Valued, ...]:
    """Return every move with a rough value, best first, looking at most `horizon` plies ahead (0 to 2)."""
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    valued = [_valued(position, move, horizon, len(moves)) for move in moves]
    return tuple(sorted(valued, key=lambda one: one.value, reverse=True))


def _valued(position: Position, move: Move, horizon: int, width: int) -> Valued:
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        if horizon < 1:
            return Valued(move=move, value=0.0, exact=False)
        value = 0.0 if outcome.winner is None else 1.0 if outcome.winner == position.to_move else -1.0
        return Valued(move=move, value=value, exact=True, distance=1)
    if horizon >= 2 and _loses_at_once(after, width):
        return Valued(move=move, value=-1.0, exact=True, distance=2)
    return Valued(move=move, value=looks(position, move, after), exact=False)


def _loses_at_once(after: Position, width: int) -> bool:
    """Return whether the side to move wins with its next move. On wide boards only cells next to marks are checked."""
    replies = after.legal_moves()
    if width > NARROW and not after.boards:
        cols = _cols(after)
        replies = tuple(reply for reply in replies if _has_neighbour(after.cells, reply.cell, cols))
    return any(
        (outcome := after.play(reply).outcome()) is not None and outcome.winner == after.to_move for reply in replies
    )


def looks(position: Position, move: Move, after: Position) -> float:
    """Return how good a move looks, -0.5 to 0.5: near the middle, winning a board, next to the player's own marks."""
    boards = after.boards
    if boards:
        mine, theirs = position.to_move, after.to_move
        freed = 0.05 if len(after.open_boards) > 1 else 0.0
        return 0.04 * (boards.count(mine) - boards.count(theirs)) + 0.02 * _middle(move.cell, 9, 9) - freed
    cols = _cols(position)
    rows = len(position.cells) // cols
    return 0.2 * _middle(move.cell, rows, cols) + 0.2 * _has_neighbour(position.cells, move.cell, cols)


def _cols(position: Position) -> int:
    return position.grid.cols if isinstance(position, MnkPosition) else 9


def _middle(cell: int, rows: int, cols: int) -> float:
    row, col = divmod(cell, cols)
    away = abs(row - (rows - 1) / 2) / rows + abs(col - (cols - 1) / 2) / cols
    return 1.0 - away


def _has_neighbour(cells: str, cell: int, cols: int) -> bool:
    return any(
        0 <= cell + step < len(cells) and cells[cell + step] != "."
        for step in (-cols - 1, -cols, -cols + 1, -1, 1, cols - 1, cols, cols + 1)
    )
