"""A child process that answers one request at a time, a line of JSON each way: started, asked, ended.

For work that would delay games. Its users define the requests and the answers.
"""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

import noughts

Job = TypeVar("Job")
Result = TypeVar("Result")


class ProcessFailed(Exception):
    """The process has died, hangs, or sends an unreadable answer."""


class WorkerProcess(Generic[Job, Result]):
    """A process that was started. It runs `module`, which answers each line with one of the types `answers`."""

    module: ClassVar[str]
    answers: ClassVar[Any]
    # The judgement of a move takes about 80 bytes, and the largest board has 400 cells.
    most_answer_bytes: ClassVar[int] = 256 * 1024

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._decoder: msgspec.json.Decoder[Result] = msgspec.json.Decoder(self.answers)
        self._answer: asyncio.Future[Result] | None = None
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls) -> Self:
        # The package may be found by a path that only this process was given.
        root = str(Path(noughts.__file__).parent.parent)
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            cls.module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=cls.most_answer_bytes,
            # One process uses one core: by default numpy would take them all, for very little gain.
            env=os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        )
        return cls(process)

    async def ask(self, job: Job, seconds: float) -> Result:
        """Return the answer to this job within this time.

        Raises `ProcessFailed`; the process can't be used after that.
        """
        assert self._answer is None
        assert self._process.stdin is not None
        if self._listening.done():
            raise ProcessFailed("the process has ended")
        self._answer = asyncio.get_running_loop().create_future()
        try:
            self._process.stdin.write(msgspec.json.encode(job) + b"\n")
            async with asyncio.timeout(seconds):
                return await self._answer
        except (TimeoutError, OSError) as error:
            raise ProcessFailed(f"the process did not answer: {error!r}") from error
        finally:
            self._answer = None

    def receive(self, answer: Result) -> None:
        """Handle an answer of the process."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        words = "the process has ended"
        try:
            while line := await self._process.stdout.readline():
                self.receive(self._decoder.decode(line))
        except (ValueError, msgspec.DecodeError) as error:
            words = f"the process sent an unreadable answer: {error}"
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ProcessFailed(words))

    async def end(self) -> None:
        """Kill the process. It stores nothing, so nothing is lost."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await asyncio.gather(self._listening, return_exceptions=True)
