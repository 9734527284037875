"""A game as clients see it. `BoardState` is always complete: clients need no history."""

from typing import Literal

from msgspec import field

from noughts.messages.ids import GameId, PlayerId, PlayerKind, Seat
from noughts.messages.message import Message, Part
from noughts.messages.setup import Absence, ClockSetting, Visibility
from noughts.rules import Mark


class PlayerCard(Part, frozen=True, kw_only=True):
    """A player's public details."""

    id: PlayerId
    name: str
    kind: PlayerKind = "guest"
    # The path of an uploaded one (`/pictures/…`), or the name of one that the client draws.
    picture: str | None = None


class Players(Part, frozen=True, kw_only=True):
    """The players by seat; an empty seat is null."""

    X: PlayerCard | None
    O: PlayerCard | None  # noqa: E741 - the seat's own name


class ClockState(Part, frozen=True, kw_only=True):
    """Milliseconds left to each seat at the server's time `at_ms`, and whose clock has been running since then."""

    x_ms: int
    o_ms: int
    running: Seat | None
    at_ms: int


class LastMove(Part, frozen=True, omit_defaults=True, kw_only=True):
    """The newest move on the board.

    `unprepared`: the computer moved quickly because its engine was not ready. `by_computer`: played for an absent
    player.
    """

    cell: int = field(name="position")
    mark: Mark
    seat: Seat
    unprepared: bool = False
    by_computer: bool = False


class StandIn(Part, frozen=True, kw_only=True):
    """The computer plays in this seat, at this level, until its player is back. The result is that player's own."""

    seat: Seat
    level: int
    credited: PlayerId


class Result(Part, frozen=True, kw_only=True):
    """How a round or a game ended.

    No winner is a tie, or no result at all when the reason is `aborted`, `cancelled` or `declined`.
    """

    winner: Seat | None
    reason: str
    line: tuple[int, ...] = ()


class Score(Part, frozen=True, kw_only=True):
    """Points of a series by seat: a win is 1, a draw 0.5."""

    X: float
    O: float  # noqa: E741 - the seat's own name


class PreviousRound(Part, frozen=True, kw_only=True):
    """The board on which the round before this one ended."""

    cells: str
    result: Result


Alike = Literal["name", "picture"]
Phase = Literal["open", "playing", "finished"]


class BoardOfMove(Message, frozen=True, kw_only=True, tag="BoardState"):
    """The part of a game's state that a plain move can change. Never sent alone."""

    game: GameId
    version: int
    started: bool
    cells: str
    turn: Seat | None
    ply: int
    last_move: LastMove | None
    clock: ClockState | None = None
    boards: str | None = None
    open_boards: tuple[int, ...] = ()
    offers: dict[str, Seat] = field(default_factory=dict)
    # In Vanishing the cells that hold marks, oldest first. If there are six, the next move removes the first.
    order: tuple[int, ...] = ()
    # In Swap2 the stage of the opening: `place`, `choose`, `add` or `choose_again`. After it, the mark of the first
    # player: X (`kept`, `returned`) or O (`swapped`). Numbers past the last cell are choices: take X, place two more.
    stage: str = ""


class BoardState(BoardOfMove, frozen=True, kw_only=True, tag="BoardState"):
    """The full state of a game. `version` rises by one with every change."""

    phase: Phase
    variant: str
    rows: int
    cols: int
    players: Players
    result: Result | None = None
    clock_setting: ClockSetting | None = None
    play_again: tuple[Seat, ...] = ()
    next_game: GameId | None = None
    round: int = 1
    rounds: int = 1
    score: Score | None = None
    previous_round: PreviousRound | None = None
    name: str | None = None
    visibility: Visibility = "public"
    # The features that make the two players easy to confuse: show the seat too.
    alike: tuple[Alike, ...] = ()
    # Whether the result changes the ratings of the two.
    rated: bool = False
    absence: Absence = "choose"
    stand_ins: tuple[StandIn, ...] = ()
