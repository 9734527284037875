"""A program that runs beside us and talks by lines: start it, write to it, read from it by a deadline, and end it.

What the lines mean is up to the protocols: see `program` and `piskvork_program`.
"""

import contextlib
import os
import queue
import re
import subprocess
import threading
import time
from collections.abc import Callable

START_SECONDS = 120.0
GRACE_SECONDS = 1.0
LONGEST_LINE = 2_000
UNREAD_LINES = 1_000


class ProgramFailed(Exception):
    """The outside program hung, died or answered nonsense. The message is for the person who runs the match."""


class LineProcess:
    """A running program. Raises ProgramFailed if it can't be started."""

    def __init__(self, command: list[str], line_end: str = "\n") -> None:
        self._line_end = line_end
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise ProgramFailed(f"cannot be started: {error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=UNREAD_LINES)
        threading.Thread(target=self._read_lines, args=(re.compile(f"[{line_end}]".encode()),), daemon=True).start()

    def say(self, *lines: str) -> None:
        """Write lines. Raises ProgramFailed if nobody can read them."""
        stdin = self._process.stdin
        assert stdin
        try:
            stdin.write("".join(f"{line}{self._line_end}" for line in lines).encode())
            stdin.flush()
        except (OSError, ValueError) as error:
            raise ProgramFailed("has died") from error

    def read(self, seconds: float, is_remark: Callable[[str], bool]) -> str:
        """Return the next line that is no remark. Raises ProgramFailed when the time is over."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                answer = self._lines.get(timeout=max(0.001, deadline - time.monotonic()))
            except queue.Empty:
                raise ProgramFailed(f"gave no answer in {seconds:.1f} s") from None
            if answer is None:
                raise ProgramFailed("has died")
            if not is_remark(answer):
                return answer
            if time.monotonic() > deadline:
                raise ProgramFailed(f"gave no answer in {seconds:.1f} s, only remarks")

    def end(self, last_line: str, seconds: float = GRACE_SECONDS) -> None:
        """Ask it to quit, and make it end if it takes longer than this."""
        process = self._process
        with contextlib.suppress(ProgramFailed):
            self.say(last_line)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            # The program is dead, so the unwritten rest doesn't matter.
            with contextlib.suppress(OSError, ValueError):
                pipe.close()  # type: ignore[union-attr]

    def _read_lines(self, line_end: re.Pattern[bytes]) -> None:
        """Read lines in a separate thread, which ends with the program. Very long lines are cut."""
        stdout, rest = self._process.stdout, b""
        assert stdout
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stdout.fileno(), LONGEST_LINE):
                *lines, rest = line_end.split(rest + chunk)
                for line in lines:
                    self._keep(line)
                rest = rest[:LONGEST_LINE]
        if rest:
            self._keep(rest)
        with contextlib.suppress(queue.Full):
            self._lines.put(None, timeout=1)

    def _keep(self, line: bytes) -> None:
        """Keep a line for `read`. While nobody takes the lines, the program must wait."""
        while self._process.poll() is None or not self._lines.full():
            with contextlib.suppress(queue.Full):
                self._lines.put(line[:LONGEST_LINE].decode(errors="replace").strip(), timeout=1)
                return
