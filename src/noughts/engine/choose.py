"""The only entry for playing: picks the move, by whatever knows the position best.

Small boards are solved, Ultimate and large boards searched; without kernels a shallow look must do. A level puts its
own limits on each of them.
"""

from random import Random

from noughts.engine import kernels
from noughts.engine.exact import Solution, rank, solve
from noughts.engine.levels import LEVELS
from noughts.engine.plain import look, looks
from noughts.engine.thinking import Choice, GameIsOver, Thinking, UnknownPosition
from noughts.rules import Position
from noughts.rules.mnk import MnkPosition
from noughts.rules.ultimate import UltimatePosition

FULL_SIGHT = 1_000


def choose(position: Position, thinking: Thinking, seed: int) -> Choice:
    """A move for the side to move. The same seed gives the same move where no clock decides how much is searched.

    Raises GameIsOver and UnknownPosition.
    """
    if not isinstance(position, MnkPosition | UltimatePosition):
        raise UnknownPosition(f"no engine for {type(position).__name__}")
    if position.outcome() is not None:
        raise GameIsOver("the game is over")
    chance = Random(seed)
    horizon = _horizon(thinking, chance)
    solution = solve(position)
    if solution is not None:
        return _by_heart(position, solution, horizon, chance)
    return _at_a_glance(position, horizon, chance)


def _horizon(thinking: Thinking, chance: Random) -> int:
    """How many plies ahead it sees this time."""
    if thinking.level is None:
        return FULL_SIGHT
    sees = LEVELS[thinking.level - 1].sees
    throw = chance.random()
    seen = sum(1 for part in sees if throw < part)
    return FULL_SIGHT if seen == len(sees) else seen


def _by_heart(position: Position, solution: Solution, horizon: int, chance: Random) -> Choice:
    """The best of what is seen; among equals, whatever looks good."""
    judged = list(solution.moves)
    chance.shuffle(judged)

    def appeal(one: int) -> tuple[float, float]:
        move = judged[one]
        if move.value and move.distance <= horizon:
            return rank(move)
        return 0.0, looks(position, move.move, position.play(move.move)) + 0.3 * chance.random()

    best = judged[max(range(len(judged)), key=appeal)]
    return Choice(move=best.move, value=float(best.value), exact=True, depth=best.distance)


def _at_a_glance(position: Position, horizon: int, chance: Random) -> Choice:
    best = look(position, chance, min(horizon, 2))[0]
    return Choice(move=best.move, value=best.value, exact=best.exact, depth=2, plain=not kernels.is_warm())
