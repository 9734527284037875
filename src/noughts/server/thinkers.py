"""The processes in which the computer thinks, and what waits for them: the shortest first, but nothing for ever.

They start when they are first needed, or with `start`. One that dies or hangs is replaced, and its job done once more.
"""

import asyncio
from itertools import count

import structlog

from noughts.messages.refusals import Refusal
from noughts.server.jobs import AnyJob, AnyThought, Failed
from noughts.server.line_process import ProcessFailed
from noughts.server.thinking_process import ThinkingProcess

log = structlog.get_logger()

# Who would have to wait longer than this is told to come again.
MOST_WAIT_SECONDS = 5.0
MOST_WAITING = 10_000
# A job that takes a millisecond longer lets those pass that come within so many milliseconds.
PATIENCE = 10
MOST_TRIES = 2
# Before a process that failed is replaced: whatever makes it fail shall not keep the machine busy.
PAUSE_SECONDS = 0.5


class _Waiting:
    """A job, and who waits for it."""

    def __init__(self, job: AnyJob) -> None:
        self.job = job
        self.answer: asyncio.Future[AnyThought] = asyncio.get_running_loop().create_future()
        self.tries = 0


class Thinkers:
    """So many thinking processes. With none, nobody plays the computer here."""

    def __init__(self, processes: int) -> None:
        self._most = processes
        self._running: dict[int, ThinkingProcess] = {}
        self._workers: list[asyncio.Task[None]] = []
        self._queue: asyncio.PriorityQueue[tuple[float, int, _Waiting]] = asyncio.PriorityQueue(MOST_WAITING)
        self._queued_ms = 0
        # Of two that are due at the same time, the one that came first.
        self._numbers = count()

    @property
    def is_ready(self) -> bool:
        """Whether every process thinks as well as it can; until then answers are given at a glance."""
        ready = sum(process.is_ready for process in self._running.values())
        return 0 < self._most == ready

    @property
    def objection(self) -> Refusal | None:
        """Why nothing more can be asked now, if so."""
        if not self._most:
            return Refusal("computer_away")
        wait_seconds = self._queued_ms / 1000 / self._most
        if wait_seconds <= MOST_WAIT_SECONDS:
            return None
        return Refusal("computer_busy", wait_seconds=round(wait_seconds - MOST_WAIT_SECONDS + 1, 1))

    def start(self) -> None:
        """Have the processes now, if they are not there yet."""
        if not self._workers:
            self._workers = [asyncio.create_task(self._work(number)) for number in range(self._most)]

    async def close(self) -> None:
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        while not self._queue.empty():
            self._queue.get_nowait()[-1].answer.cancel()

    async def think(self, job: AnyJob) -> AnyThought:
        """Have this thought about, however long it waits: whoever may be refused looks at `objection` first."""
        if not self._most or self._queue.full():
            return Failed(words="too much waits, or nobody thinks here")
        self.start()
        waiting = _Waiting(job)
        self._put(waiting)
        return await waiting.answer

    def _put(self, waiting: _Waiting) -> None:
        due = asyncio.get_running_loop().time() * 1000 + PATIENCE * waiting.job.milliseconds
        self._queue.put_nowait((due, next(self._numbers), waiting))
        self._queued_ms += waiting.job.milliseconds

    async def _work(self, number: int) -> None:
        """Keep one process at work, whatever becomes of it."""
        while True:
            try:
                await self._run(number)
            except OSError as error:
                log.error("a thinking process could not be started", error=str(error))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _run(self, number: int) -> None:
        process = self._running[number] = await ThinkingProcess.start()
        try:
            await self._serve(process)
        finally:
            del self._running[number]
            await process.end()

    async def _serve(self, process: ThinkingProcess) -> None:
        """Give it one job after the other, until it fails."""
        while True:
            *_, waiting = await self._queue.get()
            self._queued_ms -= waiting.job.milliseconds
            if waiting.answer.done():
                continue
            try:
                answer = await process.think(waiting.job)
            except ProcessFailed as error:
                log.error("a thinking process failed", error=str(error), position=waiting.job.position)
                self._try_again(waiting)
                return
            except asyncio.CancelledError:
                waiting.answer.cancel()
                raise
            if not waiting.answer.done():
                waiting.answer.set_result(answer)

    def _try_again(self, waiting: _Waiting) -> None:
        waiting.tries += 1
        if waiting.tries < MOST_TRIES and not self._queue.full():
            self._put(waiting)
        elif not waiting.answer.done():
            waiting.answer.set_result(Failed(words="the thinking process failed"))
