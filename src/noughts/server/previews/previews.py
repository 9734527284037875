"""Pictures for shared links, drawn in a separate process and cached."""

from collections import OrderedDict

import structlog

from noughts.messages.refusals import Refusal
from noughts.parts import PICTURES
from noughts.server.previews.preview_jobs import AnyDrawing, Drawn
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.limits import MOST_WAITING_PREVIEWS
from noughts.server.runtime.worker_pool import PoolFull, WorkerPool
from noughts.server.runtime.worker_process import ProcessFailed, WorkerProcess

log = structlog.get_logger()

# Each takes about 12 KB.
MOST_KEPT = 512
HANG_SECONDS = 10.0


class PreviewProcess(WorkerProcess[AnyDrawing, Drawn]):
    """A process that was started. The process itself runs `preview_worker.py`."""

    module = "noughts.server.previews.preview_worker"
    answers = Drawn
    # A player's picture that cannot be compressed, in base64.
    most_answer_bytes = 2 * 1024 * 1024


class Previews:
    """The pictures that were drawn lately."""

    def __init__(self, budget: Budget) -> None:
        # Drawing needs an optional library.
        self.is_on = PICTURES.is_installed
        self._budget = budget
        self._pool = WorkerPool(PreviewProcess, 1, most_waiting=MOST_WAITING_PREVIEWS)
        self._kept: OrderedDict[AnyDrawing, bytes] = OrderedDict()

    async def png(self, job: AnyDrawing, address: str) -> bytes | Refusal:
        """Return the picture. Drawing a new one counts towards the limit of `address`."""
        kept = self._kept.get(job)
        if kept is not None:
            self._kept.move_to_end(job)
            return kept
        if not self.is_on:
            return Refusal("pictures_off")
        sender = Client(address)
        refusal = self._budget.objection("preview", sender)
        if refusal is not None:
            return refusal
        try:
            drawn = await self._pool.ask(sender, job, HANG_SECONDS)
        except PoolFull:
            return Refusal("busy", wait_seconds=1.0)
        except (ProcessFailed, OSError) as error:
            if self._pool.is_closed:
                return Refusal("shutting_down")
            log.warning("a preview could not be drawn", error=str(error))
            return Refusal("busy", wait_seconds=1.0)
        self._kept[job] = drawn.png
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn.png

    async def close(self) -> None:
        await self._pool.close()
