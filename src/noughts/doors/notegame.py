"""One game as a client of note 000 knows it: which of its moves that client has been told."""

from collections.abc import Iterator
from typing import Any

from noughts.doors.note000 import player_number
from noughts.games.game import Game
from noughts.messages.ids import SEATS, GameId, PlayerId, Seat


class NoteGame:
    """The client's half of a game. `seat` is None until the first state of it has come."""

    __slots__ = ("answer", "awaited", "id", "is_named", "is_over", "mine", "opponent_left", "recent", "seat", "told",
                 "wants_again")  # fmt: skip

    def __init__(self, game: GameId, *, is_named: bool = False) -> None:
        self.id = game
        self.seat: Seat | None = None
        # Who plays several games is told with each move of which game it is.
        self.is_named = is_named
        self.told = 0
        self.mine: set[int] = set()
        self.is_over = False
        self.opponent_left = False
        self.wants_again = False
        # The direct reply that led into this game, and what was said since the client's own last move: whoever asks
        # again gets the same again.
        self.answer: bytes | None = None
        self.recent: list[bytes] = []
        # The move that is being decided on: its position, and the client's own number of it, if it wants an answer.
        self.awaited: tuple[int, int | None] | None = None

    @property
    def number(self) -> int | None:
        return None if self.seat is None else player_number(self.seat)

    def enter(self, game: Game, player: PlayerId) -> bool:
        """Take the seat as the game has it; False for somebody who has none."""
        self.seat = game.seat_of(player)
        return self.seat is not None

    def address(self) -> dict[str, Any]:
        """The note's reply to the first message."""
        return {"gameId": self.id, "playerId": self.number}

    def named(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"gameId": self.id, **fields} if self.is_named else fields

    def has_played(self, position: int) -> bool:
        """Whether the client has made this move, or is just making it."""
        return position in self.mine or (self.awaited is not None and self.awaited[0] == position)

    def skip(self, game: Game) -> None:
        """All the moves so far have been told otherwise."""
        for _ in self.news(game):
            pass

    def news(self, game: Game) -> Iterator[tuple[bool, dict[str, Any]]]:
        """Each move that the client was not told of: whether it is its own, and how it is told."""
        moves = game.moves
        # Fewer moves than before: some were taken back, by an agreement that this language has no words for.
        self.told = min(self.told, len(moves))
        for number in range(self.told, len(moves)):
            self.told = number + 1
            move, is_mine = moves[number], SEATS[number % 2] == self.seat
            if is_mine:
                self.mine.add(move.cell)
            fields: dict[str, Any] = {"position": move.cell}
            if game.setup.variant == "wild":
                fields["mark"] = move.mark
            yield is_mine, self.named(fields)
