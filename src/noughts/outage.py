"""Tracks a part that may fail, such as the database: logs one line when it fails and one when it is back."""

import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()


class Part:
    """A part that this process needs, and whether it works. `level` is the log level of its failure."""

    def __init__(
        self,
        name: str,
        level: str = "error",
        clock: Callable[[], float] = time.monotonic,
        *,
        logs_before_use: bool = True,
    ) -> None:
        self._name = name
        # If false, nothing is logged before the part has worked once, because opening it reports its own failure.
        self._logs = logs_before_use
        self._level = level
        self._clock = clock
        self._away_since: float | None = None
        self._failures = 0

    @property
    def is_away(self) -> bool:
        return self._away_since is not None

    def failed(self, error: BaseException | str) -> None:
        """Record a failure."""
        self._failures += 1
        if self._away_since is None:
            self._away_since = self._clock()
            if self._logs:
                getattr(log, self._level)(f"{self._name} is unreachable", error=str(error) or type(error).__name__)

    def worked(self) -> None:
        """Record a success."""
        self._logs = True
        if self._away_since is not None:
            seconds = round(self._clock() - self._away_since, 1)
            log.info(f"{self._name} is reachable again", seconds=seconds, failures=self._failures)
            self._away_since = None
            self._failures = 0
