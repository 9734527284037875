"""The server's handle of one engine process. The process itself runs `engine_worker.py`."""

from noughts.server.computer.engine_jobs import AnyJob, AnyThought, Ready
from noughts.server.runtime.worker_process import WorkerProcess

# How much longer than requested a job may take before its process counts as hung: starting takes part of that time.
HANG_SECONDS = 30.0


class EngineProcess(WorkerProcess[AnyJob, AnyThought]):
    """A process that was started; `is_ready` once it is at full strength."""

    module = "noughts.server.computer.engine_worker"
    answers = AnyThought

    is_ready = False

    async def think(self, job: AnyJob) -> AnyThought:
        """Return the answer to this job. Raises `ProcessFailed`; the process can't be used after that."""
        return await self.ask(job, HANG_SECONDS + job.milliseconds / 1000)

    def receive(self, answer: AnyThought) -> None:
        if isinstance(answer, Ready):
            self.is_ready = True
        else:
            super().receive(answer)
