"""What is asked of a thinking process and what it answers, a line of JSON each way. Positions go as their text."""

from msgspec import Struct

from noughts.engine import Analysis, Choice


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


class Chosen(Thought, frozen=True, kw_only=True):
    choice: Choice


class Judged(Thought, frozen=True, kw_only=True):
    analysis: Analysis


class Failed(Thought, frozen=True, kw_only=True):
    """It cannot be thought about, and why."""

    words: str


class Ready(Thought, frozen=True):
    """Said once, unasked: from now on the process thinks as well as it can."""


AnyThought = Chosen | Judged | Failed | Ready
