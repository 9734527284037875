"""Engines as programs: one line in, one line out, so that anybody's engine can play against ours (docs/engine.md).

    > noughts 1                             < ready NAME
    > move 100 classic X2/1O1/3 X           < b3, and whatever else the program likes to tell after a space
    > quit

A line of the program that begins with # is a remark, and not an answer.
"""

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from typing import TextIO

from noughts.rules import BadNotation, Move, Position, Variant, parse_move, parse_position, position_text

VERSION = 1
START_SECONDS = 120.0
GRACE_SECONDS = 1.0
LONGEST_LINE = 2_000
UNREAD_LINES = 1_000


class ProgramFailed(Exception):
    """The outside program hung, died or answered nonsense. The message is for the person who runs the match."""


class OutsideProgram:
    """A program that speaks the protocol. Any fault raises ProgramFailed, and the program is restarted."""

    def __init__(self, command: list[str], start_seconds: float = START_SECONDS) -> None:
        self._command = command
        self._start_seconds = start_seconds
        self._process: subprocess.Popen[str] | None = None
        self.name = command[0] if command else "nothing"
        self._start()

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        """Its move. It has the time and a second of grace."""
        try:
            if self._process is None:
                self._start()
            asked = f"move {milliseconds} {position_text(variant, position)}"
            return _read_move(variant, position, self._ask(asked, milliseconds / 1000 + GRACE_SECONDS))
        except ProgramFailed:
            # A late answer must not be taken for the answer to a later question.
            self.end()
            raise

    def end(self) -> None:
        """Ask it to quit, and make it end."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with contextlib.suppress(OSError, ValueError):
            _say(process, "quit")
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            # The program is dead, so the unwritten rest doesn't matter.
            with contextlib.suppress(OSError, ValueError):
                pipe.close()  # type: ignore[union-attr]

    def _start(self) -> None:
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace"
            )
        except (OSError, ValueError, IndexError) as error:
            raise ProgramFailed(f"cannot be started: {error}") from error
        self._process = process
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=UNREAD_LINES)
        threading.Thread(target=_read_lines, args=(process, self._lines), daemon=True).start()
        try:
            words = self._ask(f"noughts {VERSION}", self._start_seconds).split()
            if words[:1] != ["ready"]:
                raise ProgramFailed(f"did not say that it is ready, but {' '.join(words)[:60]!r}")
        except ProgramFailed:
            self.end()
            raise
        self.name = " ".join(words[1:])[:60] or self.name

    def _ask(self, line: str, seconds: float) -> str:
        assert self._process
        try:
            _say(self._process, line)
        except (OSError, ValueError) as error:
            raise ProgramFailed("has died") from error
        deadline = time.monotonic() + seconds
        while True:
            try:
                answer = self._lines.get(timeout=max(0.001, deadline - time.monotonic()))
            except queue.Empty:
                raise ProgramFailed(f"gave no answer in {seconds:.1f} s") from None
            if answer is None:
                raise ProgramFailed("has died")
            if not answer.startswith("#"):
                return answer
            if time.monotonic() > deadline:
                raise ProgramFailed(f"gave no answer in {seconds:.1f} s, only remarks")


def _say(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _read_lines(process: "subprocess.Popen[str]", lines: "queue.Queue[str | None]") -> None:
    """Read lines in a separate thread, which ends with the program. While nobody takes the lines, the program must
    wait.
    """
    assert process.stdout
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(LONGEST_LINE):
            while process.poll() is None or not lines.full():
                with contextlib.suppress(queue.Full):
                    lines.put(line.strip(), timeout=1)
                    break
    with contextlib.suppress(queue.Full):
        lines.put(None, timeout=1)


def _read_move(variant: Variant, position: Position, answer: str) -> Move:
    word = answer.split(maxsplit=1)[0] if answer else ""
    try:
        move = parse_move(variant, position, word)
    except BadNotation as error:
        raise ProgramFailed(f"answered no move: {error}") from error
    if move not in position.legal_moves():
        raise ProgramFailed(f"answered an illegal move: {word}")
    return move


def answer_lines(
    lines: Iterable[str], out: TextIO, name: str, answer_for: Callable[[Variant, Position, int], str]
) -> None:
    """Our own end of the protocol: answer line by line until `quit` or the end of the input.

    `answer_for(variant, position, milliseconds)` gives the whole answer; what it refuses by ValueError is answered by a
    remark, and so is what is no question.
    """
    for line in lines:
        match line.split():
            case []:
                continue
            case ["quit"]:
                return
            case ["noughts", _]:
                answer = f"ready {name}"
            case ["move", milliseconds, *rest] if milliseconds.isdecimal() and len(milliseconds) < 8:
                try:
                    answer = answer_for(*parse_position(" ".join(rest)), int(milliseconds))
                except ValueError as error:
                    answer = f"# {error}"
            case _:
                answer = "# not understood: noughts 1, move MILLISECONDS POSITION, or quit"
        out.write(f"{answer}\n")
        out.flush()
