"""Game reviews: the value of moves, and how each move changed it."""

from typing import Literal

from msgspec import field

from noughts.messages.answers import Part
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.rules import Mark


class MoveValue(Part, frozen=True, kw_only=True):
    """A move with its value for the player who makes it: 1 wins, 0 draws, -1 loses.

    `exact` means proven, and then `distance` counts the moves of both until the end, this one included. Otherwise the
    value is a search's estimate.
    """

    cell: int = field(name="position")
    mark: Mark
    name: str
    value: float
    exact: bool
    distance: int | None


class PositionValue(Part, frozen=True, kw_only=True):
    """A position, its value for the side to move, and all its moves, the best first.

    `plain` means that the engine was not ready and searched only briefly.
    """

    position: str
    variant: str
    turn: Seat
    value: float
    exact: bool
    plain: bool
    moves: tuple[MoveValue, ...]


class LineMove(Part, frozen=True, kw_only=True):
    """A move of a line that shows how a game would continue."""

    cell: int = field(name="position")
    mark: Mark
    name: str


class ForcedLine(Part, frozen=True, kw_only=True):
    """How `winner` wins by force. The first move is made instead of the reviewed move, or is that move.

    The result is proven; the line is one way to it, and not always the shortest.
    """

    winner: Seat
    moves: tuple[LineMove, ...]


# How thoroughly a move was judged: it is solved, searched for long, or searched briefly.
Certainty = Literal["exact", "deep", "quick"]


class ReviewedMove(Part, frozen=True, kw_only=True):
    """A move of a game, its verdict, how sure that is, and up to three of the best moves.

    `line` is there if the move wins or loses by force, or missed a forced win, and the board is too large to solve.
    """

    round: int
    ply: int
    seat: Seat
    player: PlayerId | None
    verdict: str
    certainty: Certainty
    played: MoveValue
    best: tuple[MoveValue, ...]
    line: ForcedLine | None = None


class Accuracy(Part, frozen=True, kw_only=True):
    """How much of the value of their positions a player's moves kept, 0 to 1; null when there was no choice."""

    player: PlayerId
    accuracy: float | None
    moves: int


class ReviewProgress(Part, frozen=True, kw_only=True):
    """How many moves of all have been searched for long, and whether that goes on.

    `searching` needs a client that asks for the review again every few seconds. `waiting` means that the server is
    busy with other reviews; ask again.
    """

    searched: int
    total: int
    state: Literal["searching", "waiting", "done"]


class Review(Part, frozen=True, kw_only=True):
    """Every move of a game with its verdict. `exact` means that everything is proven.

    The first answer is a quick review. The verdicts get surer until `progress.state` is `done`.
    """

    game: GameId
    version: int
    variant: str
    exact: bool
    plain: bool
    progress: ReviewProgress
    moves: tuple[ReviewedMove, ...]
    accuracy: tuple[Accuracy, ...]
