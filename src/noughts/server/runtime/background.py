"""Background tasks: kept alive until done, with every fault logged."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from noughts.storage.journal import Replaced, Unavailable

log = structlog.get_logger()


def report_failure(words: str, error: BaseException, **facts: Any) -> None:
    """Log a failure, unless the database is unreachable: the database logs that itself, once."""
    if not isinstance(error, Unavailable):
        log.warning(words, error=repr(error), **facts)


class Background:
    """The tasks of this process for which nobody waits."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run `work` in the background; a fault is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Cancel all tasks."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if task.cancelled() or task.exception() is None or isinstance(task.exception(), Unavailable):
            return
        if isinstance(task.exception(), Replaced):
            # The whole server starts again in a moment.
            log.warning("a background task was stopped", error=str(task.exception()))
        else:
            log.error("a background task failed", exc_info=task.exception())
