"""The only entry point for playing: picks a move, using the best method for the position.

Small boards are solved; Ultimate, Connect Four, Order and Chaos and large boards are searched. Without kernels a
shallow search answers. A level limits each of these methods: see `levels`.
"""

from random import Random

from noughts.engine import kernels
from noughts.engine.exact import Judged, Solution, rank, solve
from noughts.engine.levels import LEVELS, Level
from noughts.engine.plain import look
from noughts.engine.swap2 import choose_in_swap2
from noughts.engine.thinking import Choice, GameIsOver, Thinking, UnknownPosition, Valued
from noughts.engine.traps import expected_result
from noughts.engine.ultimate_eye import quick_values
from noughts.rules import Position
from noughts.rules.mnk import MnkPosition
from noughts.rules.swap2 import Swap2Position
from noughts.rules.ultimate import UltimatePosition

FULL_SIGHT = 1_000
MASTER = LEVELS[-1]
RANDOMNESS = 0.3
# Expected results that differ by less count as equal.
TIE_MARGIN = 0.05
# The evaluation for five in a row was trained on boards of 9x9 to 20x20.
FIVE, SMALLEST_TRAINED = 5, 9


def choose(position: Position, thinking: Thinking, seed: int) -> Choice:
    """Return a move for the side to move. The same seed gives the same move, unless the time limit decides how much is
    searched.

    Raises GameIsOver and UnknownPosition.
    """
    check(position)
    if isinstance(position, Swap2Position):
        return choose_in_swap2(position, thinking, seed, choose)
    level = MASTER if thinking.level is None else LEVELS[thinking.level - 1]
    milliseconds = thinking.milliseconds if thinking.level is None else min(thinking.milliseconds, level.milliseconds)
    chance = Random(seed)
    horizon = _horizon(level, chance)
    solution = solve(position)
    if solution is not None:
        return _from_solution(position, solution, level.trap_weight, horizon, chance)
    if isinstance(position, UltimatePosition):
        return _in_ultimate(position, level, milliseconds, horizon, chance)
    assert isinstance(position, MnkPosition)
    if position.gravity or position.maker_breaker:
        return _to_a_depth(position, level, milliseconds, horizon, chance)
    if thinking.level is None and kernels.is_warm() and is_trained_for(position):
        return _at_full_strength(position, milliseconds)
    return _on_a_large_board(position, level, milliseconds, horizon, chance)


def check(position: Position) -> None:
    """Raises GameIsOver and UnknownPosition."""
    if not isinstance(position, MnkPosition | UltimatePosition):
        raise UnknownPosition(f"no engine for {type(position).__name__}")
    if position.outcome() is not None:
        raise GameIsOver("the game is over")


def is_trained_for(position: Position) -> bool:
    """Return whether the evaluation for five in a row knows this kind of position."""
    grid = position.grid if type(position) is MnkPosition else None
    return grid is not None and grid.in_a_row == FIVE and min(grid.rows, grid.cols) >= SMALLEST_TRAINED


def _horizon(level: Level, chance: Random) -> int:
    """Return how many plies ahead the level sees this time."""
    drawn = chance.random()
    seen = sum(1 for part in level.sees if drawn < part)
    return FULL_SIGHT if seen == len(level.sees) else seen


def _from_solution(position: Position, solution: Solution, trap_weight: float, horizon: int, chance: Random) -> Choice:
    """Return the best move within the horizon.

    Positions beyond it get a rough value. A player with perfect sight also sets traps.
    """

    def appeal(one: Judged) -> tuple[float, float]:
        if one.value and one.distance <= horizon:
            return rank(one)
        after = position.play(one.move)
        if horizon == FULL_SIGHT:
            return 0.0, expected_result(after) + TIE_MARGIN * chance.random()
        return 0.0, trap_weight * expected_result(after) + RANDOMNESS * chance.random()

    appeals = [(appeal(one), one) for one in solution.moves]
    best = max(appeals, key=lambda pair: pair[0])[1]
    return Choice(move=best.move, value=float(best.value), exact=True, depth=best.distance)


def _in_ultimate(position: UltimatePosition, level: Level, milliseconds: int, horizon: int, chance: Random) -> Choice:
    if not kernels.is_warm() or level.simulations == 0 or horizon < 2:
        return _without_search(quick_values(position, min(horizon, 2), chance))
    from noughts.engine.ultimate import thinker

    expansions = level.simulations if level is not MASTER else None
    thought = thinker().think(position, milliseconds, expansions)
    best = _best_of_blurred(thought.moves, level.ultimate_blur, chance)
    return Choice(
        move=best.move, value=best.value, exact=best.exact, depth=thought.depth, simulations=thought.expansions
    )


def _to_a_depth(position: MnkPosition, level: Level, milliseconds: int, horizon: int, chance: Random) -> Choice:
    if not kernels.is_warm() or horizon == 0:
        return _without_search(look(position, chance, min(horizon, 2)))
    if position.gravity:
        from noughts.engine.gravity_search import search
    else:
        from noughts.engine.order_search import search

    depth = min(horizon, level.plies)
    found = search(position, milliseconds, depth, every_value=level is not MASTER)
    best = _best_of_blurred(found.moves, level.connect_four_blur if position.gravity else level.order_blur, chance)
    return Choice(move=best.move, value=best.value, exact=best.exact, depth=found.depth, simulations=found.nodes)


def _on_a_large_board(position: MnkPosition, level: Level, milliseconds: int, horizon: int, chance: Random) -> Choice:
    if not kernels.is_warm():
        return _without_search(look(position, chance, min(horizon, 2)))
    from noughts.engine.mnk_search import search

    found = search(position, milliseconds, chance.getrandbits(32), level.sight)
    return Choice(move=found.move, value=found.value, exact=found.proven, depth=found.depth, simulations=found.nodes)


def _at_full_strength(position: MnkPosition, milliseconds: int) -> Choice:
    from noughts.engine.five_thinker import thinker

    thought = thinker().think(position, milliseconds)
    best = thought.moves[0]
    return Choice(
        move=best.move, value=best.value, exact=best.exact, depth=thought.depth, simulations=thought.expansions
    )


def _best_of_blurred(moves: tuple[Valued, ...], blur: float, chance: Random) -> Valued:
    """Return the best move for a player who misjudges values by about this much but sees every proven result."""
    if not blur or abs(moves[0].value) == 1.0:
        return moves[0]
    return max(moves, key=lambda one: one.value + (0.0 if one.exact else chance.gauss(0.0, blur)))


def _without_search(moves: tuple[Valued, ...]) -> Choice:
    best = moves[0]
    return Choice(move=best.move, value=best.value, exact=best.exact, depth=2, plain=not kernels.is_warm())
