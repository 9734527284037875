"""Decides moves: those of players, and those of the computer."""

from noughts.games import series
from noughts.games.decision import Context, Played
from noughts.games.game import Game
from noughts.games.orders import ComputerMove
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.ids import Seat
from noughts.messages.refusals import Refusal
from noughts.rules import IllegalMove, Move


def make_move(game: Game, command: c.MakeMove, context: Context) -> Played:
    seat = game.seat_of(context.player)
    if seat is None:
        return Refusal("not_yours"), None
    if game.result is not None:
        return Refusal("game_over"), None
    if command.ply is not None and command.ply != game.ply:
        return Refusal("stale"), None
    position = game.position
    if position.to_move != seat:
        return Refusal("not_your_turn"), None
    move = position.move_at(command.cell, command.mark)
    return _move(game, move, e.MoveMade(*move), context)


def computer_move(game: Game, command: ComputerMove, context: Context) -> Played:
    # Too late: the move was computed for another board, or for a player who has returned.
    if game.turn != command.seat or game.ply != command.ply or game.computer_at(command.seat) is None:
        return Refusal("stale"), None
    move = command.move
    stands_in = game.stand_in == command.seat
    made = e.MoveMade(move.cell, move.mark, unprepared=command.unprepared, by_computer=stands_in)
    return _move(game, move, made, context)


def _move(game: Game, move: Move, made: e.MoveMade, context: Context) -> Played:
    if game.clock is not None and game.clock.is_over(context.now_ms):
        return Refusal("time_over"), None
    try:
        position = game.position.play(move)
    except IllegalMove as illegal:
        return Refusal(illegal.code), None
    outcome = position.outcome()
    if outcome is None:
        return (made,), position
    return (made, *round_over(game, outcome.winner, outcome.reason, outcome.line)), position


def round_over(
    game: Game, winner: Seat | None, reason: e.EndReason, line: tuple[int, ...] = ()
) -> tuple[e.AnyEvent, ...]:
    finished = e.RoundFinished(winner, reason, line)
    score = series.scored(game.score, winner)
    if not series.is_decided(score, game.round, game.setup.rounds):
        return finished, e.RoundStarted()
    if game.setup.rounds == 1:
        return finished, e.GameFinished(winner, reason)
    return finished, e.GameFinished(series.leader(score), "score")
