"""Vanishing: each player keeps three marks. Placing a fourth removes the player's oldest, before lines are checked.

The cell of the oldest mark is still taken when its owner moves. The game is drawn when a position comes up for the
third time, with the same marks in the same order and the same player to move, or after `MOST_MOVES` moves.
"""

from typing import ClassVar, Self

from noughts.rules.grid import Grid, cells_of
from noughts.rules.mnk import MnkPosition
from noughts.rules.outcome import MARKS, Mark, Outcome
from noughts.rules.position import EMPTY, IllegalMove, ImpossiblePosition, Move

MOST_MARKS = 3
MOST_TIMES = 3
# The last six moves are the position: they give the marks of both players, their order and whose turn it is.
ON_BOARD = 2 * MOST_MARKS
# Play is finite without this limit, but far too long to store or to send.
MOST_MOVES = 200


class VanishingPosition(MnkPosition, frozen=True, eq=False, gc=False):
    """A position with the moves that led to it, one byte each, the oldest first.

    A byte is twice the cell, and one more for a mark of O. So a repeated position is a repeated slice, and counting
    it is one search through at most 200 bytes.
    """

    most_marks: ClassVar[int] = MOST_MARKS

    trail: bytes = b""

    @property
    def history(self) -> tuple[int, ...]:
        return tuple([code >> 1 for code in self.trail])

    @property
    def marks_by_age(self) -> tuple[int, ...]:
        return tuple([code >> 1 for code in self.trail[-ON_BOARD:]])

    @classmethod
    def restore(cls, grid: Grid, cells: str, history: tuple[int, ...] = ()) -> Self:
        """Return the position with these cells. `history` are the cells played, at least those that hold marks.

        A position that was set up may begin in the middle of a game, with six marks on the board. Raises
        ImpossiblePosition.
        """
        if len(cells) != grid.rows * grid.cols or set(cells) - {"X", "O", EMPTY}:
            raise ImpossiblePosition("the cells do not fit the board")
        if not set(history) <= set(range(len(cells))):
            raise ImpossiblePosition("the history is not on the board")
        position = cls.start(grid)
        if history and cells[history[-1]] == MARKS[len(history) & 1]:
            # O made the first of these moves.
            position, history = cls._in_the_middle(grid, history[:ON_BOARD]), history[ON_BOARD:]
        try:
            for cell in history:
                position = position.play(Move(cell, position.to_move))
        except IllegalMove as refused:
            raise ImpossiblePosition(f"the history is refused: {refused.code}") from refused
        if position.cells != cells:
            raise ImpossiblePosition("the history does not lead to these cells")
        return position

    def play(self, move: Move) -> Self:
        cell, mark = move
        if self.ending is not None:
            raise IllegalMove("game_over")
        if not 0 <= cell < len(self.cells):
            raise IllegalMove("out_of_range")
        if mark != self.to_move:
            raise IllegalMove("wrong_mark")
        if self.cells[cell] != EMPTY:
            raise IllegalMove("cell_taken")
        trail = self.trail + bytes([_code(cell, mark)])
        return self._with(self.grid, trail, self.ply + 1)

    def __eq__(self, them: object) -> bool:
        return super().__eq__(them) and isinstance(them, VanishingPosition) and self.trail == them.trail

    def __hash__(self) -> int:
        return hash(self.trail)

    @classmethod
    def _in_the_middle(cls, grid: Grid, history: tuple[int, ...]) -> Self:
        """Return the position after these six moves, of which O made the first."""
        if len(set(history)) != ON_BOARD:
            raise ImpossiblePosition("a game begins with X, and three marks each are on the board later")
        trail = bytes(map(_code, history, MARKS[::-1] * MOST_MARKS))
        position = cls._with(grid, trail, ON_BOARD + 1)
        if any(position.o & line == line for line in grid.lines):
            raise ImpossiblePosition("play would have ended before")
        return position

    @classmethod
    def _with(cls, grid: Grid, trail: bytes, ply: int) -> Self:
        """Return the position after these moves, of which only the last six and repeated ones still matter."""
        cells = [EMPTY] * (grid.rows * grid.cols)
        bits = [0, 0]
        for code in trail[-ON_BOARD:]:
            cells[code >> 1] = MARKS[code & 1]
            bits[code & 1] |= 1 << (code >> 1)
        last, made = trail[-1], 0
        for line in grid.lines_through[last >> 1]:
            if bits[last & 1] & line == line:
                made |= line
        ending = Outcome(MARKS[last & 1], "line", cells_of(made)) if made else _drawn(trail, ply)
        return cls(grid, "".join(cells), bits[0], bits[1], ply, MARKS[ply & 1], ending, trail)


def _code(cell: int, mark: Mark) -> int:
    return 2 * cell + (mark == "O")


def _drawn(trail: bytes, ply: int) -> Outcome | None:
    # Seven moves in a row are on seven cells, so two equal slices never overlap, and `count` finds all of them.
    if trail.count(trail[-ON_BOARD:]) == MOST_TIMES:
        return Outcome(None, "repetition")
    return Outcome(None, "move_limit") if ply == MOST_MOVES else None
