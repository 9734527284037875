"""Decides what the two agree on: draws, take-backs, more time and a rematch."""

from noughts.games.decision import Context, Decision, player_seat, unless_playing
from noughts.games.game import Game, PlayAgainAnswer
from noughts.games.move_decisions import round_over
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.ids import Seat
from noughts.messages.refusals import Refusal
from noughts.rules import UnknownVariant, find_variant, other

MORE_TIME_MS = 15_000


def offer(game: Game, command: c.Offer, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    seat = player_seat(game, context)
    standing = _standing(game, command.what)
    if standing == seat:
        return Refusal("already_offered")
    if standing is not None:
        return _agreed(game, command.what, standing)
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    if command.what == "takeback":
        if len(game.moves) < 2 or seat not in find_variant(game.setup.variant).movers(game.moves):
            return Refusal("nothing_to_take_back")
        if game.ply < game.takebacks.at(seat).not_before_ply:
            return Refusal("wait_to_ask_again")
    return (e.OfferMade(command.what, seat),)


def accept(game: Game, command: c.AcceptOffer, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    standing = _standing(game, command.what)
    if standing is None or standing == game.seat_of(context.player):
        return Refusal("no_offer")
    return _agreed(game, command.what, standing)


def _agreed(game: Game, what: c.Offered, by: Seat) -> Decision:
    if what == "draw":
        return round_over(game, None, "agreed")
    # Return to the last board on which the requesting player was to move.
    movers = find_variant(game.setup.variant).movers(game.moves)
    return (e.MovesTakenBack(max(ply for ply, mover in enumerate(movers) if mover == by)),)


def decline(game: Game, command: c.DeclineOffer, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    standing = _standing(game, command.what)
    if standing is None:
        return Refusal("no_offer")
    return (e.OfferDeclined(command.what, standing),)


def _standing(game: Game, what: c.Offered) -> Seat | None:
    return game.draw_offer if what == "draw" else game.takeback_request


def give_time(game: Game, command: c.GiveTime, context: Context) -> Decision:
    refusal = unless_playing(game, context)
    if refusal is not None:
        return refusal
    if game.clock is None or game.clock.per_move_ms is not None or game.clock.running is None:
        return Refusal("no_clock")
    return (e.TimeGiven(other(player_seat(game, context)), MORE_TIME_MS),)


def play_again(game: Game, command: c.PlayAgain, context: Context) -> Decision:
    seat = game.seat_of(context.player)
    if seat is None:
        return Refusal("not_yours")
    if game.result is None:
        return Refusal("not_finished")
    if game.free_seat is not None:
        return Refusal("opponent_missing")
    if game.next_game is not None:
        # The button was pressed late or twice: there is only one new game, and everyone receives its id.
        return ()
    # This game's own variant is stored as None, so that naming it and leaving it out mean the same.
    variant = None if command.variant == game.setup.variant else command.variant
    try:
        find_variant(variant or game.setup.variant)
    except UnknownVariant:
        return Refusal("unknown_variant")
    wanted, theirs = PlayAgainAnswer(command.value, variant), game.again.at(other(seat))
    if command.value and theirs is not None and not theirs.value:
        return Refusal("rematch_declined")
    if game.again.at(seat) == wanted:
        # The player has already asked: a finished game stores nothing more for it.
        return ()
    answered = e.PlayAgainAnswered(seat, command.value, variant)
    if command.value and theirs == wanted:
        return answered, e.RematchAgreed(context.new_game_id())
    return (answered,)
