"""Choose, among equal moves, the one that gives the opponent the most ways to go wrong. Only for solved positions."""

from functools import lru_cache

from noughts.engine.exact import WHOLE_BOARD, Solution, solve
from noughts.rules import Position

# On boards with up to this many cells, the whole rest of the game is searched. On other solved boards, and where marks
# vanish and a game can be long, only the next reply is.
FULLY_SEARCHED_CELLS = 9
OBVIOUS_PLIES = 2


@lru_cache(maxsize=50_000)
def expected_result(after: Position) -> float:
    """Return the expected result, -1 to 1, of a perfect player who has just moved against a naive opponent.

    This opponent takes a win, blocks one, and otherwise plays at random. Larger boards return zero: their solutions are
    not kept, and solving each one again would take too long.
    """
    if len(after.cells) > WHOLE_BOARD:
        return 0.0
    outcome = after.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else -1.0 if outcome.winner == after.to_move else 1.0
    solution = _solved(after)
    wins = [one for one in solution.moves if one.value > 0 and one.distance == 1]
    blunders = [one for one in solution.moves if one.value < 0 and one.distance <= OBVIOUS_PLIES]
    likely = wins or [one for one in solution.moves if one not in blunders] or blunders
    if len(after.cells) > FULLY_SEARCHED_CELLS or after.marks_by_age:
        return sum(-float(one.value) for one in likely) / len(likely)
    return sum(_best_expected_result(after.play(one.move)) for one in likely) / len(likely)


def _best_expected_result(position: Position) -> float:
    """Return the expected result of a perfect player who is to move."""
    outcome = position.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else 1.0 if outcome.winner == position.to_move else -1.0
    solution = _solved(position)
    if solution.value > 0:
        return 1.0
    return max(expected_result(position.play(one.move)) for one in solution.moves if one.value == solution.value)


def _solved(position: Position) -> Solution:
    solution = solve(position)
    assert solution is not None
    return solution
