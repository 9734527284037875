"""What has happened in a game, in the past tense: exactly what is stored. Old rows must always decode.

So new fields must have a default, and no field is removed and no event renamed.
"""

from typing import Literal

from msgspec import Struct

from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import Mark

Offered = Literal["draw", "takeback"]

# `absent`: a player was absent, and the opponent claimed. `cancelled`: nobody moved for too long, so the game doesn't
# count. `declined`: the invited player declined.
EndReason = Literal[
    "line", "full", "repetition", "move_limit",
    "resigned", "agreed", "time", "aborted", "score", "absent", "cancelled", "declined",
]  # fmt: skip


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
    """A player left their seat before the game started."""

    seat: Seat


class GameStarted(Event, frozen=True):
    pass


class MoveMade(Event, frozen=True):
    """`unprepared` marks a move that the computer made after a brief search, because its engine was not ready.

    `by_computer` marks a move that it made for an absent player.
    """

    cell: int
    mark: Mark
    unprepared: bool = False
    by_computer: bool = False


class OfferMade(Event, frozen=True):
    what: Offered
    by: Seat


class OfferDeclined(Event, frozen=True):
    """The offer made by `by` was declined or withdrawn."""

    what: Offered
    by: Seat


class MovesTakenBack(Event, frozen=True):
    """The board is again as it was after `ply` moves of this round."""

    ply: int


class TimeGiven(Event, frozen=True):
    to: Seat
    ms: int


class DowntimeExcused(Event, frozen=True):
    """No server ran for this long while a clock was running: the time is given back."""

    ms: int


class RoundFinished(Event, frozen=True):
    winner: Seat | None
    reason: EndReason
    line: tuple[int, ...] = ()


class RoundStarted(Event, frozen=True):
    """The seats are swapped: the player who was O starts as X."""


class GameFinished(Event, frozen=True):
    winner: Seat | None
    reason: EndReason


class PlayAgainAnswered(Event, frozen=True):
    """Without a variant, the variant of the finished game is meant."""

    by: Seat
    value: bool
    variant: str | None = None


class RematchAgreed(Event, frozen=True):
    next_game: GameId


class SeatTakenOver(Event, frozen=True):
    """The computer plays on, at this level, for an absent player, who keeps the seat."""

    seat: Seat
    level: int


class SeatGivenBack(Event, frozen=True):
    """The player of this seat is back, and plays again."""

    seat: Seat


class GameDeleted(Event, frozen=True):
    """The last event of a game. Earlier events are erased soon after, and then this one."""


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
