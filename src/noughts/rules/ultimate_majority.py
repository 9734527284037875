"""Ultimate with a majority: when nothing is left to play, the player who has won more small boards wins.

Bot arenas play by this rule. Everything else is Ultimate.
"""

from typing import ClassVar

from noughts.rules.outcome import DRAW, Mark, Outcome
from noughts.rules.ultimate import UltimatePosition


class UltimateMajorityPosition(UltimatePosition, frozen=True, eq=False, gc=False):
    """A position in which small boards are counted at the end."""

    most_boards_win: ClassVar[bool] = True

    @staticmethod
    def _when_full(boards: str) -> Outcome:
        lead = boards.count("X") - boards.count("O")
        winner: Mark = "X" if lead > 0 else "O"
        return Outcome(winner, "full") if lead else DRAW
