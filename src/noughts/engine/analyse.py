"""The value of every move of a position: exact where the board can be solved, searched elsewhere."""

from random import Random

from noughts.engine import kernels
from noughts.engine.exact import solve
from noughts.engine.plain import look
from noughts.engine.thinking import Analysis, GameIsOver, Thinking, UnknownPosition, Valued
from noughts.rules import Position
from noughts.rules.mnk import MnkPosition
from noughts.rules.ultimate import UltimatePosition


def analyse(position: Position, milliseconds: int) -> Analysis:
    """Every move with its value, the best first. Raises GameIsOver, UnknownPosition and BadThinking."""
    Thinking(milliseconds=milliseconds)
    if not isinstance(position, MnkPosition | UltimatePosition):
        raise UnknownPosition(f"no engine for {type(position).__name__}")
    if position.outcome() is not None:
        raise GameIsOver("the game is over")
    solution = solve(position)
    if solution is not None:
        moves = tuple(
            Valued(move=one.move, value=float(one.value), exact=True, distance=one.distance) for one in solution.moves
        )
        return Analysis(value=float(solution.value), exact=True, moves=moves)
    seen = look(position, Random(0))
    return Analysis(value=seen[0].value, exact=seen[0].exact, moves=seen, plain=not kernels.is_warm())
