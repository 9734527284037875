"""Decides the seats: joining, leaving, declining, and what follows an absence."""

from noughts.games import absence
from noughts.games.decision import Context, Decision
from noughts.games.game import Game
from noughts.games.orders import ClaimAbsence, LeaveSeat, TakeSeat, TakeSeatBack
from noughts.games.rated import has_rating
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.refusals import Refusal
from noughts.rules import other


def take_seat(game: Game, command: TakeSeat, context: Context) -> Decision:
    assert context.player is not None
    if game.result is not None:
        return Refusal("game_over")
    if game.seat_of(context.player) is not None:
        return Refusal("own_game")
    if game.free_seat is None:
        return Refusal("game_full")
    if game.setup.opponent not in (None, context.player):
        return Refusal("not_invited")
    if game.setup.rated and not has_rating(context.kind):
        return Refusal("account_needed", "This game is rated.")
    return (e.PlayerJoined(context.player, game.free_seat),)


def decline_challenge(game: Game, command: c.DeclineChallenge, context: Context) -> Decision:
    if context.player is None or game.setup.opponent != context.player:
        return Refusal("not_invited")
    if game.result is not None:
        return Refusal("game_over")
    if game.free_seat is None:
        return Refusal("game_full")
    return (e.GameFinished(None, "declined"),)


def leave_seat(game: Game, command: LeaveSeat, context: Context) -> Decision:
    seat = game.seat_of(context.player)
    if seat is None:
        return Refusal("not_yours")
    if game.result is not None:
        return Refusal("game_over")
    if game.started:
        return Refusal("already_started")
    if context.player == game.creator:
        return (e.GameFinished(None, "aborted"),)
    return (e.PlayerLeft(seat),)


def claim_absence(game: Game, command: ClaimAbsence, context: Context) -> Decision:
    seat = game.seat_of(command.claimant)
    if seat is None:
        return Refusal("not_yours")
    if game.result is not None:
        return Refusal("game_over")
    no = absence.objection(game, other(seat), command.gone, context.now_ms)
    if no is not None:
        return no
    if command.what == "computer":
        if game.setup.rated:
            return Refusal("nothing_to_claim", "The computer can't play for anyone in a rated game.")
        return (e.SeatTakenOver(other(seat), command.level),)
    return (e.GameFinished(seat if command.what == "win" else None, "absent"),)


def take_seat_back(game: Game, command: TakeSeatBack, context: Context) -> Decision:
    seat = game.seat_of(command.player)
    # Requested more than once, or by a player who was never away: nothing to do.
    return (e.SeatGivenBack(seat),) if seat is not None and seat == game.stand_in else ()
