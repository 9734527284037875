"""The main line: how a game continues from a position when both sides play at full strength."""

from time import monotonic

from noughts.engine.choose import choose
from noughts.engine.exact import solve
from noughts.engine.thinking import Thinking
from noughts.rules import Move, Position

# Guesses about later plies are unreliable, so only a proven line is followed further.
GUESSED_PLIES = 8
PROVEN_PLIES = 40


def main_line(position: Position, first: Move, milliseconds: int) -> tuple[Move, ...]:
    """Return the moves from `position`, starting with `first`. On solved boards the line goes to the end.

    Elsewhere it is searched for this long in total, and followed to the end only while results are proven.
    """
    deadline = monotonic() + milliseconds / 1000
    each = max(1, milliseconds // GUESSED_PLIES)
    line, position, is_proven = [first], position.play(first), True
    while position.outcome() is None and len(line) < (PROVEN_PLIES if is_proven else GUESSED_PLIES):
        if monotonic() >= deadline and solve(position) is None:
            break
        choice = choose(position, Thinking(milliseconds=each), seed=1)
        is_proven = choice.exact
        line.append(choice.move)
        position = position.play(choice.move)
    return tuple(line)
