"""One game as a client of the line protocol sees it: which moves the client has received."""

from collections.abc import Iterator
from typing import Any

from noughts.doors.line.line_messages import player_number
from noughts.games.game import Game
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import find_variant


class LineGame:
    """The client's side of a game. `seat` is None until the first state arrives."""

    __slots__ = ("answer", "awaited", "id", "is_named", "mine", "opponent_left", "over_at", "recent", "seat", "told",
                 "told_id", "wants_again")  # fmt: skip

    def __init__(self, game: GameId, *, told_id: str | None = None, is_named: bool = False) -> None:
        self.id = game
        # Where senders can be forged, the game id given to the client ends with a secret.
        self.told_id = told_id or game
        self.seat: Seat | None = None
        # A client with several games gets the game's id with each move.
        self.is_named = is_named
        self.told = 0
        self.mine: set[int] = set()
        # When the client received the end, on the event loop's clock.
        self.over_at: float | None = None
        self.opponent_left = False
        self.wants_again = False
        # The direct reply that led into this game, and everything sent since the client's own last move: a repeated
        # request gets the same again.
        self.answer: bytes | None = None
        self.recent: list[bytes] = []
        # The move being decided: its cell, and the client's number for it if the client wants an acknowledgement.
        self.awaited: tuple[int, int | None] | None = None

    @property
    def is_over(self) -> bool:
        return self.over_at is not None

    @property
    def number(self) -> int | None:
        return None if self.seat is None else player_number(self.seat)

    def enter(self, game: Game, player: PlayerId) -> bool:
        """Take over the client's seat from the game's state. Return False if the client has no seat."""
        self.seat = game.seat_of(player)
        return self.seat is not None

    def address(self) -> dict[str, Any]:
        """Return the reply to the first message."""
        return {"gameId": self.told_id, "playerId": self.number}

    def named(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"gameId": self.told_id, **fields} if self.is_named else fields

    def has_played(self, cell: int) -> bool:
        """Return whether the client has made this move, or is making it now."""
        return cell in self.mine or (self.awaited is not None and self.awaited[0] == cell)

    def skip(self, game: Game) -> None:
        """Mark all moves so far as sent, since the client knows them already."""
        for _ in self.news(game):
            pass

    def news(self, game: Game) -> Iterator[tuple[bool, dict[str, Any]]]:
        """Return each move that the client has not received: whether it is the client's own, and its message."""
        moves, variant = game.moves, find_variant(game.setup.variant)
        movers = variant.movers(moves)
        if self.seat is not None:
            mine = [move.cell for move, mover in zip(moves, movers, strict=True) if mover == self.seat]
            # A mark that vanished can be played again, so playing there is no repetition.
            self.mine = set(mine if variant.most_marks is None else mine[-variant.most_marks :])
        # Fewer moves than before: some were taken back, which this protocol has no message for.
        self.told = min(self.told, len(moves))
        for number in range(self.told, len(moves)):
            self.told = number + 1
            move, is_mine = moves[number], movers[number] == self.seat
            fields: dict[str, Any] = {"position": move.cell}
            if variant.chooses_mark:
                fields["mark"] = move.mark
            yield is_mine, self.named(fields)
