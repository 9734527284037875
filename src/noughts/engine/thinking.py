"""Requests to the computer and its answers, as values, and the reasons to refuse.

CannotThink
├── GameIsOver        nothing is left to choose
├── UnknownPosition   the engine does not know this kind
└── BadThinking       a level or a time out of range
"""

from msgspec import Struct

from noughts.rules import Move

LOWEST, HIGHEST = 1, 8
LONGEST_MS = 60_000


class CannotThink(ValueError):
    """The request is invalid."""


class GameIsOver(CannotThink):
    """The position is finished."""


class UnknownPosition(CannotThink):
    """The engine does not know this kind of position."""


class BadThinking(CannotThink):
    """The level or the time is out of range."""


class Thinking(Struct, frozen=True, kw_only=True):
    """How hard to think: at a level of 1 to 8, or with full strength (None), for at most this many milliseconds.

    Each level has its own time; `milliseconds` can only shorten it. Raises BadThinking.
    """

    level: int | None = None
    milliseconds: int = 100

    def __post_init__(self) -> None:
        if self.level is not None and not LOWEST <= self.level <= HIGHEST:
            raise BadThinking(f"there are levels from {LOWEST} to {HIGHEST}, not {self.level}")
        if not 1 <= self.milliseconds <= LONGEST_MS:
            raise BadThinking(f"thinking takes from 1 to {LONGEST_MS:,} milliseconds, not {self.milliseconds:,}")


class Choice(Struct, frozen=True, kw_only=True):
    """The chosen move. `value` is the expected result for the mover: 1 a win, 0 a draw, -1 a loss.

    `exact` means that the value is proven. `depth` and `simulations` give how far and how much was searched, 0 if that
    has no meaning. `plain` means that the kernels were not ready, so only a shallow search was made.
    """

    move: Move
    value: float
    exact: bool
    depth: int = 0
    simulations: int = 0
    plain: bool = False


class Valued(Struct, frozen=True, kw_only=True):
    """A move and its value for the player who makes it, -1 to 1. `distance` counts the plies to the end where the value
    is proven.
    """

    move: Move
    value: float
    exact: bool
    distance: int | None = None


class Analysis(Struct, frozen=True, kw_only=True):
    """Every move of a position, the best first. `value` is that of the position for the side to move."""

    value: float
    exact: bool
    moves: tuple[Valued, ...]
    plain: bool = False
