"""Decide what a command does to a game: `decide` returns the events it causes, or the refusal. It changes nothing
itself.
"""

from collections.abc import Callable
from typing import Any

from noughts.games import end_decisions, move_decisions, offer_decisions, seat_decisions
from noughts.games.decision import Context, Decision, Played
from noughts.games.game import Game
from noughts.games.orders import (
    ClaimAbsence,
    ComputerMove,
    DecidedCommand,
    DeleteGame,
    EndIdle,
    EndOnTime,
    ExcuseDowntime,
    LeaveSeat,
    TakeSeat,
    TakeSeatBack,
)
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.refusals import Refusal


def decide(game: Game, command: DecidedCommand, context: Context) -> Decision:
    """Return the events that `command` causes in `game`, or the refusal."""
    return decide_played(game, command, context)[0]


def decide_played(game: Game, command: DecidedCommand, context: Context) -> Played:
    """Return the same, and for a move the position after it, so that `apply` need not play it again."""
    if game.deleted:
        return Refusal("no_such_game"), None
    kind = type(command)
    move = _MOVE_DECIDERS.get(kind)
    if move is not None:
        if game.stand_in is None:
            return move(game, command, context)
        decision, position = move(game, command, context)
    else:
        decision, position = _DECIDERS[kind](game, command, context), None
    if game.stand_in is None or isinstance(decision, Refusal) or not decision:
        return decision, position
    # The player acts, so they are back, and the computer stops playing for them.
    is_back = game.seat_of(context.player) == game.stand_in
    return ((e.SeatGivenBack(game.stand_in), *decision) if is_back else decision), position


_MOVE_DECIDERS: dict[type, Callable[[Game, Any, Context], Played]] = {
    c.MakeMove: move_decisions.make_move,
    ComputerMove: move_decisions.computer_move,
}

_DECIDERS: dict[type, Callable[[Game, Any, Context], Decision]] = {
    c.StartGame: end_decisions.start_game,
    c.Resign: end_decisions.resign,
    c.Abort: end_decisions.abort,
    c.Offer: offer_decisions.offer,
    c.AcceptOffer: offer_decisions.accept,
    c.DeclineOffer: offer_decisions.decline,
    c.GiveTime: offer_decisions.give_time,
    c.PlayAgain: offer_decisions.play_again,
    c.DeclineChallenge: seat_decisions.decline_challenge,
    TakeSeat: seat_decisions.take_seat,
    LeaveSeat: seat_decisions.leave_seat,
    EndOnTime: end_decisions.end_on_time,
    ExcuseDowntime: end_decisions.excuse_downtime,
    ClaimAbsence: seat_decisions.claim_absence,
    TakeSeatBack: seat_decisions.take_seat_back,
    EndIdle: end_decisions.end_idle,
    DeleteGame: end_decisions.delete,
}
