"""The pool of engine processes, and who may use them: games first, and players in turn.

They start when they are first needed, or with `start`. A process that dies or hangs is replaced, and its job is
repeated.
"""

import asyncio
from time import perf_counter
from typing import Literal

import structlog
from msgspec.structs import replace

from noughts.messages.refusals import Refusal
from noughts.server.computer.engine_jobs import AnyJob, AnyThought, Failed
from noughts.server.computer.engine_process import EngineProcess
from noughts.server.computer.fair_queue import Lane
from noughts.server.runtime.limits import MOST_ANALYSES_OF_A_PLAYER
from noughts.server.runtime.metrics import Metrics
from noughts.server.runtime.worker_process import ProcessFailed

log = structlog.get_logger()

# A player who would wait longer than this is asked to retry later.
MOST_WAIT_SECONDS = 5.0
MOST_WAITING = 10_000
# How many moves one player may have waiting, in different games.
MOST_MOVES_OF_ONE = 200
# While moves wait, one turn in this many is for an analysis.
MOVES_FOR_AN_ANALYSIS = 4
# If moves were requested recently, an analysis may occupy the only process for no longer than this.
SHORT_ANALYSIS_MS = 400
LATELY_SECONDS = 30.0
MOST_TRIES = 2
# The pause before a failed process is replaced, so that a repeated failure doesn't keep the machine busy.
PAUSE_SECONDS = 0.5

# A review in the background waits for moves, and for analyses that somebody waits for.
Purpose = Literal["move", "analysis", "review"]


class _Waiting:
    """A job, and who waits for it."""

    def __init__(self, job: AnyJob, player: str, purpose: Purpose) -> None:
        self.job = job
        self.player = player
        self.purpose: Purpose = purpose
        self.answer: asyncio.Future[AnyThought] = asyncio.get_running_loop().create_future()
        self.tries = 0
        self.queued_at = perf_counter()


class EnginePool:
    """A number of engine processes. With zero, nobody can play the computer here."""

    def __init__(self, processes: int, metrics: Metrics | None = None) -> None:
        self._most = processes
        # If there are several processes, one is reserved for moves.
        self._most_analysing = max(1, processes - 1)
        self._running: dict[int, EngineProcess] = {}
        self._workers: list[asyncio.Task[None]] = []
        self._lanes: dict[Purpose, Lane[_Waiting]] = {"move": Lane(), "analysis": Lane(), "review": Lane()}
        self._metrics = metrics or Metrics()
        # How many processes think now.
        self.busy = 0
        self._analysing = 0
        self._moves_in_a_row = 0
        self._move_asked_at = float("-inf")
        self._has_work = asyncio.Condition()

    @property
    def running(self) -> int:
        """How many processes there are."""
        return len(self._running)

    @property
    def is_ready(self) -> bool:
        """Whether every process is at full strength; until then it searches only briefly."""
        ready = sum(process.is_ready for process in self._running.values())
        return 0 < self._most == ready

    @property
    def objection(self) -> Refusal | None:
        """Why nobody can start a game against the computer now, or None. Analyses make no difference."""
        return self._busy("move", self._most)

    def objection_to_analysis(self, player: str) -> Refusal | None:
        """Return why this player can't have a position analysed now, or None."""
        if self._lanes["analysis"].count_of(player) >= MOST_ANALYSES_OF_A_PLAYER:
            return Refusal("computer_busy", "Your last analysis is still running.", wait_seconds=1)
        return self._busy("analysis", self._most_analysing)

    def _busy(self, purpose: Purpose, processes: int) -> Refusal | None:
        if not self._most:
            return Refusal("computer_away")
        wait_seconds = self._lanes[purpose].wait_ms / 1000 / processes
        if wait_seconds <= MOST_WAIT_SECONDS:
            return None
        return Refusal("computer_busy", wait_seconds=round(wait_seconds - MOST_WAIT_SECONDS + 1, 1))

    def start(self) -> None:
        """Start the processes, if they are not running yet."""
        if not self._workers:
            self._workers = [asyncio.create_task(self._work(number)) for number in range(self._most)]

    async def close(self) -> None:
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        for lane in self._lanes.values():
            while lane:
                lane.take().answer.cancel()

    async def think(self, job: AnyJob, player: str, purpose: Purpose = "move") -> AnyThought:
        """Queue this job for this player, and wait for the answer without a limit.

        Check `objection` before a game starts.
        """
        lane = self._lanes[purpose]
        most_of_one = MOST_MOVES_OF_ONE if purpose == "move" else MOST_ANALYSES_OF_A_PLAYER
        if not self._most or len(lane) >= MOST_WAITING or lane.count_of(player) >= most_of_one:
            return Failed(words="the queue is full, or there are no engine processes")
        self.start()
        waiting = _Waiting(job, player, purpose)
        await self._put(waiting)
        return await waiting.answer

    async def _put(self, waiting: _Waiting) -> None:
        now = asyncio.get_running_loop().time()
        if waiting.purpose == "move":
            self._move_asked_at = now
        self._lanes[waiting.purpose].put(waiting.player, waiting, waiting.job.milliseconds, now * 1000)
        async with self._has_work:
            self._has_work.notify()

    async def _next(self) -> _Waiting:
        """Return the next job; moves first, but an analysis gets its turn too."""
        async with self._has_work:
            while (purpose := self._next_purpose()) is None:
                await self._has_work.wait()
        self._moves_in_a_row = self._moves_in_a_row + 1 if purpose == "move" else 0
        return self._lanes[purpose].take()

    def _next_purpose(self) -> Purpose | None:
        has_room = self._analysing < self._most_analysing
        may_analyse = has_room and bool(self._lanes["analysis"])
        if self._lanes["move"] and not (may_analyse and self._moves_in_a_row >= MOVES_FOR_AN_ANALYSIS):
            return "move"
        if may_analyse:
            return "analysis"
        return "review" if has_room and self._lanes["review"] else None

    async def _work(self, number: int) -> None:
        """Keep one process running, replacing it when it fails."""
        while True:
            try:
                await self._run(number)
            except OSError as error:
                log.error("an engine process could not be started", error=str(error))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _run(self, number: int) -> None:
        process = self._running[number] = await EngineProcess.start()
        try:
            while await self._serve(process, await self._next()):
                pass
        finally:
            del self._running[number]
            await process.end()

    async def _serve(self, process: EngineProcess, waiting: _Waiting) -> bool:
        """Do one job; return False when the process can't be used any more."""
        if waiting.answer.done():
            return True
        self._analysing += waiting.purpose != "move"
        self.busy += 1
        started = perf_counter()
        queue = f"engine_{waiting.purpose}"
        self._metrics.wait_seconds[queue].observe(started - waiting.queued_at)
        try:
            answer = await process.think(self._bounded(waiting))
        except ProcessFailed as error:
            log.error("an engine process failed", error=str(error), position=waiting.job.position)
            await self._try_again(waiting)
            return False
        except asyncio.CancelledError:
            waiting.answer.cancel()
            raise
        finally:
            self._analysing -= waiting.purpose != "move"
            self.busy -= 1
        self._metrics.work_seconds[queue].observe(perf_counter() - started)
        if not waiting.answer.done():
            waiting.answer.set_result(answer)
        return True

    def _bounded(self, waiting: _Waiting) -> AnyJob:
        is_needed = asyncio.get_running_loop().time() - self._move_asked_at < LATELY_SECONDS
        if waiting.purpose == "move" or self._most > 1 or not is_needed:
            return waiting.job
        return replace(waiting.job, milliseconds=min(waiting.job.milliseconds, SHORT_ANALYSIS_MS))

    async def _try_again(self, waiting: _Waiting) -> None:
        waiting.tries += 1
        if waiting.tries < MOST_TRIES:
            await self._put(waiting)
        elif not waiting.answer.done():
            waiting.answer.set_result(Failed(words="the engine process failed"))
