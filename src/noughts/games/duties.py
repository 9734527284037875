"""Derives what the computer has to do from the game's state alone, so no duty is lost. It makes no moves itself."""

from typing import Literal

from msgspec import Struct

from noughts.games.game import Game
from noughts.messages.ids import SEATS, Seat
from noughts.rules import other

What = Literal["start", "draw", "takeback", "move", "rematch"]


class Duty(Struct, frozen=True):
    """Something that the computer has to do in this seat, at this level: move, start, or answer the other player."""

    what: What
    seat: Seat
    level: int


def duty_of(game: Game) -> Duty | None:
    """Return what the computer must do next; None if it is a person's turn to act."""
    if game.deleted or game.free_seat is not None:
        return None
    for seat in SEATS:
        level = game.computer_at(seat)
        what = None if level is None else _owed(game, seat)
        if level is not None and what is not None:
            return Duty(what, seat, level)
    return None


def _owed(game: Game, seat: Seat) -> What | None:
    if game.stand_in == seat:
        # The computer only makes moves here: other decisions are up to the absent player.
        return "move" if game.turn == seat else None
    if game.result is not None:
        return "rematch" if _is_asked_again(game, seat) else None
    if game.draw_offer == other(seat):
        return "draw"
    if game.takeback_request == other(seat):
        return "takeback"
    if not game.started:
        return "start"
    return "move" if game.turn == seat else None


def _is_asked_again(game: Game, seat: Seat) -> bool:
    """Return whether the opponent wants a rematch that this seat has not agreed to yet."""
    mine, theirs = game.again.at(seat), game.again.at(other(seat))
    return game.next_game is None and theirs is not None and theirs.value and mine != theirs
