"""The input and the result of a decision, shared by the files that decide."""

from collections.abc import Callable

from msgspec import Struct

from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.ids import GameId, PlayerId, PlayerKind, Seat
from noughts.messages.refusals import Refusal
from noughts.rules import Position


class Context(Struct, frozen=True, gc=False):
    """The acting player, the time, and the source of a rematch's id: time and randomness are passed in."""

    player: PlayerId | None
    now_ms: int
    new_game_id: Callable[[], GameId]
    kind: PlayerKind = "account"


Decision = tuple[e.AnyEvent, ...] | Refusal
# A decision on a move, and the position after it: deciding the move computes that position anyway.
Played = tuple[Decision, Position | None]


def unless_playing(game: Game, context: Context) -> Refusal | None:
    if game.seat_of(context.player) is None:
        return Refusal("not_yours")
    return Refusal("game_over") if game.result is not None else None


def player_seat(game: Game, context: Context) -> Seat:
    seat = game.seat_of(context.player)
    assert seat is not None
    return seat
