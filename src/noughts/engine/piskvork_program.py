"""Programs with Piskvork's protocol as players in our arena: the manager's end.

The arena gives positions. If one follows from the last by a single move, the program gets that move; otherwise it gets
the whole board.
"""

from itertools import zip_longest
from pathlib import Path
from time import monotonic

from noughts.engine.line_process import GRACE_SECONDS, START_SECONDS, LineProcess, ProgramFailed
from noughts.engine.piskvork import NO_LIMIT_MS, numbers_in, point, rule_of
from noughts.rules import EMPTY, MOVES, Move, Position, Variant, other

# The protocol's number for the kind of opponent, and its line end.
OPPONENT_IS_A_PROGRAM = 1
LINE_END = "\r\n"
OWN, THEIRS = 1, 2


class UnsupportedVariant(ValueError):
    """The protocol can't express this variant."""


class PiskvorkProgram:
    """One such program for games of one variant. Any error raises ProgramFailed, and the program is restarted."""

    def __init__(self, command: list[str], variant: Variant, grace_seconds: float = GRACE_SECONDS) -> None:
        rule = rule_of(variant)
        if rule is None:
            raise UnsupportedVariant(f"programs with Piskvork's protocol play five in a row, not {variant.name}")
        self._command, self._variant, self._rule = command, variant, rule
        self._grace_seconds = grace_seconds
        self._after: Position | None = None
        self.name = Path(command[0]).stem if command else "nothing"
        self._process: LineProcess | None = self._started()
        self._is_fresh = True

    def move(self, variant: Variant, position: Position, milliseconds: int) -> Move:
        """Return its move. It may take the time and the grace period."""
        assert variant == self._variant
        try:
            process = self._ready_for(position, milliseconds)
            process.write(*self._question(position))
            self._is_fresh = False
            answer = self._answer(process, milliseconds / 1000 + self._grace_seconds)
            move = self._read_move(position, answer)
        except ProgramFailed:
            self.end()
            raise
        self._after = position.play(move)
        return move

    def end(self) -> None:
        """Ask the program to quit, and kill it if it doesn't."""
        self._after = None
        if self._process is not None:
            self._process.end("END", self._grace_seconds)
            self._process = None

    def _started(self) -> LineProcess:
        rows, cols = self._variant.rows, self._variant.cols
        process = LineProcess(self._command, LINE_END)
        try:
            process.write(f"START {rows}" if rows == cols else f"RECTSTART {cols},{rows}")
            answer = self._answer(process, START_SECONDS)
            if not answer.upper().startswith("OK"):
                raise ProgramFailed(f"does not start on {cols}x{rows}: {answer[:60]}")
            process.write("ABOUT")
            about = self._answer(process, START_SECONDS)
        except ProgramFailed:
            process.end("END", self._grace_seconds)
            raise
        self.name = _name_in(about) or self.name
        return process

    def _ready_for(self, position: Position, milliseconds: int) -> LineProcess:
        """Return the program, ready to be asked about this position. It is restarted for a new game."""
        if self._process is not None and not self._is_fresh and self._new_cell(position) is None:
            self._process.write("RESTART")
            if not self._answer(self._process, START_SECONDS).upper().startswith("OK"):
                self.end()
            self._is_fresh = True
        if self._process is None:
            self._process, self._is_fresh = self._started(), True
        if self._is_fresh:
            limits = {"timeout_turn": milliseconds, "timeout_match": 0, "max_memory": 0,
                      "game_type": OPPONENT_IS_A_PROGRAM, "rule": self._rule}  # fmt: skip
            self._process.write(*(f"INFO {key} {value}" for key, value in limits.items()))
        return self._process

    def _question(self, position: Position) -> list[str]:
        time_left = f"INFO time_left {NO_LIMIT_MS}"
        if not position.ply:
            return [time_left, "BEGIN"]
        new_cell = self._new_cell(position)
        if new_cell is not None:
            return [time_left, f"TURN {point(new_cell, self._variant.cols)}"]
        return [time_left, "BOARD", *self._stones(position), "DONE"]

    def _new_cell(self, position: Position) -> int | None:
        """Return the cell of the opponent's move, if that is all that happened since the program's own move."""
        if self._after is None or position.ply != self._after.ply + 1:
            return None
        pairs = enumerate(zip(self._after.cells, position.cells, strict=True))
        new = [(cell, was) for cell, (was, held) in pairs if was != held]
        return new[0][0] if len(new) == 1 and new[0][1] == EMPTY else None

    def _stones(self, position: Position) -> list[str]:
        """Return the stones in alternating order, as in a real game, because some programs rely on that."""
        cols, mover = self._variant.cols, position.to_move
        fields = {mover: OWN, other(mover): THEIRS}
        by_mark = [[cell for cell, held in enumerate(position.cells) if held == mark] for mark in "XO"]
        turns = [cell for turn in zip_longest(*by_mark) for cell in turn if cell is not None]
        return [f"{point(cell, cols)},{fields[position.cells[cell]]}" for cell in turns]  # type: ignore[index]

    def _answer(self, process: LineProcess, seconds: float) -> str:
        deadline = monotonic() + seconds
        answer = process.read(seconds, _is_remark)
        if answer.upper().startswith("SUGGEST "):
            process.write(f"PLAY {answer[8:].strip()}")
            answer = process.read(deadline - monotonic(), _is_remark)
        return answer

    def _read_move(self, position: Position, answer: str) -> Move:
        numbers = numbers_in(answer)
        if len(numbers) != 2:
            raise ProgramFailed(f"answered no move: {answer[:60]}")
        col, row = numbers
        cell = row * self._variant.cols + col
        if col >= self._variant.cols or row >= self._variant.rows or position.cells[cell] != EMPTY:
            raise ProgramFailed(f"answered an illegal move: {answer[:60]}")
        return MOVES[position.to_move][cell]


def _is_remark(line: str) -> bool:
    return not line or line.upper().startswith(("MESSAGE", "DEBUG"))


def _name_in(about: str) -> str:
    """Return the name and the version from the answer to ABOUT, or an empty text."""
    parts = about.split('"')
    values = {key.strip(" ,=").lower(): value for key, value in zip(parts[::2], parts[1::2], strict=False)}
    return " ".join(values[key] for key in ("name", "version") if values.get(key))[:60]
