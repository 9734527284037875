"""The time of day that never jumps: durations are measured by a clock that nobody can set."""

import time
from collections.abc import Callable
from functools import partial

import structlog

log = structlog.get_logger()

# How often the system's clock is checked.
LOOK_MS = 1000
# A change of this size between two checks was a step, not a correction.
STEP_MS = 1000
# How far our time follows the system's with every check, so that small corrections are adopted.
FOLLOW_MS = 1


# Time while the machine slept counts too, where the system reports it.
_elapsed_ns = partial(time.clock_gettime_ns, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class SteadyClock:
    """Milliseconds since 1970, as the system had them at the start, counted on steadily.

    When the system's clock is set, this one only logs it: no player gains or loses time. A restart adopts it.
    """

    def __init__(
        self, system_ns: Callable[[], int] = time.time_ns, elapsed_ns: Callable[[], int] = _elapsed_ns
    ) -> None:
        self._system_ns = system_ns
        self._elapsed_ns = elapsed_ns
        elapsed_ms = elapsed_ns() // 1_000_000
        self._offset_ms = system_ns() // 1_000_000 - elapsed_ms
        self._ahead_ms = 0
        self._next_look_ms = elapsed_ms + LOOK_MS

    def now_ms(self) -> int:
        elapsed_ms = self._elapsed_ns() // 1_000_000
        if elapsed_ms >= self._next_look_ms:
            self._look(elapsed_ms)
        return elapsed_ms + self._offset_ms

    def _look(self, elapsed_ms: int) -> None:
        self._next_look_ms = elapsed_ms + LOOK_MS
        ahead_ms = self._system_ns() // 1_000_000 - elapsed_ms - self._offset_ms
        if abs(ahead_ms - self._ahead_ms) > STEP_MS:
            log.warning(
                "the system's clock was set; games keep their own time until the next start",
                by_seconds=round((ahead_ms - self._ahead_ms) / 1000, 1),
            )
        followed_ms = max(-FOLLOW_MS, min(FOLLOW_MS, ahead_ms))
        self._offset_ms += followed_ms
        self._ahead_ms = ahead_ms - followed_ms
