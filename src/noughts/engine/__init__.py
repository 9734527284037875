"""The computer: `choose` picks a move, `analyse` rates every move, `solve` solves small boards.

It sees positions only: no players, no server, no clock of a game. Compiled kernels are optional: see `kernels`.
"""

from noughts.engine.analyse import analyse
from noughts.engine.choose import choose
from noughts.engine.exact import Judged, Solution, solve
from noughts.engine.levels import LEVELS, Level
from noughts.engine.thinking import (
    LONGEST_MS,
    Analysis,
    BadThinking,
    CannotThink,
    Choice,
    GameIsOver,
    Thinking,
    UnknownPosition,
    Valued,
)

__all__ = [
    "LEVELS",
    "LONGEST_MS",
    "Analysis",
    "BadThinking",
    "CannotThink",
    "Choice",
    "GameIsOver",
    "Judged",
    "Level",
    "Solution",
    "Thinking",
    "UnknownPosition",
    "Valued",
    "analyse",
    "choose",
    "solve",
]
