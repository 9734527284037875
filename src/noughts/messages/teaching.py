"""Game reviews: the value of moves, and how each move changed it."""

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


class ReviewedMove(Part, frozen=True, kw_only=True):
    """A move of a game, its verdict, and up to three of the best moves."""

    round: int
    ply: int
    seat: Seat
    player: PlayerId | None
    verdict: str
    played: MoveValue
    best: tuple[MoveValue, ...]


class Accuracy(Part, frozen=True, kw_only=True):
    """How much of the value of their positions a player's moves kept, 0 to 1; null when there was no choice."""

    player: PlayerId
    accuracy: float | None
    moves: int


class Review(Part, frozen=True, kw_only=True):
    """Every move of a game with its verdict. `exact` means that everything is proven."""

    game: GameId
    version: int
    variant: str
    exact: bool
    plain: bool
    moves: tuple[ReviewedMove, ...]
    accuracy: tuple[Accuracy, ...]
