"""What a weaker player sees of a large board: fewer plies ahead, and not every row. Data only: `levels` has one entry
for each level.
"""

from msgspec import Struct


class Sight(Struct, frozen=True, kw_only=True):
    """A player's field of view. By default it sees everything.

    `depth` is how many plies it looks ahead. `chains` says whether it searches for wins by fours beyond that.
    `overlooks_four` and `overlooks_three` are the chances to overlook a row, column or diagonal where a side lacks one
    or two marks. The chance is higher on diagonals, and lower for the player's own marks. `slack` is how much worse
    than the best move (on the scale of values, -1 to 1) a move may seem and still be played.
    """

    depth: int = 60
    chains: bool = True
    overlooks_four: float = 0.0
    overlooks_three: float = 0.0
    slack: float = 0.0

    @property
    def is_full(self) -> bool:
        """Whether nothing in sight is overlooked."""
        return not self.overlooks_four and not self.overlooks_three
