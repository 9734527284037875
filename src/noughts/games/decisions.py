"""What a command does to a game: `decide` gives the events it causes, or the refusal. It changes nothing itself."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from noughts.games import absence, series
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
from noughts.games.rated import has_rating
from noughts.games.results import is_void
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.ids import GameId, PlayerId, PlayerKind, Seat
from noughts.messages.refusals import Refusal
from noughts.rules import IllegalMove, Move, UnknownVariant, find_variant, other

MORE_TIME_MS = 15_000


class Context(Struct, frozen=True):
    """Who asks, when, and where the id of a rematch comes from: time and randomness are passed in."""

    player: PlayerId | None
    now_ms: int
    new_game_id: Callable[[], GameId]
    kind: PlayerKind = "account"


Decision = tuple[e.AnyEvent, ...] | Refusal


def decide(game: Game, command: DecidedCommand, context: Context) -> Decision:
    """The events that `command` causes in `game`, or why it causes none."""
    if game.deleted:
        return Refusal("no_such_game")
    decision = _DECIDERS[type(command)](game, command, context)
    if isinstance(decision, Refusal) or not decision or game.stand_in is None:
        return decision
    # Who acts is back: the computer has nothing more to do here.
    is_back = game.seat_of(context.player) == game.stand_in
    return (e.SeatGivenBack(game.stand_in), *decision) if is_back else decision


def _make_move(game: Game, command: c.MakeMove, context: Context) -> Decision:
    seat = game.seat_of(context.player)
    if seat is None:
        return Refusal("not_yours")
    if game.result is not None:
        return Refusal("game_over")
    if command.ply is not None and command.ply != game.ply:
        return Refusal("stale")
    if game.position.to_move != seat:
        return Refusal("not_your_turn")
    return _move(game, e.MoveMade(command.position, command.mark or seat), context)


def _computer_move(game: Game, command: ComputerMove, context: Context) -> Decision:
    # Thought of on another board, or for somebody who has come back: it is too late for it.
    if game.turn != command.seat or game.ply != command.ply or game.computer_at(command.seat) is None:
        return Refusal("stale")
    cell, mark = command.move
    stands_in = game.stand_in == command.seat
    return _move(game, e.MoveMade(cell, mark, unprepared=command.unprepared, by_computer=stands_in), context)


def _move(game: Game, made: e.MoveMade, context: Context) -> Decision:
    if game.clock is not None and game.clock.is_over(context.now_ms):
        return Refusal("time_over")
    try:
        outcome = game.position.play(Move(made.cell, made.mark)).outcome()
    except IllegalMove as illegal:
        return Refusal(illegal.code)
    if outcome is None:
        return (made,)
    return made, *_round_over(game, outcome.winner, outcome.reason, outcome.line)


def _round_over(
    game: Game, winner: Seat | None, reason: e.EndReason, line: tuple[int, ...] = ()
) -> tuple[e.AnyEvent, ...]:
    finished = e.RoundFinished(winner, reason, line)
    score = series.scored(game.score, winner)
    if not series.is_decided(score, game.round, game.setup.rounds):
        return finished, e.RoundStarted()
    if game.setup.rounds == 1:
        return finished, e.GameFinished(winner, reason)
    return finished, e.GameFinished(series.leader(score), "score")


def _take_seat(game: Game, command: TakeSeat, context: Context) -> Decision:
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


def _decline_challenge(game: Game, command: c.DeclineChallenge, context: Context) -> Decision:
    if context.player is None or game.setup.opponent != context.player:
        return Refusal("not_invited")
    if game.result is not None:
        return Refusal("game_over")
    if game.free_seat is None:
        return Refusal("game_full")
    return (e.GameFinished(None, "declined"),)


def _leave_seat(game: Game, command: LeaveSeat, context: Context) -> Decision:
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


def _start_game(game: Game, command: c.StartGame, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.started:
        return Refusal("already_started")
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    return (e.GameStarted(),)


def _resign(game: Game, command: c.Resign, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.free_seat is not None:
        return Refusal("opponent_missing", "Abort the game instead.")
    return (e.GameFinished(other(_seat(game, context)), "resigned"),)


def _abort(game: Game, command: c.Abort, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.both_have_moved:
        return Refusal("too_late_to_abort")
    return (e.GameFinished(None, "aborted"),)


def _offer(game: Game, command: c.Offer, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    seat = _seat(game, context)
    standing = _standing(game, command.what)
    if standing == seat:
        return Refusal("already_offered")
    if standing is not None:
        return _agreed(game, command.what, standing)
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    if command.what == "takeback":
        if len(game.moves) < 2:
            return Refusal("nothing_to_take_back")
        if game.ply < game.takebacks(seat).not_before_ply:
            return Refusal("wait_to_ask_again")
    return (e.OfferMade(command.what, seat),)


def _accept(game: Game, command: c.AcceptOffer, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    standing = _standing(game, command.what)
    if standing is None or standing == game.seat_of(context.player):
        return Refusal("no_offer")
    return _agreed(game, command.what, standing)


def _agreed(game: Game, what: c.Offered, by: Seat) -> Decision:
    if what == "draw":
        return _round_over(game, None, "agreed")
    # Back to the board on which the one who asked was last to move.
    taken = 1 if game.position.to_move != by else 2
    return (e.MovesTakenBack(len(game.moves) - taken),)


def _decline(game: Game, command: c.DeclineOffer, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    standing = _standing(game, command.what)
    if standing is None:
        return Refusal("no_offer")
    return (e.OfferDeclined(command.what, standing),)


def _give_time(game: Game, command: c.GiveTime, context: Context) -> Decision:
    refusal = _unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.clock is None or game.clock.per_move_ms is not None or game.clock.running is None:
        return Refusal("no_clock")
    return (e.TimeGiven(other(_seat(game, context)), MORE_TIME_MS),)


def _play_again(game: Game, command: c.PlayAgain, context: Context) -> Decision:
    seat = game.seat_of(context.player)
    if seat is None:
        return Refusal("not_yours")
    if game.result is None:
        return Refusal("not_finished")
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    if game.next_game is not None:
        # Pressed late or twice: there is one new game, and everybody is told which.
        return ()
    # The variant of this game is stored as none, so that naming it and naming none are the same.
    variant = None if command.variant == game.setup.variant else command.variant
    try:
        find_variant(variant or game.setup.variant)
    except UnknownVariant:
        return Refusal("unknown_variant")
    x, o = (game.again_x, game.again_variant_x), (game.again_o, game.again_variant_o)
    mine, theirs = (x, o) if seat == "X" else (o, x)
    if command.value and theirs[0] is False:
        return Refusal("rematch_declined")
    if mine == (command.value, variant):
        # Said already: a finished game does not grow with every press of the button.
        return ()
    answered = e.PlayAgainAnswered(seat, command.value, variant)
    if command.value and theirs == (True, variant):
        return answered, e.RematchAgreed(context.new_game_id())
    return (answered,)


def _end_on_time(game: Game, command: EndOnTime, context: Context) -> Decision:
    if game.result is not None or game.clock is None or game.clock.running is None:
        return Refusal("no_clock")
    if not game.clock.is_over(context.now_ms):
        return Refusal("not_finished")
    return (e.GameFinished(other(game.clock.running), "time"),)


def _claim_absence(game: Game, command: ClaimAbsence, context: Context) -> Decision:
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
            return Refusal("nothing_to_claim", "In a rated game the computer plays for nobody.")
        return (e.SeatTakenOver(other(seat), command.level),)
    return (e.GameFinished(seat if command.what == "win" else None, "absent"),)


def _take_seat_back(game: Game, command: TakeSeatBack, context: Context) -> Decision:
    seat = game.seat_of(command.player)
    # Asked more than once, or by somebody who was never away: all is as it should be.
    return (e.SeatGivenBack(seat),) if seat is not None and seat == game.stand_in else ()


def _excuse_downtime(game: Game, command: ExcuseDowntime, context: Context) -> Decision:
    clock = game.clock
    if game.result is not None or clock is None or clock.running is None:
        return Refusal("no_clock")
    # Something has happened since: it was excused before.
    if game.changed_ms >= command.to_ms:
        return Refusal("stale")
    return (e.DowntimeExcused(command.to_ms - max(command.from_ms, clock.since_ms)),)


def _end_idle(game: Game, command: EndIdle, context: Context) -> Decision:
    if game.result is not None:
        return Refusal("game_over")
    if game.clock is not None and game.clock.running is not None:
        # The clock will end it.
        return Refusal("not_finished")
    if game.ply == 0:
        return (e.GameDeleted(),) if game.changed_ms < command.remove_before_ms else Refusal("not_finished")
    if game.changed_ms < command.cancel_before_ms:
        return (e.GameFinished(None, "cancelled"),)
    return Refusal("not_finished")


def _delete(game: Game, command: DeleteGame, context: Context) -> Decision:
    if game.seat_of(context.player) is None:
        return Refusal("not_yours")
    if game.setup.rated and game.free_seat is None and not is_void(game.result):
        return Refusal("rated_game_stays")
    return (e.GameDeleted(),)


def _unless_playing(game: Game, context: Context) -> Refusal | None:
    if game.seat_of(context.player) is None:
        return Refusal("not_yours")
    return Refusal("game_over") if game.result is not None else None


def _seat(game: Game, context: Context) -> Seat:
    seat = game.seat_of(context.player)
    assert seat is not None
    return seat


def _standing(game: Game, what: c.Offered) -> Seat | None:
    return game.draw_offer if what == "draw" else game.takeback_request


_DECIDERS: dict[type, Callable[[Game, Any, Context], Decision]] = {
    c.StartGame: _start_game,
    c.MakeMove: _make_move,
    c.Resign: _resign,
    c.Abort: _abort,
    c.Offer: _offer,
    c.AcceptOffer: _accept,
    c.DeclineOffer: _decline,
    c.GiveTime: _give_time,
    c.PlayAgain: _play_again,
    c.DeclineChallenge: _decline_challenge,
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    EndOnTime: _end_on_time,
    ExcuseDowntime: _excuse_downtime,
    ComputerMove: _computer_move,
    ClaimAbsence: _claim_absence,
    TakeSeatBack: _take_seat_back,
    EndIdle: _end_idle,
    DeleteGame: _delete,
}
