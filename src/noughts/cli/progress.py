"""Shows progress on standard error, for commands that take longer than two seconds."""

import sys
import time
from types import TracebackType
from typing import Self

QUIET_SECONDS = 2.0
PAUSE_SECONDS = 0.5


class Progress:
    """A progress line. Short jobs show nothing."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._shown = self._begun + QUIET_SECONDS - PAUSE_SECONDS
        self._has_line = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._has_line:
            print(f"\r{'':<78}\r", end="", file=sys.stderr, flush=True)

    def show(self, done: int, total: int) -> None:
        """Show progress: this many done, out of this many."""
        now = time.monotonic()
        if now - self._shown < PAUSE_SECONDS:
            return
        self._shown, self._has_line = now, True
        left = (total - done) * (now - self._begun) / max(1, done)
        line = f"{done:,} of {total:,} {self._what}, {left:,.0f} s left"
        print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)
