"""What has happened in a game, in the past tense: exactly what is stored. Old rows must decode for ever.

So fields are only ever added, with a default, and no event is renamed.
"""

from typing import Literal

from msgspec import Struct

from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import Mark

Offered = Literal["draw", "takeback"]

# `absent`: the other was gone, and this was claimed. `cancelled`: nobody moved for too long, and it counts for nobody.
# `declined`: the one for whom it waited by name did not want it.
EndReason = Literal["line", "full", "resigned", "agreed", "time", "aborted", "score", "absent", "cancelled", "declined"]


class Event(Struct, frozen=True, tag=True, tag_field="type", rename="camel", omit_defaults=True, gc=False):
    """A fact of a game."""


class GameCreated(Event, frozen=True):
    """`player` opened the game and sits at `seat`; a rematch, or a game with the computer, has both from the start."""

    setup: Setup
    player: PlayerId
    seat: Seat
    rematch_of: GameId | None = None
    other: PlayerId | None = None


class PlayerJoined(Event, frozen=True):
    player: PlayerId
    seat: Seat


class PlayerLeft(Event, frozen=True):
    """A seat was given up before the game was started."""

    seat: Seat


class GameStarted(Event, frozen=True):
    pass


class MoveMade(Event, frozen=True):
    """`unprepared` marks a move that the computer made at a glance, while its real thinking was not ready yet.

    `by_computer` marks one that it made in the seat of somebody who was gone.
    """

    cell: int
    mark: Mark
    unprepared: bool = False
    by_computer: bool = False


class OfferMade(Event, frozen=True):
    what: Offered
    by: Seat


class OfferDeclined(Event, frozen=True):
    """The offer that `by` had made is off."""

    what: Offered
    by: Seat


class MovesTakenBack(Event, frozen=True):
    """The board is again as it was after `ply` moves of this round."""

    ply: int


class TimeGiven(Event, frozen=True):
    to: Seat
    ms: int


class DowntimeExcused(Event, frozen=True):
    """The server was not there for so long while a clock ran: that time is given back."""

    ms: int


class RoundFinished(Event, frozen=True):
    winner: Seat | None
    reason: EndReason
    line: tuple[int, ...] = ()


class RoundStarted(Event, frozen=True):
    """The seats are swapped: who was O starts as X."""


class GameFinished(Event, frozen=True):
    winner: Seat | None
    reason: EndReason


class PlayAgainAnswered(Event, frozen=True):
    """No variant means that of the game which is over."""

    by: Seat
    value: bool
    variant: str | None = None


class RematchAgreed(Event, frozen=True):
    next_game: GameId


class SeatTakenOver(Event, frozen=True):
    """The computer plays on, at this level, for the one who sits here and is gone. The seat stays that player's."""

    seat: Seat
    level: int


class SeatGivenBack(Event, frozen=True):
    """Whoever sits here is back, and plays again."""

    seat: Seat


class GameDeleted(Event, frozen=True):
    """The last event of a game. What came before is erased soon after, and this as well."""


AnyEvent = (
    GameCreated
    | PlayerJoined
    | PlayerLeft
    | GameStarted
    | MoveMade
    | OfferMade
    | OfferDeclined
    | MovesTakenBack
    | TimeGiven
    | DowntimeExcused
    | RoundFinished
    | RoundStarted
    | GameFinished
    | PlayAgainAnswered
    | RematchAgreed
    | SeatTakenOver
    | SeatGivenBack
    | GameDeleted
)


class Change(Struct, frozen=True, gc=False):
    """One accepted change of a game: the row (game, version) of the journal."""

    game: GameId
    version: int
    at_ms: int
    player: PlayerId | None
    command_id: str | None
    events: tuple[AnyEvent, ...]
