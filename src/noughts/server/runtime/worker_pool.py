"""A few worker processes of one kind, and the queue for them. No client can fill the queue alone.

Processes start when they are first needed. One that fails is ended, and the next job starts another.
"""

import asyncio
from time import perf_counter
from typing import Generic, TypeVar

import structlog

from noughts.server.runtime.budget import Client
from noughts.server.runtime.histogram import Histogram
from noughts.server.runtime.places import Places
from noughts.server.runtime.worker_process import ProcessFailed, WorkerProcess

log = structlog.get_logger()

Job = TypeVar("Job")
Result = TypeVar("Result")


class PoolFull(Exception):
    """Too many jobs wait already, from this client or in all."""


class WorkerPool(Generic[Job, Result]):
    """Runs jobs in at most `processes` processes, `most_waiting` jobs in all and `most_of_one` of each player."""

    def __init__(
        self,
        kind: type[WorkerProcess[Job, Result]],
        processes: int,
        *,
        most_waiting: int,
        most_of_one: int | None = None,
        wait_seconds: Histogram | None = None,
        work_seconds: Histogram | None = None,
    ) -> None:
        self._kind = kind
        self._turns = asyncio.Semaphore(processes)
        self._idle: list[WorkerProcess[Job, Result]] = []
        self._running: set[WorkerProcess[Job, Result]] = set()
        self._starting: asyncio.Task[None] | None = None
        self._places = Places(most_waiting, most_of_one)
        self._wait_seconds = wait_seconds or Histogram()
        self._work_seconds = work_seconds or Histogram()
        # How many processes work now.
        self.busy = 0
        self.is_closed = False

    @property
    def running(self) -> int:
        """How many processes there are."""
        return len(self._running)

    def start(self) -> None:
        """Start a process now if none runs yet, because a job is about to come."""
        if not self._running and self._starting is None and not self.is_closed:
            self._starting = asyncio.create_task(self._start_one())

    async def ask(self, client: Client, job: Job, seconds: float) -> Result:
        """Return the answer to this job. Raises `PoolFull`, `ProcessFailed` or OSError."""
        if not self._places.take(client):
            raise PoolFull
        try:
            queued = perf_counter()
            async with self._turns:
                self._wait_seconds.observe(perf_counter() - queued)
                return await self._ask(job, seconds)
        finally:
            self._places.leave(client)

    async def close(self) -> None:
        """Kill the processes: whatever they work on is refused."""
        self.is_closed = True
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._running))

    async def _ask(self, job: Job, seconds: float) -> Result:
        process = self._idle.pop() if self._idle else await self._started()
        started = perf_counter()
        self.busy += 1
        try:
            result = await process.ask(job, seconds)
        except BaseException:
            # Kill it even if only the request was cancelled: the next request must not get this answer.
            self._running.discard(process)
            await process.end()
            raise
        finally:
            self.busy -= 1
        self._work_seconds.observe(perf_counter() - started)
        self._idle.append(process)
        return result

    async def _start_one(self) -> None:
        try:
            async with self._turns:
                if not self._running:
                    self._idle.append(await self._started())
        except (ProcessFailed, OSError) as error:
            log.error("a worker process could not be started", module=self._kind.module, error=str(error))
        finally:
            self._starting = None

    async def _started(self) -> WorkerProcess[Job, Result]:
        if self.is_closed:
            raise ProcessFailed("the server is shutting down")
        process = await self._kind.start()
        self._running.add(process)
        return process
