"""Commands to a game: those of its players, and the server's own, which no client can send."""

from typing import Literal

from msgspec import Struct

from noughts.games.absence import Gone
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId, Seat
from noughts.rules import Move


class TakeSeat(Struct, frozen=True):
    """`JoinGame`, once the game is found."""

    id: str | None = None


class LeaveSeat(Struct, frozen=True):
    """`Exit` from a game that was not started."""

    id: str | None = None


class EndOnTime(Struct, frozen=True):
    """The server's own command when a clock has reached zero."""

    id: str | None = None


class ExcuseDowntime(Struct, frozen=True):
    """The server's own command after it was down between these two times."""

    from_ms: int
    to_ms: int
    id: str | None = None


class ComputerMove(Struct, frozen=True, kw_only=True):
    """The computer's own move in the seat that it plays. `unprepared`: made after a brief search, see `MoveMade`."""

    seat: Seat
    move: Move
    ply: int
    unprepared: bool = False
    id: str | None = None


class ClaimAbsence(Struct, frozen=True, kw_only=True):
    """The remaining player's claim, and the opponent's absence; None if the opponent is present.

    If the setup decides what happens, the server sends it on behalf of the remaining player.
    """

    claimant: PlayerId
    what: Literal["win", "draw", "computer"]
    gone: Gone | None
    level: int = c.STAND_IN_LEVEL
    id: str | None = None


class TakeSeatBack(Struct, frozen=True):
    """The server's own command when a player returns for whom the computer is playing."""

    player: PlayerId
    id: str | None = None


class EndIdle(Struct, frozen=True, kw_only=True):
    """The server's own command in a game without activity since these times.

    A game without moves is removed; one with moves is cancelled.
    """

    remove_before_ms: int
    cancel_before_ms: int
    id: str | None = None


class DeleteGame(Struct, frozen=True):
    """Delete the game for both players."""

    id: str | None = None


# All game commands except `Exit`, which changes screens: the game receives at most a `LeaveSeat`.
DecidedCommand = (
    c.StartGame
    | c.MakeMove
    | c.Resign
    | c.Abort
    | c.Offer
    | c.AcceptOffer
    | c.DeclineOffer
    | c.GiveTime
    | c.PlayAgain
    | c.DeclineChallenge
    | TakeSeat
    | LeaveSeat
    | EndOnTime
    | ExcuseDowntime
    | ComputerMove
    | ClaimAbsence
    | TakeSeatBack
    | EndIdle
    | DeleteGame
)
