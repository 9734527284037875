"""What is asked of a game: commands of its players, and the server's own orders, which no client can send."""

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
    """The server's own command after it was away from one time to another."""

    from_ms: int
    to_ms: int
    id: str | None = None


class ComputerMove(Struct, frozen=True, kw_only=True):
    """The computer's own move in the seat that it plays. `unprepared`: made at a glance, see `MoveMade`."""

    seat: Seat
    move: Move
    ply: int
    unprepared: bool = False
    id: str | None = None


class ClaimAbsence(Struct, frozen=True, kw_only=True):
    """What the one who stayed wants, once it is known since when the other is gone; None when it is here.

    The server says it too, for the one who stayed, where it was agreed on when the game was made.
    """

    claimant: PlayerId
    what: Literal["win", "draw", "computer"]
    gone: Gone | None
    level: int = c.STAND_IN_LEVEL
    id: str | None = None


class TakeSeatBack(Struct, frozen=True):
    """The server's own command when somebody is back for whom the computer plays."""

    player: PlayerId
    id: str | None = None


class EndIdle(Struct, frozen=True, kw_only=True):
    """The server's own command in a game that nobody has touched since these times.

    Where nobody has moved it is removed, where somebody has it is cancelled.
    """

    remove_before_ms: int
    cancel_before_ms: int
    id: str | None = None


class DeleteGame(Struct, frozen=True):
    """Let there be no trace of the game, for neither of the two."""

    id: str | None = None


# All of a game's commands but `Exit`, which is about screens: of it the game hears `LeaveSeat`, if anything.
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
