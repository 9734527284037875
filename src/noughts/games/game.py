"""The state of one game, as a value. It is always built from its events: see `application.py`."""

from msgspec import Struct

from noughts.games.by_seat import BySeat
from noughts.games.clock import Clock
from noughts.games.series import HalfPoints
from noughts.messages.board_state import LastMove
from noughts.messages.computers import COMPUTER_LEVELS, level_of
from noughts.messages.events import EndReason
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import Move, Position


class Takebacks(Struct, frozen=True, gc=False):
    """How often a seat was refused, and the ply before which it may not ask again."""

    refused: int = 0
    not_before_ply: int = 0


NO_TAKEBACKS = BySeat(Takebacks(), Takebacks())


class Acts(Struct, frozen=True, gc=False):
    """When the player of a seat last acted, and whether their last move was a prompt answer."""

    at_ms: int = 0
    is_prompt: bool = False


NO_ACTS = BySeat(Acts(), Acts())


class PlayAgainAnswer(Struct, frozen=True, gc=False):
    """Whether a seat wants a rematch, and in which variant; None means the variant of this game."""

    value: bool
    variant: str | None = None


NO_ANSWERS: BySeat[PlayAgainAnswer | None] = BySeat(None, None)


class Result(Struct, frozen=True, gc=False):
    """How a round or a game ended. Without a winner it is a tie, or void: see `results.is_void`."""

    winner: Seat | None
    reason: EndReason
    line: tuple[int, ...] = ()


class PreviousRound(Struct, frozen=True, gc=False):
    """The board on which the round before this one ended."""

    cells: str
    result: Result


class Game(Struct, frozen=True, gc=False):
    """A game between two players, of one round or a series of them."""

    id: GameId
    version: int
    setup: Setup
    creator: PlayerId
    x: PlayerId | None
    o: PlayerId | None
    position: Position
    clock: Clock | None
    created_ms: int
    changed_ms: int
    # Since when both seats are taken; None while one is free.
    seated_ms: int | None = None
    finished_ms: int | None = None
    moves: tuple[Move, ...] = ()
    last_move: LastMove | None = None
    # Counted over all rounds, so that a late move of one round never counts as a move of the next.
    ply: int = 0
    started: bool = False
    result: Result | None = None
    round: int = 1
    score: HalfPoints = (0, 0)
    previous_round: PreviousRound | None = None
    draw_offer: Seat | None = None
    takeback_request: Seat | None = None
    takebacks: BySeat[Takebacks] = NO_TAKEBACKS
    acts: BySeat[Acts] = NO_ACTS
    again: BySeat[PlayAgainAnswer | None] = NO_ANSWERS
    next_game: GameId | None = None
    rematch_of: GameId | None = None
    deleted: bool = False
    # The seat that the computer plays for an absent player, and its level there.
    stand_in: Seat | None = None
    stand_in_level: int = 0

    def seat_of(self, player: PlayerId | None) -> Seat | None:
        """Return where this player sits, or None for anyone else."""
        if player is None:
            return None
        if player == self.x:
            return "X"
        return "O" if player == self.o else None

    def player_at(self, seat: Seat) -> PlayerId | None:
        return self.x if seat == "X" else self.o

    @property
    def has_computer(self) -> bool:
        """Whether the computer plays here."""
        return self.stand_in is not None or self.x in COMPUTER_LEVELS or self.o in COMPUTER_LEVELS

    def computer_at(self, seat: Seat) -> int | None:
        """Return the level at which the computer plays this seat, its own or an absent player's; None if a person plays
        it.
        """
        if seat == self.stand_in:
            return self.stand_in_level
        return level_of(self.player_at(seat))

    @property
    def free_seat(self) -> Seat | None:
        if self.x is None:
            return "X"
        return "O" if self.o is None else None

    @property
    def is_open(self) -> bool:
        """Whether a seat is still free."""
        return self.result is None and self.free_seat is not None

    @property
    def turn(self) -> Seat | None:
        """Whose move it is; nobody's once the game is over."""
        return None if self.result is not None else self.position.to_move

    @property
    def both_have_moved(self) -> bool:
        return self.round > 1 or len(self.moves) >= 2

    @property
    def wants_differ(self) -> bool:
        """Whether both want another game, but not of the same variant."""
        x, o = self.again.x, self.again.o
        return x is not None and o is not None and x.value and o.value and x.variant != o.variant
