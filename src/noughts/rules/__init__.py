"""The rules of every game: positions, moves, outcomes, notation, the registry. Pure: no I/O, no clock, no chance."""

from noughts.rules.notation import (
    BadNotation,
    cell_name,
    game_text,
    move_name,
    parse_cell,
    parse_game,
    parse_move,
    parse_position,
    position_text,
)
from noughts.rules.outcome import DRAW, MARKS, Mark, Outcome, Reason, other
from noughts.rules.position import EMPTY, MOVES, IllegalCode, IllegalMove, ImpossiblePosition, Move, Position, move_of
from noughts.rules.symmetry import Symmetry, apply_symmetry, canonical_cells, symmetries
from noughts.rules.variants import VARIANTS, UnknownVariant, Variant, find_variant, size_name

__all__ = [
    "DRAW",
    "EMPTY",
    "MARKS",
    "MOVES",
    "VARIANTS",
    "BadNotation",
    "IllegalCode",
    "IllegalMove",
    "ImpossiblePosition",
    "Mark",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Symmetry",
    "UnknownVariant",
    "Variant",
    "apply_symmetry",
    "canonical_cells",
    "cell_name",
    "find_variant",
    "game_text",
    "move_name",
    "move_of",
    "other",
    "parse_cell",
    "parse_game",
    "parse_move",
    "parse_position",
    "position_text",
    "size_name",
    "symmetries",
]
