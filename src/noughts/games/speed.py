"""The speed of a game: the time that its clock gives each player for a whole round.

Records and ratings are kept by speed.
"""

from typing import Literal, get_args

from noughts.messages.setup import Setup
from noughts.rules import find_variant

Speed = Literal["untimed", "bullet", "blitz", "rapid", "correspondence"]

SPEEDS: tuple[Speed, ...] = get_args(Speed)

# The time each player has for a round, in seconds; more is rapid.
MOST_BULLET_SECONDS = 60
MOST_BLITZ_SECONDS = 300
# How many moves a player makes in a round: half the cells, but rarely more than this on a large board.
MOST_EXPECTED_MOVES = 25


def speed_of(setup: Setup) -> Speed:
    """Return the speed of a game with this setup."""
    clock = setup.clock
    if clock is None:
        return "untimed"
    if clock.base_seconds is None:
        return "correspondence"
    moves = min((find_variant(setup.variant).size + 1) // 2, MOST_EXPECTED_MOVES)
    seconds = clock.base_seconds + clock.increment_seconds * moves
    if seconds <= MOST_BULLET_SECONDS:
        return "bullet"
    return "blitz" if seconds <= MOST_BLITZ_SECONDS else "rapid"
