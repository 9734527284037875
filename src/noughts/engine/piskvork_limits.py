"""The settings that a manager sends with INFO in Piskvork's protocol: the rule, and the time and memory limits.

Derives the time to think from the limits for a move and for a match.
"""

import resource
from collections.abc import Iterator

from noughts.engine.piskvork import NO_LIMIT_MS

# The protocol defines no default for the time of a move. Its example programs use this one.
USUAL_TURN_MS = 30_000
# Reserve for the pipes, and for the last step of a search.
MARGIN_MS = 30
MARGIN_SHARE = 0.05
# How many more of our own moves the time of a match must cover.
USUAL_MOVES = 30
FEWEST_MOVES_LEFT = 10


class Limits:
    """The limits so far. Unknown keys and invalid values are ignored, as the protocol demands."""

    def __init__(self) -> None:
        self.rule = 0
        self._turn_ms = USUAL_TURN_MS
        self._left_ms = NO_LIMIT_MS
        self._memory = 0
        self._has_warned = False

    def note(self, key: str, value: str) -> None:
        """Handle one INFO command."""
        try:
            number = int(value)
        except ValueError:
            return
        match key.lower():
            case "rule":
                self.rule = number
            case "timeout_turn":
                self._turn_ms = max(0, number)
            case "timeout_match":
                self._left_ms = number if number > 0 else NO_LIMIT_MS
            case "time_left":
                self._left_ms = number
            case "max_memory":
                self._memory, self._has_warned = number, False

    def milliseconds(self, moves_made: int) -> int:
        """Return how long to think about the next move, after this many of our own."""
        turn = self._turn_ms - max(MARGIN_MS, self._turn_ms * MARGIN_SHARE)
        share = (self._left_ms - MARGIN_MS) / max(FEWEST_MOVES_LEFT, USUAL_MOVES - moves_made)
        return max(1, int(min(turn, share)))

    def warnings(self) -> Iterator[str]:
        """Yield a message, once, if this process uses more memory than allowed. It can't reduce its use."""
        taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        if 0 < self._memory < taken and not self._has_warned:
            self._has_warned = True
            yield f"MESSAGE this program needs {taken >> 20} MB of memory, and may use {self._memory >> 20} MB"
