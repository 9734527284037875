"""The state of one game, as a value. It only ever comes from its events: see `apply.py`."""

from msgspec import Struct

from noughts.games.clock import Clock
from noughts.games.series import HalfPoints
from noughts.messages.answers import LastMove, PreviousRound, Result
from noughts.messages.computers import COMPUTER_LEVELS, level_of
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import Move, Position


class Takebacks(Struct, frozen=True, gc=False):
    """How often a seat was refused, and the ply before which it may not ask again."""

    refused: int = 0
    not_before_ply: int = 0


NO_TAKEBACKS = Takebacks()


class Acts(Struct, frozen=True, gc=False):
    """When a seat last did something by its own hand, and whether its last move was a prompt answer."""

    at_ms: int = 0
    is_prompt: bool = False


NO_ACTS = Acts()


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
    # Since when both seats are taken; nothing while one is free.
    seated_ms: int | None = None
    finished_ms: int | None = None
    moves: tuple[Move, ...] = ()
    # The newest of them, as everybody sees it.
    last_move: LastMove | None = None
    # Over all rounds, so that a late move of one round can never be taken for a move of the next.
    ply: int = 0
    started: bool = False
    result: Result | None = None
    round: int = 1
    score: HalfPoints = (0, 0)
    previous_round: PreviousRound | None = None
    draw_offer: Seat | None = None
    takeback_request: Seat | None = None
    takebacks_x: Takebacks = NO_TAKEBACKS
    takebacks_o: Takebacks = NO_TAKEBACKS
    acts_x: Acts = NO_ACTS
    acts_o: Acts = NO_ACTS
    again_x: bool | None = None
    again_o: bool | None = None
    # The variant in which each wants to play again; None is the one of this game.
    again_variant_x: str | None = None
    again_variant_o: str | None = None
    next_game: GameId | None = None
    rematch_of: GameId | None = None
    deleted: bool = False
    # The seat that the computer plays for somebody who is gone, and its level there.
    stand_in: Seat | None = None
    stand_in_level: int = 0

    def seat_of(self, player: PlayerId | None) -> Seat | None:
        """Where this player sits, or None for a stranger."""
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
        """The level at which the computer plays this seat, its own or another's; None when a person does."""
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
        """Whether somebody may still take a seat."""
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
        return bool(self.again_x and self.again_o) and self.again_variant_x != self.again_variant_o

    def acts(self, seat: Seat) -> Acts:
        return self.acts_x if seat == "X" else self.acts_o

    def takebacks(self, seat: Seat) -> Takebacks:
        return self.takebacks_x if seat == "X" else self.takebacks_o
