"""The processes that understand speech, and who waits for them. Few at once; who comes then is told to come again.

They start when they are first needed. Nothing of a sound is kept, logged or counted.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from noughts.messages.refusals import Refusal
from noughts.messages.voice import Heard
from noughts.server.limits import AddressLimit
from noughts.server.line_process import LineProcess, ProcessFailed
from noughts.server.sounds import AnyReply, BadSound, Sound
from noughts.voice.model_files import have_model

log = structlog.get_logger()

# With those whose sound is still coming in: about two seconds of work for one process, and 1.5 MiB.
MOST_WAITING = 8
WAIT_SECONDS = 2.0
# For each player: so many at once, and then one every so many seconds.
BURST = 20
SECONDS_FOR_ONE = 1.0
# A process that has just been started reads its model first, and on a busy machine all others go before it.
HANG_SECONDS = 60.0


class ListeningProcess(LineProcess[Sound, AnyReply]):
    """A process that was started. Its inside is `listener.py`."""

    module = "noughts.server.listener"
    answers = AnyReply


class Listeners:
    """So many listening processes. With none, nobody is listened to here."""

    def __init__(self, processes: int) -> None:
        # A package that was built without the recogniser's files understands nobody.
        self.is_on = processes > 0 and have_model()
        self._turns = asyncio.Semaphore(processes)
        self._idle: list[ListeningProcess] = []
        self._running: set[ListeningProcess] = set()
        self._starting: asyncio.Task[None] | None = None
        self._waiting = 0
        self._limit = AddressLimit(1 / SECONDS_FOR_ONE, BURST)

    def start(self) -> None:
        """Have a process now, if there is none yet: somebody is about to speak."""
        if self.is_on and not self._running and self._starting is None:
            self._starting = asyncio.create_task(self._start_one())

    async def hear(
        self, sender: str, read: Callable[[], Awaitable[bytes]], variant: str, open_boards: tuple[int, ...]
    ) -> Heard | Refusal:
        """What was said in the sound that `read` gets. `sender` is whose limit it counts to."""
        if not self.is_on:
            return Refusal("voice_off")
        wait_seconds = self._limit.take(sender, asyncio.get_running_loop().time())
        if wait_seconds:
            return Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2))
        if self._waiting >= MOST_WAITING:
            return Refusal("voice_busy", wait_seconds=WAIT_SECONDS)
        self._waiting += 1
        try:
            sound = Sound(wav=await read(), variant=variant, open_boards=open_boards)
            async with self._turns:
                reply = await self._ask(sound)
        except (ProcessFailed, OSError) as error:
            log.error("a listening process failed", error=str(error))
            return Refusal("voice_busy", wait_seconds=WAIT_SECONDS)
        finally:
            self._waiting -= 1
        return Refusal("bad_audio", reply.words) if isinstance(reply, BadSound) else reply.heard

    async def close(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._running))

    async def _ask(self, sound: Sound) -> AnyReply:
        process = self._idle.pop() if self._idle else await self._started()
        try:
            reply = await process.ask(sound, HANG_SECONDS)
        except BaseException:
            # Also when nobody waits for the answer any more: the next to ask must not get it.
            self._running.discard(process)
            await process.end()
            raise
        self._idle.append(process)
        return reply

    async def _start_one(self) -> None:
        try:
            async with self._turns:
                if not self._running:
                    self._idle.append(await self._started())
        except OSError as error:
            log.error("a listening process could not be started", error=str(error))
        finally:
            self._starting = None

    async def _started(self) -> ListeningProcess:
        process = await ListeningProcess.start()
        self._running.add(process)
        return process
