"""Engines as programs: questions and answers as lines, so that any engine can play against ours (docs/engine.md).

    > noughts 1                             < ready NAME
    > move 100 classic X2/1O1/3 X           < b3, and whatever else the program likes to tell after a space
    > quit

A line of the program that begins with # is a remark, not an answer. Our own program also analyses positions, which
matches don't use.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from noughts.engine.line_process import GRACE_SECONDS, START_SECONDS, LineProcess, ProgramFailed
from noughts.rules import BadNotation, Move, Position, Variant, parse_move, parse_position, position_text

VERSION = 1


class OutsideProgram:
    """A program that uses the protocol. Any error raises ProgramFailed, and the program is restarted."""

    def __init__(self, command: list[str], grace_seconds: float = GRACE_SECONDS) -> None:
        self._command = command
        self._grace_seconds = grace_seconds
        self.name = command[0] if command else "nothing"
        self._process: LineProcess | None = self._started()

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        """Return its move. It may take the time and the grace period."""
        if self._process is None:
            self._process = self._started()
        try:
            self._process.write(f"move {milliseconds} {position_text(variant, position)}")
            answer = self._process.read(milliseconds / 1000 + self._grace_seconds, _is_remark)
            return _read_move(variant, position, answer)
        except ProgramFailed:
            # A late answer must not count as the answer to a later question.
            self.end()
            raise

    def end(self) -> None:
        """Ask the program to quit, and kill it if it doesn't."""
        if self._process is not None:
            self._process.end("quit", self._grace_seconds)
            self._process = None

    def _started(self) -> LineProcess:
        process = LineProcess(self._command)
        try:
            process.write(f"noughts {VERSION}")
            words = process.read(START_SECONDS, _is_remark).split()
            if words[:1] != ["ready"]:
                raise ProgramFailed(f"did not say that it is ready, but {' '.join(words)[:60]!r}")
        except ProgramFailed:
            process.end("quit", self._grace_seconds)
            raise
        self.name = " ".join(words[1:])[:60] or self.name
        return process


def _is_remark(line: str) -> bool:
    return line.startswith("#")


def _read_move(variant: Variant, position: Position, answer: str) -> Move:
    word = answer.split(maxsplit=1)[0] if answer else ""
    try:
        move = parse_move(variant, position, word)
    except BadNotation as error:
        raise ProgramFailed(f"answered no move: {error}") from error
    if move not in position.legal_moves():
        raise ProgramFailed(f"answered an illegal move: {word}")
    return move


Answer = Callable[[Variant, Position, int], Iterable[str]]


def answer_lines(lines: Iterable[str], out: TextIO, name: str, move: Answer, analysis: Answer) -> None:
    """Run our end of the protocol: answer line by line until `quit` or the end of the input.

    `move` and `analysis` get the variant, the position and the milliseconds, and return the lines of the answer. A
    ValueError or an invalid question is answered with a remark.
    """
    questions = {"move": move, "analyse": analysis}
    for line in lines:
        words = line.split()
        if words == ["quit"]:
            return
        out.writelines(f"{answer}\n" for answer in _answers(words, name, questions))
        out.flush()


def _answers(words: list[str], name: str, questions: dict[str, Answer]) -> Iterator[str]:
    match words:
        case []:
            return
        case ["noughts", _]:
            yield f"ready {name}"
        case [question, milliseconds, *rest] if question in questions and _is_time(milliseconds):
            try:
                yield from questions[question](*parse_position(" ".join(rest)), int(milliseconds))
            except ValueError as error:
                yield f"# {error}"
        case _:
            yield "# not understood: noughts 1, move MILLISECONDS POSITION, analyse MILLISECONDS POSITION, or quit"


def _is_time(text: str) -> bool:
    return text.isdecimal() and len(text) < 8
