"""What both ends of Piskvork's protocol need: its rule numbers and its coordinates.

The protocol is Gomocup's: a manager runs the match and asks programs ("brains") for moves. See docs/engine.md.
"""

import re

from noughts.rules import Variant
from noughts.rules.caro import CaroPosition
from noughts.rules.exact import ExactPosition
from noughts.rules.mnk import MnkPosition

IN_A_ROW = 5
NO_LIMIT_MS = 2_147_483_647
# The protocol's numbers are bits. There is no variant here for playing on after a win (2) and for renju (4).
RULES: dict[int, type[MnkPosition]] = {0: MnkPosition, 1: ExactPosition, 8: CaroPosition}

_NUMBERS = re.compile(r"\s*\d{1,4}\s*(?:,\s*\d{1,4}\s*)*")


def rule_of(variant: Variant) -> int | None:
    """Return the protocol's number for the rules of a variant, or None if it has none."""
    kind = type(variant.start())
    return next((rule for rule, known in RULES.items() if known is kind and variant.in_a_row == IN_A_ROW), None)


def numbers_in(text: str) -> list[int]:
    """Return numbers that are separated by commas; an empty list if the text contains anything else."""
    return [int(number) for number in text.split(",")] if _NUMBERS.fullmatch(text) else []


def point(cell: int, cols: int) -> str:
    """Return the coordinates of a cell: its column and its row, from 0."""
    row, col = divmod(cell, cols)
    return f"{col},{row}"
