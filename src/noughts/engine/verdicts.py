"""Judge a move, given the value of every legal move. Pure: it searches no positions."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from noughts.engine.openings import is_standard
from noughts.engine.thinking import Valued
from noughts.rules import Move, Position

Verdict = Literal[
    # proven
    "forced",
    "only_move",
    "fastest_win",
    "kept_win",
    "kept_draw",
    "best_defence",
    "lost_sooner",
    "gave_away_win",
    "win_to_loss",
    "gave_away_draw",
    # searched
    "best",
    "good",
    "inaccuracy",
    "mistake",
    "blunder",
]

# How much less than the best move a searched move may be worth.
_LESS: tuple[tuple[float, Verdict], ...] = ((0.05, "best"), (0.15, "good"), (0.35, "inaccuracy"), (0.7, "mistake"))


# The same for a move of a standard opening.
STANDARD = 0.05


class Judgement(Struct, frozen=True, kw_only=True):
    """A move that was made: the verdict, and what share of the position's value was kept, 0 to 1.

    The share of a forced move is None, because it says nothing about its player.
    """

    verdict: Verdict
    played: Valued
    best: Valued
    kept: float | None


def judge(position: Position, moves: Sequence[Valued], made: Move) -> Judgement:
    """Return the verdict on `made`. `moves` are all legal moves of the position, best first.

    A move of a standard opening is good at least, unless the values are proven.
    """
    best, played = moves[0], next(one for one in moves if one.move == made)
    if len(moves) == 1:
        return Judgement(verdict="forced", played=played, best=best, kept=None)
    if best.exact and played.exact:
        verdict, kept = _proven(moves, played), float(played.value == best.value)
    else:
        less = max(0.0, best.value - played.value)
        if is_standard(position, made):
            less = min(less, STANDARD)
        verdict, kept = _searched(less), max(0.0, 1 - less)
    return Judgement(verdict=verdict, played=played, best=best, kept=kept)


def accuracy(judgements: Sequence[Judgement]) -> float | None:
    """Return the share of the value that these moves kept; None when there was never a choice."""
    kept = [one.kept for one in judgements if one.kept is not None]
    return sum(kept) / len(kept) if kept else None


def _proven(moves: Sequence[Valued], played: Valued) -> Verdict:
    best = moves[0]
    if played.value < best.value:
        if best.value <= 0:
            return "gave_away_draw"
        return "gave_away_win" if played.value == 0 else "win_to_loss"
    is_fastest = played.distance == best.distance
    if best.value < 0:
        return "best_defence" if is_fastest else "lost_sooner"
    if best.value > 0 and played.distance == 1:
        return "fastest_win"
    if sum(one.value >= best.value for one in moves) == 1:
        return "only_move"
    if best.value == 0:
        return "kept_draw"
    return "fastest_win" if is_fastest else "kept_win"


def _searched(less: float) -> Verdict:
    return next((verdict for bound, verdict in _LESS if less < bound), "blunder")
