"""Structured logs on standard error: readable text on a terminal, JSON elsewhere.

A limit keeps a repeated error from filling the disk.
"""

import logging
import sys
import time
from collections.abc import Callable
from typing import Any

import structlog
from structlog.typing import EventDict, WrappedLogger

# How many lines of one kind are written in one period. The next line says how many were left out.
MOST_LINES = 20
PERIOD_SECONDS = 10.0
MOST_KINDS = 1000


class LogLimit:
    """Counts the lines of each kind. The kind of a line is its message without its fields."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # For each kind: when its period ends, and how many lines it had so far.
        self._kinds: dict[str, tuple[float, int]] = {}

    def left_out(self, kind: str) -> int | None:
        """Return how many lines were left out before this one, or None if this one must be left out too."""
        now = self._clock()
        ends, count = self._kinds.get(kind, (now + PERIOD_SECONDS, 0))
        if now < ends:
            self._kinds[kind] = ends, count + 1
            return 0 if count < MOST_LINES else None
        if len(self._kinds) >= MOST_KINDS:
            self._kinds.clear()
        self._kinds[kind] = now + PERIOD_SECONDS, 1
        return max(0, count - MOST_LINES)

    def __call__(self, logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
        """Process one of our own lines. Raises DropEvent to leave it out."""
        left_out = self.left_out(str(event.get("event")))
        if left_out is None:
            raise structlog.DropEvent
        if left_out:
            event["left_out"] = left_out
        return event

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write this line, which comes from a library."""
        return self.left_out(f"{record.name}: {record.msg}") is not None


def configure_logs(level: str, limit: LogLimit | None = None) -> None:
    """Log to standard error from this level on."""
    number = logging.getLevelNamesMapping()[level.upper()]
    limit = limit or LogLimit()
    is_terminal = sys.stderr.isatty()
    renderer: Any = structlog.dev.ConsoleRenderer() if is_terminal else structlog.processors.JSONRenderer()
    shared: list[Any] = [
        # The id of the HTTP request that is being answered.
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if not is_terminal:
        shared.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[limit, *shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # The libraries' own logs: warnings and errors only.
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(limit.filter)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _add_library],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)


def _add_library(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    event["library"] = event["_record"].name
    return event
