"""How a weaker player sees a large board: not as far, and not every row. Data only: `levels` has one for each level."""

from msgspec import Struct


class Sight(Struct, frozen=True, kw_only=True):
    """What a player sees. The default sees all.

    `depth` is how many plies it looks ahead. `chains` says whether it searches for wins by fours beyond that.
    `overlooks_four` and `overlooks_three` are the chances to overlook a row, column or diagonal on which a side lacks
    one mark or two; on diagonals it happens more often, with one's own marks less. `slack` is how much worse than the
    best a move may seem (on the scale of values, -1 to 1) and still be played.
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
