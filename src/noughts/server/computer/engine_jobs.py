"""Requests to an engine process and its answers, a line of JSON each way. Positions travel as text."""

from msgspec import Struct

from noughts.engine import Analysis, Choice
from noughts.rules import Move


class Job(Struct, frozen=True, tag=True, kw_only=True):
    """A position to think about, for at most this many milliseconds."""

    position: str
    milliseconds: int


class ChooseMove(Job, frozen=True, kw_only=True):
    """Pick a move, at a level or (None) with full strength."""

    level: int | None = None
    seed: int = 0


class JudgeMoves(Job, frozen=True, kw_only=True):
    """Give every move its value."""


class FollowLine(Job, frozen=True, kw_only=True):
    """Find how the game continues after a move whose result is proven."""

    first: Move


AnyJob = ChooseMove | JudgeMoves | FollowLine


class Thought(Struct, frozen=True, tag=True, kw_only=True):
    """An answer of a process."""


class Chosen(Thought, frozen=True, kw_only=True):
    choice: Choice


class Judged(Thought, frozen=True, kw_only=True):
    analysis: Analysis


class Followed(Thought, frozen=True, kw_only=True):
    moves: tuple[Move, ...]


class Failed(Thought, frozen=True, kw_only=True):
    """A refusal of the job, with the reason."""

    words: str


class Ready(Thought, frozen=True):
    """Sent once, without a request: the process is now at full strength."""


AnyThought = Chosen | Judged | Followed | Failed | Ready
