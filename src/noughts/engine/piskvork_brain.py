"""Our engine as a "brain", the program's end of Piskvork's protocol. It reads commands and writes answers, as lines.

`piskvork_limits` decides how long a move may take.
"""

from collections.abc import Callable, Iterator
from itertools import cycle

from noughts.engine.piskvork import IN_A_ROW, RULES, numbers_in, point
from noughts.engine.piskvork_limits import Limits
from noughts.engine.thinking import Choice
from noughts.rules import EMPTY, ImpossiblePosition
from noughts.rules.grid import grid, is_playable
from noughts.rules.mnk import MnkPosition

OWN, THEIRS = 1, 2
# Three stones around the centre for the Swap2 opening, as columns and rows from it.
SWAP2_STONES = ((0, 0), (1, 0), (2, 2))


class _Refused(Exception):
    """The command can't be carried out. The message is for the people who run the match."""


class PiskvorkBrain:
    """One program for one manager. `choose` picks a move in a position within this many milliseconds."""

    def __init__(self, choose: Callable[[MnkPosition, int], Choice], name: str, version: str) -> None:
        self._choose = choose
        self._about = f'name="{name}", version="{version}"'
        self._limits = Limits()
        self._rows = self._cols = 0
        # Whose stone is on a cell.
        self._stones: dict[int, int] = {}

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the answers to these commands, until END or the last command."""
        for line in lines:
            command, _, rest = line.strip().partition(" ")
            if command.upper() == "END":
                return
            if command:
                try:
                    yield from self._answers(command.upper(), rest.strip(), lines)
                except _Refused as refused:
                    yield f"ERROR {refused}"

    def _answers(self, command: str, rest: str, lines: Iterator[str]) -> Iterator[str]:
        match command:
            case "START" | "RECTSTART":
                self._start(numbers_in(rest))
                yield "OK"
            case "RESTART":
                self._check_started()
                self._stones = {}
                yield "OK"
            case "BEGIN":
                yield from self._turn()
            case "TURN":
                self._put(numbers_in(rest), THEIRS)
                yield from self._turn()
            case "PLAY":
                yield point(self._put(numbers_in(rest), OWN), self._cols)
            case "TAKEBACK":
                if self._stones.pop(self._cell(numbers_in(rest)), None) is None:
                    raise _Refused("there is no stone")
                yield "OK"
            case "BOARD" | "YXBOARD":
                self._set_up([numbers_in(line) for line in _until_done(lines)])
                if command == "BOARD":
                    yield from self._turn()
            case "SWAP2BOARD":
                yield self._swap2([numbers_in(line) for line in _until_done(lines)])
            case "INFO":
                self._limits.note(*rest.partition(" ")[::2])
            case "ABOUT":
                yield self._about
            case _:
                yield f"UNKNOWN command {command[:40]}"

    def _start(self, sides: list[int]) -> None:
        cols, rows = sides if len(sides) == 2 else (sides * 2 if len(sides) == 1 else (0, 0))
        if not is_playable(rows, cols, IN_A_ROW):
            raise _Refused("this board is too small or too large")
        self._rows, self._cols = rows, cols
        self._stones = {}

    def _check_started(self) -> None:
        if not self._rows:
            raise _Refused("START comes first")

    def _cell(self, numbers: list[int]) -> int:
        self._check_started()
        if len(numbers) != 2 or numbers[0] >= self._cols or numbers[1] >= self._rows:
            raise _Refused("these are no coordinates on the board")
        return numbers[1] * self._cols + numbers[0]

    def _put(self, numbers: list[int], owner: int) -> int:
        cell = self._cell(numbers)
        if cell in self._stones:
            raise _Refused("there is a stone already")
        self._stones[cell] = owner
        return cell

    def _set_up(self, stones: list[list[int]]) -> None:
        before, self._stones = self._stones, {}
        try:
            for *numbers, owner in (stone or [0] for stone in stones):
                if owner not in (OWN, THEIRS):
                    raise _Refused("a stone is X,Y,1 (mine) or X,Y,2 (the opponent's)")
                self._put(numbers, owner)
        except _Refused:
            self._stones = before
            raise

    def _turn(self) -> Iterator[str]:
        """Choose a move, make it, and answer with the move and a message about the search."""
        yield from self._limits.warnings()
        choice = self._thought(self._stones)
        self._stones[choice.move.cell] = OWN
        yield f"MESSAGE value {choice.value:+.2f} depth {choice.depth} nodes {choice.simulations}"
        yield point(choice.move.cell, self._cols)

    def _swap2(self, points: list[list[int]]) -> str:
        """Answer in the Swap2 opening: place three stones, or else keep the second colour or swap."""
        if not points:
            points = [[self._cols // 2 + right, self._rows // 2 + down] for right, down in SWAP2_STONES]
            return " ".join(point(self._cell(numbers), self._cols) for numbers in points)
        cells = [self._cell(numbers) for numbers in points]
        if len(set(cells)) < len(cells):
            raise _Refused("there is a stone already")
        # The first colour began, so the second is to move. It is ours until we swap.
        choice = self._thought(dict(zip(cells, cycle((THEIRS, OWN)), strict=False)))
        return "SWAP" if choice.value < 0 else point(choice.move.cell, self._cols)

    def _thought(self, stones: dict[int, int]) -> Choice:
        kind = RULES.get(self._limits.rule)
        if kind is None:
            raise _Refused(f"rule {self._limits.rule} is unknown here: 0 is free style, 1 exactly five, 8 Caro")
        self._check_started()
        owners = list(stones.values())
        marks = "OX" if owners.count(THEIRS) > owners.count(OWN) else "XO"
        cells = [EMPTY] * (self._rows * self._cols)
        for cell, owner in stones.items():
            cells[cell] = marks[owner - 1]
        try:
            position = kind.restore(grid(self._rows, self._cols, IN_A_ROW), "".join(cells))
        except ImpossiblePosition as impossible:
            raise _Refused(str(impossible)) from impossible
        if position.outcome() is not None:
            raise _Refused("the game is over")
        if position.to_move != marks[0]:
            raise _Refused("it is the opponent's turn")
        return self._choose(position, self._limits.milliseconds(owners.count(OWN)))


def _until_done(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line.strip().upper() == "DONE":
            return
        if line.strip():
            yield line
