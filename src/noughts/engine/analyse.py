"""The value of every move of a position: exact if the board can be solved, otherwise from a search."""

from random import Random

from noughts.engine import kernels
from noughts.engine.choose import check, is_trained_for
from noughts.engine.exact import solve
from noughts.engine.plain import look
from noughts.engine.swap2 import judge_swap2
from noughts.engine.thinking import Analysis, Thinking, Valued
from noughts.engine.ultimate_eye import quick_values
from noughts.rules import Position
from noughts.rules.mnk import MnkPosition
from noughts.rules.swap2 import Swap2Position
from noughts.rules.ultimate import UltimatePosition


def analyse(position: Position, milliseconds: int) -> Analysis:
    """Return every move with its value, the best first. Raises GameIsOver, UnknownPosition and BadThinking."""
    Thinking(milliseconds=milliseconds)
    check(position)
    moves = _judged(position, milliseconds)
    return Analysis(
        value=moves[0].value, exact=moves[0].exact, moves=moves, plain=not kernels.is_warm() and not moves[0].exact
    )


def _judged(position: Position, milliseconds: int) -> tuple[Valued, ...]:
    if isinstance(position, Swap2Position):
        return judge_swap2(position, milliseconds, analyse)
    solution = solve(position)
    if solution is not None:
        return tuple(
            Valued(move=one.move, value=float(one.value), exact=True, distance=one.distance) for one in solution.moves
        )
    if isinstance(position, UltimatePosition):
        return _in_ultimate(position, milliseconds)
    assert isinstance(position, MnkPosition)
    return _on_a_large_board(position, milliseconds)


def _in_ultimate(position: UltimatePosition, milliseconds: int) -> tuple[Valued, ...]:
    if not kernels.is_warm():
        return quick_values(position, 2, Random(0))
    from noughts.engine.ultimate import thinker

    return thinker().judge_all(position, milliseconds)


def _on_a_large_board(position: MnkPosition, milliseconds: int) -> tuple[Valued, ...]:
    if not kernels.is_warm():
        return look(position, Random(0))
    if position.gravity:
        from noughts.engine.gravity_search import search

        return search(position, milliseconds, every_value=True).moves
    if position.maker_breaker:
        from noughts.engine.order_search import search as search_order

        return search_order(position, milliseconds, every_value=True).moves
    if is_trained_for(position):
        from noughts.engine.five_thinker import thinker

        return thinker().judge_all(position, milliseconds)
    from noughts.engine.mnk_search import judge

    return judge(position, milliseconds).moves
