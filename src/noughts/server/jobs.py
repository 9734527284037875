"""What is asked of a thinking process and what it answers, a line of JSON each way. Positions go as their text."""

from msgspec import Struct

from noughts.rules import Mark


class Job(Struct, frozen=True, tag=True, kw_only=True):
    """Something to think about for so many milliseconds at most."""

    position: str
    milliseconds: int


class ChooseMove(Job, frozen=True, kw_only=True):
    """Pick a move, at a level or (None) with full strength."""

    level: int | None = None
    seed: int = 0


class JudgeMoves(Job, frozen=True, kw_only=True):
    """Give every move its value."""


AnyJob = ChooseMove | JudgeMoves


class Thought(Struct, frozen=True, tag=True, kw_only=True):
    """What a process says."""


class ChosenMove(Thought, frozen=True, kw_only=True):
    """The move, and what the mover may hope for: 1 a win, 0 a draw, -1 a loss. `plain`: thought of at a glance only."""

    cell: int
    mark: Mark
    value: float
    exact: bool
    plain: bool


class MoveValue(Struct, frozen=True, kw_only=True):
    """A move with its value for whoever makes it, and the plies to the end where that is proven."""

    cell: int
    mark: Mark
    value: float
    exact: bool
    distance: int | None


class JudgedMoves(Thought, frozen=True, kw_only=True):
    """Every move of the position, the best first."""

    value: float
    exact: bool
    moves: tuple[MoveValue, ...]
    plain: bool


class Failed(Thought, frozen=True, kw_only=True):
    """It cannot be thought about, and why."""

    words: str


class Ready(Thought, frozen=True):
    """Said once, unasked: from now on the process thinks as well as it can."""


AnyThought = ChosenMove | JudgedMoves | Failed | Ready
