"""A child process that communicates by lines: start it, write to it, read from it with a deadline, and end it.

The protocols define what the lines mean: see `program` and `piskvork_program`.
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
    """The external program hung, died or gave an invalid answer. The message is for the person who runs the match."""


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

    def write(self, *lines: str) -> None:
        """Write lines. Raises ProgramFailed if the program has closed its input."""
        stdin = self._process.stdin
        assert stdin
        try:
            stdin.write("".join(f"{line}{self._line_end}" for line in lines).encode())
            stdin.flush()
        except (OSError, ValueError) as error:
            raise ProgramFailed("has died") from error

    def read(self, seconds: float, is_remark: Callable[[str], bool]) -> str:
        """Return the next line that is not a remark. Raises ProgramFailed when the time is up."""
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
        """Ask the program to quit, and kill it if it takes longer than this."""
        process = self._process
        with contextlib.suppress(ProgramFailed):
            self.write(last_line)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # The program is dead, so the unwritten rest doesn't matter.
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()  # type: ignore[union-attr]

    def _read_lines(self, line_end: re.Pattern[bytes]) -> None:
        """Read lines in a separate thread, which ends with the program. Very long lines are cut.

        Only this thread closes the pipe. If another thread did, this one could read from a newer program that got the
        same descriptor.
        """
        stdout, rest = self._process.stdout, b""
        assert stdout
        with stdout:
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
        """Keep a line for `read`. Block while too many lines are unread, so that the program must wait."""
        while self._process.poll() is None or not self._lines.full():
            with contextlib.suppress(queue.Full):
                self._lines.put(line[:LONGEST_LINE].decode(errors="replace").strip(), timeout=1)
                return
