"""Combine what several searches found about one position. Pure: it searches nothing."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

from noughts.engine.thinking import Valued
from noughts.rules import Move


def keep_proofs(moves: Sequence[Valued], known: Iterable[Valued]) -> tuple[Valued, ...]:
    """Return `moves`, the best first, with the proofs of an earlier search that this one did not find again."""
    proofs = {one.move: one for one in known if one.exact}
    return _sorted([one if one.exact else proofs.get(one.move, one) for one in moves])


def after_reply(moves: Sequence[Valued], made: Move, reply: Valued | None, *, same_mover: bool) -> tuple[Valued, ...]:
    """Return `moves`, the best first, with the value of `made` taken from the best reply to it, if that is proven.

    So a review never calls a move good and the position after it lost. `same_mover` says that the player who made the
    move makes the next one too.
    """
    if reply is None or not reply.exact:
        return tuple(moves)
    distance = None if reply.distance is None else reply.distance + 1
    value = reply.value if same_mover else -reply.value
    proven = Valued(move=made, value=value, exact=True, distance=distance)
    return keep_proofs(moves, [proven])


def _sorted(moves: list[Valued]) -> tuple[Valued, ...]:
    # The sort is stable: moves of equal value keep the order of the search.
    return tuple(sorted(moves, key=attrgetter("value"), reverse=True))
