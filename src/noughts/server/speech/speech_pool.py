"""The processes that recognise speech, and the limits on using them. No recording is kept, logged or counted."""

import structlog

from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.parts import SPEECH
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.limits import MOST_RECORDINGS_OF_A_PLAYER, MOST_WAITING_RECORDINGS
from noughts.server.runtime.metrics import Metrics
from noughts.server.runtime.worker_pool import PoolFull, WorkerPool
from noughts.server.runtime.worker_process import ProcessFailed, WorkerProcess
from noughts.server.speech.speech_jobs import AnyReply, BadSound, Sound
from noughts.voice.model_files import have_model

log = structlog.get_logger()

# About as long as a full queue takes one process.
WAIT_SECONDS = 2.0
# A process that has just been started reads its model first, and on a busy machine all others go before it.
HANG_SECONDS = 60.0


class ListeningProcess(WorkerProcess[Sound, AnyReply]):
    """A process that was started. The process itself runs `speech_worker.py`."""

    module = "noughts.server.speech.speech_worker"
    answers = AnyReply


class SpeechPool:
    """A number of speech processes. With none, voice moves are off here."""

    def __init__(self, processes: int, budget: Budget, metrics: Metrics | None = None) -> None:
        # A small installation has neither the recogniser nor its model.
        self.is_on = processes > 0 and SPEECH.is_installed and have_model()
        self._budget = budget
        metrics = metrics or Metrics()
        self.pool = WorkerPool(
            ListeningProcess,
            processes,
            most_waiting=MOST_WAITING_RECORDINGS,
            most_of_one=MOST_RECORDINGS_OF_A_PLAYER,
            wait_seconds=metrics.wait_seconds["speech"],
            work_seconds=metrics.work_seconds["speech"],
        )

    def start(self) -> None:
        """Start a process if there is none yet: somebody is about to speak."""
        if self.is_on:
            self.pool.start()

    def objection(self, sender: Client) -> Refusal | None:
        """Return why this sender may not send a recording now, or None after counting one against its limit."""
        if not self.is_on:
            return Refusal("voice_off")
        return self._budget.objection("recording", sender)

    async def hear(self, sender: Client, sound: Sound) -> Heard | Refusal:
        """Return what this recording says."""
        try:
            reply = await self.pool.ask(sender, sound, HANG_SECONDS)
        except PoolFull:
            return Refusal("voice_busy", wait_seconds=WAIT_SECONDS)
        except (ProcessFailed, OSError) as error:
            log.error("a listening process failed", error=str(error))
            return Refusal("voice_busy", wait_seconds=WAIT_SECONDS)
        return Refusal("bad_audio", reply.words) if isinstance(reply, BadSound) else reply.heard

    async def close(self) -> None:
        await self.pool.close()
