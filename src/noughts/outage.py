"""A part that may go away, such as the database: one line in the log when it goes, and one when it is back."""

import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()


class Part:
    """A part that this process needs, and whether it works. `level` is how bad it is to miss it."""

    def __init__(
        self,
        name: str,
        level: str = "error",
        clock: Callable[[], float] = time.monotonic,
        *,
        logs_before_use: bool = True,
    ) -> None:
        self._name = name
        # Without it, nothing is logged before the part has worked once: its opener reports that failure.
        self._logs = logs_before_use
        self._level = level
        self._clock = clock
        self._away_since: float | None = None
        self._failures = 0

    @property
    def is_away(self) -> bool:
        return self._away_since is not None

    def failed(self, error: BaseException | str) -> None:
        """It could not be used just now."""
        self._failures += 1
        if self._away_since is None:
            self._away_since = self._clock()
            if self._logs:
                getattr(log, self._level)(f"{self._name} is away", error=str(error) or type(error).__name__)

    def worked(self) -> None:
        """It was used just now."""
        self._logs = True
        if self._away_since is not None:
            seconds = round(self._clock() - self._away_since, 1)
            log.info(f"{self._name} is back", seconds=seconds, failures=self._failures)
            self._away_since = None
            self._failures = 0
