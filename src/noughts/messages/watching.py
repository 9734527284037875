"""Running games that may be watched, as the API lists them."""

from noughts.messages.answers import Part
from noughts.messages.board_state import Players
from noughts.messages.ids import GameId
from noughts.messages.setup import ClockSetting


class LiveGame(Part, frozen=True, kw_only=True):
    """A public game that is being played. `since_ms` is when both seats were taken, and `players` has the player in
    each seat.
    """

    id: GameId
    variant: str
    rounds: int
    clock: ClockSetting | None
    rated: bool
    players: Players
    since_ms: int
