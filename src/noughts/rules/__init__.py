"""The rules of every game: positions, moves, outcomes, notation, the registry. Pure: no I/O, no clock, no chance."""

from noughts.rules.outcome import DRAW, MARKS, Mark, Outcome, Reason, other
from noughts.rules.position import EMPTY, IllegalCode, IllegalMove, ImpossiblePosition, Move, Position
from noughts.rules.variants import VARIANTS, UnknownVariant, Variant, find_variant, size_name

__all__ = [
    "DRAW",
    "EMPTY",
    "MARKS",
    "VARIANTS",
    "IllegalCode",
    "IllegalMove",
    "ImpossiblePosition",
    "Mark",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "UnknownVariant",
    "Variant",
    "find_variant",
    "other",
    "size_name",
]
