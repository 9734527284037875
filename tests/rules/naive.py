"""An independent implementation of the rules: lists of lists, with a full scan after every move.

Slow and simple on purpose, to check noughts.rules, with which it shares nothing.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

MoveAt = tuple[int, int, str]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


Line = tuple[tuple[int, int], ...]


@cache
def lines_of(rows: int, cols: int, length: int) -> list[Line]:
    """Return every line of `length` cells."""
    lines = []
    for row in range(rows):
        for col in range(cols):
            for down, right in DIRECTIONS:
                line = tuple((row + n * down, col + n * right) for n in range(length))
                if all(0 <= r < rows and 0 <= c < cols for r, c in line):
                    lines.append(line)
    return lines


def uniform_lines(rows: list[list[str]], length: int) -> list[tuple[str, Line]]:
    """Return every line of which all the cells hold the same mark, with that mark."""
    found = []
    for line in lines_of(len(rows), len(rows[0]), length):
        first_row, first_col = line[0]
        mark = rows[first_row][first_col]
        if mark in "XO" and all(rows[r][c] == mark for r, c in line):
            found.append((mark, line))
    return found


@dataclass
class NaiveBoard:
    """An m,n,k game. Flags make it misère, wild, exact, Caro, Connect Four, Notakto or Order and Chaos."""

    rows: list[list[str]]
    length: int
    misere: bool = False
    wild: bool = False
    exact: bool = False
    caro: bool = False
    falling: bool = False
    crosses: bool = False
    order: bool = False
    mover: str = "X"

    @classmethod
    def empty(cls, rows: int, cols: int, length: int, **flags: Any) -> NaiveBoard:
        return cls([["."] * cols for _ in range(rows)], length, **flags)

    def result(self) -> str | None:
        if self.order:
            return "X" if self.lit() else None if any("." in row for row in self.rows) else "O"
        if self.lit():
            waiting = "O" if self.mover == "X" else "X"
            return self.mover if self.misere else waiting
        return None if any("." in row for row in self.rows) else "draw"

    def lit(self) -> set[tuple[int, int]]:
        """Return the cells of all rows that count. A row extends as far as the same mark continues."""
        found = set()
        for row, held in enumerate(self.rows):
            for col, mark in enumerate(held):
                for down, right in DIRECTIONS:
                    run = self.run_from(row, col, down, right) if mark != "." else []
                    if len(run) >= self.length and self.counts(run, down, right):
                        found.update(run)
        return found

    def run_from(self, row: int, col: int, down: int, right: int) -> list[tuple[int, int]]:
        """Return the whole row of equal marks that starts at this cell; empty if it starts before it."""
        mark, run = self.at(row, col), []
        if self.at(row - down, col - right) != mark:
            while self.at(row, col) == mark:
                run.append((row, col))
                row, col = row + down, col + right
        return run

    def counts(self, run: list[tuple[int, int]], down: int, right: int) -> bool:
        if self.exact and len(run) > self.length:
            return False
        (first_row, first_col), (last_row, last_col) = run[0], run[-1]
        beyond = {self.at(first_row - down, first_col - right), self.at(last_row + down, last_col + right)}
        opponent = "O" if self.at(first_row, first_col) == "X" else "X"
        return not (self.caro and len(run) == self.length and beyond == {opponent})

    def at(self, row: int, col: int) -> str:
        """Return the mark in the cell, or an empty string outside the board."""
        return self.rows[row][col] if row in range(len(self.rows)) and col in range(len(self.rows[0])) else ""

    def moves(self) -> list[MoveAt]:
        if self.result() is not None:
            return []
        empty = [(r, c) for r, row in enumerate(self.rows) for c, held in enumerate(row) if held == "."]
        if self.falling:
            lowest = {col: row for row, col in empty}
            empty = sorted((row, col) for col, row in lowest.items())
        return [(r, c, mark) for r, c in empty for mark in ("XO" if self.wild else "X" if self.crosses else self.mover)]

    def after(self, move: MoveAt) -> NaiveBoard:
        row, col, mark = move
        then = copy.copy(self)
        then.rows = [list(line) for line in self.rows]
        then.rows[row][col] = mark
        then.mover = "O" if self.mover == "X" else "X"
        return then

    def cells(self) -> str:
        return "".join("".join(row) for row in self.rows)

    def key(self) -> object:
        return self.cells()


@dataclass
class NaiveSwap2:
    """A game of gomoku whose first marks follow a script. `first` is the mark of the first player, once it is known."""

    board: NaiveBoard
    # What is left of the script: who does what.
    script: list[tuple[str, str]]
    first: str = "?"

    @classmethod
    def empty(cls, rows: int, cols: int, length: int) -> NaiveSwap2:
        return cls(NaiveBoard.empty(rows, cols, length), [("X", "put")] * 3 + [("O", "side or more")])

    @property
    def mover(self) -> str:
        if self.script:
            return self.script[0][0]
        return "X" if self.board.mover == self.first else "O"

    def result(self) -> str | None:
        mark = self.board.result()
        if mark in (None, "draw"):
            return mark
        return "X" if mark == self.first else "O"

    def lit(self) -> set[tuple[int, int]]:
        return self.board.lit()

    def moves(self) -> list[MoveAt]:
        moves = self.board.moves()
        what = self.script[0][1] if self.script and moves else ""
        past = len(self.board.rows)
        if "side" in what:
            moves.append((past, 0, self.board.mover))
        if "more" in what:
            moves.append((past, 1, self.board.mover))
        return moves

    def after(self, move: MoveAt) -> NaiveSwap2:
        row, col, mark = move
        then = copy.copy(self)
        then.script = self.script[1:]
        player, what = self.script[0] if self.script else ("", "")
        if (row, col) == (len(self.board.rows), 1):
            then.script = [("O", "put"), ("O", "put"), ("X", "side")]
            return then
        if "side" in what:
            # Taking X needs no mark; placing a mark of O takes O.
            side = "O" if row < len(self.board.rows) else "X"
            then.first = side if player == "X" else "X" if side == "O" else "O"
        if row < len(self.board.rows):
            then.board = self.board.after((row, col, mark))
        return then

    def cells(self) -> str:
        return self.board.cells()

    def key(self) -> object:
        return self.cells(), self.first, tuple(self.script)


@dataclass
class NaiveVanishing:
    """Three marks each: every player's marks as a list, the oldest first, and every situation so far."""

    marks: dict[str, list[tuple[int, int]]]
    situations: list[object]
    mover: str = "X"

    @classmethod
    def empty(cls) -> NaiveVanishing:
        return cls({"X": [], "O": []}, [])

    def holder(self, row: int, col: int) -> str:
        return next((mark for mark, cells in self.marks.items() if (row, col) in cells), ".")

    def lit(self) -> set[tuple[int, int]]:
        rows = [[self.holder(row, col) for col in range(3)] for row in range(3)]
        return {cell for _, line in uniform_lines(rows, 3) for cell in line}

    def result(self) -> str | None:
        if self.lit():
            return "O" if self.mover == "X" else "X"
        is_over = len(self.situations) == 200 or self.situations.count(self.situation()) == 3
        return "draw" if is_over else None

    def situation(self) -> object:
        return (tuple(self.marks["X"]), tuple(self.marks["O"]), self.mover)

    def moves(self) -> list[MoveAt]:
        if self.result() is not None:
            return []
        return [(r, c, self.mover) for r in range(3) for c in range(3) if self.holder(r, c) == "."]

    def after(self, move: MoveAt) -> NaiveVanishing:
        row, col, mark = move
        then = copy.deepcopy(self)
        then.marks[mark] = [*self.marks[mark], (row, col)][-3:]
        then.mover = "O" if self.mover == "X" else "X"
        then.situations.append(then.situation())
        return then

    def cells(self) -> str:
        return "".join(self.holder(row, col) for row in range(3) for col in range(3))

    def key(self) -> object:
        return tuple(self.situations)


@dataclass
class NaiveUltimate:
    """Nine separate small boards: boards[R][C] is three lists of three."""

    boards: list[list[list[list[str]]]]
    majority: bool = False
    sent_to: tuple[int, int] | None = None
    mover: str = "X"

    @classmethod
    def empty(cls, majority: bool = False) -> NaiveUltimate:
        return cls([[[["."] * 3 for _ in range(3)] for _ in range(3)] for _ in range(3)], majority)

    def winners(self) -> list[list[str]]:
        """Return the mark that won each board, `=` for a full board and a dot for an open one."""
        return [[state_of(board) for board in line] for line in self.boards]

    def result(self) -> str | None:
        winners = self.winners()
        for mark, _ in uniform_lines(winners, 3):
            return mark
        if any("." in line for line in winners):
            return None
        won = sorted("".join(map("".join, winners)).replace("=", ""))
        # In a sorted list, the mark with the majority is in the middle.
        return won[len(won) // 2] if self.majority and won.count("X") * 2 != len(won) else "draw"

    def lit(self) -> set[tuple[int, int]]:
        boards = {board for _, line in uniform_lines(self.winners(), 3) for board in line}
        return {(3 * R + r, 3 * C + c) for R, C in boards for r in range(3) for c in range(3)}

    def moves(self) -> list[MoveAt]:
        if self.result() is not None:
            return []
        winners = self.winners()
        allowed = [(R, C) for R in range(3) for C in range(3) if winners[R][C] == "."]
        if self.sent_to in allowed:
            allowed = [self.sent_to]
        return sorted(
            (3 * R + r, 3 * C + c, self.mover)
            for R, C in allowed
            for r in range(3)
            for c in range(3)
            if self.boards[R][C][r][c] == "."
        )

    def after(self, move: MoveAt) -> NaiveUltimate:
        row, col, mark = move
        boards = [[[list(small) for small in board] for board in line] for line in self.boards]
        boards[row // 3][col // 3][row % 3][col % 3] = mark
        return NaiveUltimate(boards, self.majority, (row % 3, col % 3), "O" if self.mover == "X" else "X")

    def cells(self) -> str:
        return "".join(self.boards[r // 3][c // 3][r % 3][c % 3] for r in range(9) for c in range(9))

    def key(self) -> object:
        return self.cells(), self.sent_to


def state_of(board: list[list[str]]) -> str:
    for mark, _ in uniform_lines(board, 3):
        return mark
    return "." if any("." in row for row in board) else "="


NaiveGame = NaiveBoard | NaiveSwap2 | NaiveVanishing | NaiveUltimate


def naive_start(name: str) -> NaiveGame:
    """Return the start of a variant, with its dimensions repeated here instead of taken from the registry."""
    match name:
        case "classic":
            return NaiveBoard.empty(3, 3, 3)
        case "misere":
            return NaiveBoard.empty(3, 3, 3, misere=True)
        case "wild":
            return NaiveBoard.empty(3, 3, 3, wild=True)
        case "4x4":
            return NaiveBoard.empty(4, 4, 4)
        case "6x6":
            return NaiveBoard.empty(6, 6, 4)
        case "9x9":
            return NaiveBoard.empty(9, 9, 5)
        case "gomoku":
            return NaiveBoard.empty(15, 15, 5)
        case "gomoku-exact":
            return NaiveBoard.empty(15, 15, 5, exact=True)
        case "caro":
            return NaiveBoard.empty(15, 15, 5, caro=True)
        case "gomoku-swap2":
            return NaiveSwap2.empty(15, 15, 5)
        case "connect-four":
            return NaiveBoard.empty(6, 7, 4, falling=True)
        case "notakto":
            return NaiveBoard.empty(3, 3, 3, misere=True, crosses=True)
        case "order-and-chaos":
            return NaiveBoard.empty(6, 6, 5, wild=True, order=True)
        case "vanishing":
            return NaiveVanishing.empty()
        case "ultimate":
            return NaiveUltimate.empty()
        case "ultimate-majority":
            return NaiveUltimate.empty(majority=True)
        case _:
            rows, cols, length = (int(figure) for figure in name.removeprefix("mnk-").replace("x", "-").split("-"))
            return NaiveBoard.empty(rows, cols, length)
