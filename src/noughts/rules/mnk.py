"""Boards of m rows, n columns and k in a row: classic, gomoku and every size between. Overlines count as lines.

Misère, wild, exact, Caro, Connect Four, Notakto and Order and Chaos change one method each, and Vanishing changes how
a move is played; see their files. Names and titles are in `variants`.
"""

from typing import ClassVar, Literal, Self, TypeAlias

from msgspec import Struct

from noughts.rules.grid import Grid, cells_of
from noughts.rules.outcome import DRAW, MARKS, Mark, Outcome, other
from noughts.rules.position import EMPTY, LARGEST_GRID, MOVES, IllegalMove, ImpossiblePosition, Move

# Which lines count: "any"; "exact", those that are not part of a longer row; or "unblocked", those without an
# opponent's mark at both ends.
LineRule: TypeAlias = Literal["any", "exact", "unblocked"]


class MnkPosition(Struct, frozen=True, eq=False, gc=False):
    """A position on a grid. `cells` and `grid` define it completely; the other fields are derived from them.

    They are kept because `play` is on the server's hottest path: `x` and `o` are the marks as bits, and `ending` is
    found once, through the last cell alone. (Before the last move there was no line, so every line runs through it.)
    Make positions by `start`, `restore` and `play` only.
    """

    chooses_mark: ClassVar[bool] = False
    # Whether both players place X.
    single_mark: ClassVar[bool] = False
    # Whether completing a line loses instead of winning.
    line_loses: ClassVar[bool] = False
    # Whether X wins with a line that either player completes, and O wins when the board is full without one.
    maker_breaker: ClassVar[bool] = False
    line_rule: ClassVar[LineRule] = "any"
    # Whether a mark falls to the lowest empty cell of its column.
    gravity: ClassVar[bool] = False
    # Whether the game begins with the Swap2 opening.
    swaps: ClassVar[bool] = False
    # How many marks a player can have on the board: one more removes the oldest. None: any number.
    most_marks: ClassVar[int | None] = None
    boards: ClassVar[str] = ""
    open_boards: ClassVar[tuple[int, ...]] = ()

    grid: Grid
    cells: str
    x: int
    o: int
    ply: int
    to_move: Mark
    ending: Outcome | None

    @classmethod
    def start(cls, grid: Grid) -> Self:
        """Return the empty board."""
        return cls(grid, EMPTY * (grid.rows * grid.cols), 0, 0, 0, "X", None)

    @classmethod
    def restore(cls, grid: Grid, cells: str) -> Self:
        """Return the position with these cells. Raises ImpossiblePosition when no game leads to it."""
        if len(cells) != grid.rows * grid.cols or set(cells) - {"X", "O", EMPTY}:
            raise ImpossiblePosition("the cells do not fit the board")
        x, o = (sum(1 << cell for cell, held in enumerate(cells) if held == mark) for mark in MARKS)
        if not cls._can_have_counts(x.bit_count(), o.bit_count()):
            raise ImpossiblePosition("X moves first and the turns alternate")
        ply = x.bit_count() + o.bit_count()
        shared, made = -1, 0
        for line in grid.lines:
            mine, theirs = (x, o) if line & x else (o, x)
            if line & mine == line and cls.counts(grid, line, mine, theirs):
                shared, made = shared & line, made | line
        if made and not shared & cls._placed_by(MARKS[(ply + 1) & 1], x, o):
            raise ImpossiblePosition("the game would have ended earlier")
        return cls(grid, cells, x, o, ply, MARKS[ply & 1], cls._ending(made, ply, len(cells)))

    @property
    def stage(self) -> str:
        return ""

    @property
    def history(self) -> tuple[int, ...]:
        return ()

    @property
    def marks_by_age(self) -> tuple[int, ...]:
        return ()

    def legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        return tuple([move for move, held in zip(MOVES[self.to_move], self.cells, strict=False) if held == EMPTY])

    def move_at(self, cell: int, mark: Mark | None = None) -> Move:
        if mark is not None:
            return Move(cell, mark)
        # `move_of`, written out, because every move passes here.
        return MOVES[self.to_move][cell] if 0 <= cell < LARGEST_GRID else Move(cell, self.to_move)

    def play(self, move: Move) -> Self:
        cell, mark = move
        cells, x, o, ply = self.cells, self.x, self.o, self.ply
        if self.ending is not None:
            raise IllegalMove("game_over")
        if not 0 <= cell < len(cells):
            raise IllegalMove("out_of_range")
        if mark != self.to_move and not self._may_place(mark):
            raise IllegalMove("wrong_mark")
        if cells[cell] != EMPTY:
            raise IllegalMove("cell_taken")
        if mark == "X":
            x = mine = x | 1 << cell
            theirs = o
        else:
            o = mine = o | 1 << cell
            theirs = x
        ply += 1
        cells = f"{cells[:cell]}{mark}{cells[cell + 1 :]}"
        ending = None
        # Written out here, because calling `_made` at every move would cost more than the search itself.
        for line in self.grid.lines_through[cell]:
            if mine & line == line:
                ending = self._ending(self._made(cell, mine, theirs), ply, len(cells))
                break
        else:
            if ply == len(cells):
                ending = self._ending(0, ply, len(cells))
        return self.__class__(self.grid, cells, x, o, ply, MARKS[ply & 1], ending)

    def outcome(self) -> Outcome | None:
        return self.ending

    def __eq__(self, them: object) -> bool:
        if not isinstance(them, MnkPosition):
            return NotImplemented
        return self.cells == them.cells and self.__class__ is them.__class__ and self.grid == them.grid

    # msgspec defines its own !=, which does not follow our ==.
    def __ne__(self, them: object) -> bool:
        return not self == them

    def __hash__(self) -> int:
        return hash(self.cells)

    @classmethod
    def _ending(cls, made: int, ply: int, size: int) -> Outcome | None:
        if made:
            mover = MARKS[(ply + 1) & 1]
            return Outcome(other(mover) if cls.line_loses else mover, "line", cells_of(made))
        return DRAW if ply == size else None

    def _made(self, cell: int, mine: int, theirs: int) -> int:
        """Return the cells of every line through `cell` that is complete and counts."""
        grid, union = self.grid, 0
        for line in grid.lines_through[cell]:
            if mine & line == line and self.counts(grid, line, mine, theirs):
                union |= line
        return union

    # Methods that a variant may override.

    @staticmethod
    def counts(grid: Grid, line: int, mine: int, theirs: int) -> bool:
        """Return whether a complete line of `mine` counts."""
        return True

    @staticmethod
    def _may_place(mark: str) -> bool:
        """Return whether a mark that is not the mover's own may be placed."""
        return False

    @staticmethod
    def _can_have_counts(xs: int, os: int) -> bool:
        """Return whether a game can have this many X and O."""
        return xs - os in (0, 1)

    @staticmethod
    def _placed_by(mover: Mark, x: int, o: int) -> int:
        """Return the cells that `mover` may have filled."""
        return x if mover == "X" else o
