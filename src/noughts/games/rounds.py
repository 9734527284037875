"""The moves of a game, round by round, without moves that were taken back."""

from collections.abc import Iterable

from msgspec import Struct

from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import PlayerId, Seat
from noughts.rules import Move


class Round(Struct, frozen=True):
    """One round: who had which seat, and the moves."""

    number: int
    x: PlayerId | None
    o: PlayerId | None
    moves: tuple[Move, ...]

    def player_at(self, seat: Seat) -> PlayerId | None:
        """Return who had this seat."""
        return self.x if seat == "X" else self.o


def rounds_of(changes: Iterable[Change]) -> list[Round]:
    """Return every round, including the current one. `changes` are all changes of a game, in order."""
    rounds: list[Round] = []
    x: PlayerId | None = None
    o: PlayerId | None = None
    moves: list[Move] = []
    for event in (event for change in changes for event in change.events):
        match event:
            case e.MoveMade(cell=cell, mark=mark):
                moves.append(Move(cell, mark))
            case e.MovesTakenBack(ply=ply):
                del moves[ply:]
            case e.GameCreated(player=player, seat=seat, other=other):
                x, o = (player, other) if seat == "X" else (other, player)
            case e.PlayerJoined(player=player, seat="X"):
                x = player
            case e.PlayerJoined(player=player):
                o = player
            case e.RoundStarted():
                rounds.append(Round(len(rounds) + 1, x, o, tuple(moves)))
                x, o, moves = o, x, []
            case _:
                pass
    return [*rounds, Round(len(rounds) + 1, x, o, tuple(moves))]
