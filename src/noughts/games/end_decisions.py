"""Decides when a game begins, and how it ends other than by a move: resigned, out of time, idle or deleted."""

from noughts.games.decision import Context, Decision, player_seat, unless_playing
from noughts.games.game import Game
from noughts.games.orders import DeleteGame, EndIdle, EndOnTime, ExcuseDowntime
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.refusals import Refusal
from noughts.rules import other


def start_game(game: Game, command: c.StartGame, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.started:
        return Refusal("already_started")
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    return (e.GameStarted(),)


def resign(game: Game, command: c.Resign, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.free_seat is not None:
        return Refusal("opponent_missing", "Cancel the game instead.")
    return (e.GameFinished(other(player_seat(game, context)), "resigned"),)


def abort(game: Game, command: c.Abort, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.both_have_moved:
        return Refusal("too_late_to_abort")
    return (e.GameFinished(None, "aborted"),)


def end_on_time(game: Game, command: EndOnTime, context: Context) -> Decision:
    if game.result is not None or game.clock is None or game.clock.running is None:
        return Refusal("no_clock")
    if not game.clock.is_over(context.now_ms):
        return Refusal("not_finished")
    return (e.GameFinished(other(game.clock.running), "time"),)


def excuse_downtime(game: Game, command: ExcuseDowntime, context: Context) -> Decision:
    clock = game.clock
    if game.result is not None or clock is None or clock.running is None:
        return Refusal("no_clock")
    # Something has happened since, so this downtime was already excused.
    if game.changed_ms >= command.to_ms:
        return Refusal("stale")
    return (e.DowntimeExcused(command.to_ms - max(command.from_ms, clock.since_ms)),)


def end_idle(game: Game, command: EndIdle, context: Context) -> Decision:
    if game.result is not None:
        return Refusal("game_over")
    if game.clock is not None and game.clock.running is not None:
        # The clock will end this game.
        return Refusal("not_finished")
    if game.ply == 0:
        return (e.GameDeleted(),) if game.changed_ms < command.remove_before_ms else Refusal("not_finished")
    if game.changed_ms < command.cancel_before_ms:
        return (e.GameFinished(None, "cancelled"),)
    return Refusal("not_finished")


def delete(game: Game, command: DeleteGame, context: Context) -> Decision:
    if game.seat_of(context.player) is None:
        return Refusal("not_yours")
    if game.setup.door != "rooms":
        return Refusal("not_a_room")
    return (e.GameDeleted(),)
