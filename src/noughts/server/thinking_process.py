"""One thinking process as the server sees it. Its inside is `thinker.py`."""

from noughts.server.jobs import AnyJob, AnyThought, Ready
from noughts.server.line_process import LineProcess

# So much longer than asked for may a job take before its process is taken for hung: starting takes some of it.
HANG_SECONDS = 30.0


class ThinkingProcess(LineProcess[AnyJob, AnyThought]):
    """A process that was started; `is_ready` once it thinks as well as it can."""

    module = "noughts.server.thinker"
    answers = AnyThought

    is_ready = False

    async def think(self, job: AnyJob) -> AnyThought:
        """Its answer to this job. Raises `ProcessFailed`, after which it is of no more use."""
        return await self.ask(job, HANG_SECONDS + job.milliseconds / 1000)

    def hear(self, answer: AnyThought) -> None:
        if isinstance(answer, Ready):
            self.is_ready = True
        else:
            super().hear(answer)
