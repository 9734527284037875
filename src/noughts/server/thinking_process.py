"""One thinking process as the server sees it: started, asked one thing at a time, ended. Its inside is `thinker.py`."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path

import msgspec

import noughts
from noughts.server.jobs import AnyJob, AnyThought, Ready

# The judgement of a move takes about 80 bytes, and the largest board has 361 cells.
MOST_LINE_BYTES = 256 * 1024
# So much longer than asked for may a job take before its process is taken for hung: starting takes some of it.
HANG_SECONDS = 30.0

_decoder: msgspec.json.Decoder[AnyThought] = msgspec.json.Decoder(AnyThought)


class ProcessFailed(Exception):
    """The process has died, hangs, or says what cannot be read."""


class ThinkingProcess:
    """A process that was started; `is_ready` once it thinks as well as it can."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.is_ready = False
        self._process = process
        self._answer: asyncio.Future[AnyThought] | None = None
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> "ThinkingProcess":
        # The package may be found by a path that only this process was given.
        root = str(Path(noughts.__file__).parent.parent)
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "noughts.server.thinker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_LINE_BYTES,
            env=os.environ | {"PYTHONPATH": path},
        )
        return cls(process)

    async def ask(self, job: AnyJob) -> AnyThought:
        """Its answer to this job. Raises `ProcessFailed`, after which it is of no more use."""
        assert self._answer is None
        assert self._process.stdin is not None
        if self._listening.done():
            raise ProcessFailed("it has ended")
        self._answer = asyncio.get_running_loop().create_future()
        try:
            self._process.stdin.write(msgspec.json.encode(job) + b"\n")
            async with asyncio.timeout(HANG_SECONDS + job.milliseconds / 1000):
                return await self._answer
        except (TimeoutError, OSError) as error:
            raise ProcessFailed(f"it did not answer: {error!r}") from error
        finally:
            self._answer = None

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        words = "it has ended"
        try:
            while line := await self._process.stdout.readline():
                self._hear(_decoder.decode(line))
        except (ValueError, msgspec.DecodeError) as error:
            words = f"it cannot be understood: {error}"
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ProcessFailed(words))

    def _hear(self, thought: AnyThought) -> None:
        if isinstance(thought, Ready):
            self.is_ready = True
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result(thought)

    async def end(self) -> None:
        """At once: it has nothing that could be lost."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await asyncio.gather(self._listening, return_exceptions=True)
