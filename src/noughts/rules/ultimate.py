"""Ultimate: nine small boards in a 3x3 square; three won boards in a row win. Cells are 0-80 over the 9x9 grid.

A move sends the opponent to the small board that matches the cell's place in its own board. If that board is won or
full, the opponent may play in any open one. A won board takes no more moves. When nothing is left to play and there is
no line of boards, the game is a draw: boards are not counted. For the variant that counts them, see ultimate_majority.
"""

from functools import reduce
from operator import and_
from typing import ClassVar, Self

from msgspec import Struct

from noughts.rules.grid import cells_of, grid
from noughts.rules.outcome import DRAW, MARKS, Mark, Outcome, other
from noughts.rules.position import EMPTY, MOVES, IllegalMove, ImpossiblePosition, Move, move_of

SIZE = 81
DRAWN = "="
ALL_NINE = 0b111_111_111

BOARD_OF = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(SIZE))
PLACE_OF = tuple(cell // 9 % 3 * 3 + cell % 3 for cell in range(SIZE))
CELLS_OF = tuple(tuple(cell for cell in range(SIZE) if BOARD_OF[cell] == board) for board in range(9))


def _lines_in(nine: int) -> int:
    union = 0
    for line in grid(3, 3, 3).lines:
        if nine & line == line:
            union |= line
    return union


# For every set of nine cells (or nine boards): the union of the lines in it.
LINES_IN = tuple(_lines_in(nine) for nine in range(ALL_NINE + 1))


class UltimatePosition(Struct, frozen=True, eq=False, gc=False):
    """A position of Ultimate. `cells` and `targets` define it completely; the other fields are derived from them.

    `targets` are the boards open to the mover, as bits. `x` and `o` are the marks as bits, board after board: the
    cell at place p of board b is the bit 1 << (9 * b + p). Make positions by `start`, `restore` and `play` only.
    """

    # Whether the player with more small boards wins when nothing is left to play.
    most_boards_win: ClassVar[bool] = False
    stage: ClassVar[str] = ""
    history: ClassVar[tuple[int, ...]] = ()
    marks_by_age: ClassVar[tuple[int, ...]] = ()

    cells: str
    boards: str
    x: int
    o: int
    targets: int
    ply: int
    to_move: Mark
    ending: Outcome | None

    @classmethod
    def start(cls) -> Self:
        """Return the empty board, where X may play anywhere."""
        return cls(EMPTY * SIZE, EMPTY * 9, 0, 0, ALL_NINE, 0, "X", None)

    @classmethod
    def restore(cls, cells: str, target: int | None) -> Self:
        """Return the position with these cells, in which the mover must play in board `target` (None: in any open one).

        Raises ImpossiblePosition when the marks, the boards or the target contradict the rules. It does not search for
        a possible order of moves, so it accepts some positions that no game leads to.
        """
        if target is not None and target not in range(9):
            raise ImpossiblePosition("there are nine boards")
        if len(cells) != SIZE or set(cells) - {"X", "O", EMPTY}:
            raise ImpossiblePosition("the cells do not fit the board")
        x, o = (
            sum(1 << (9 * BOARD_OF[cell] + PLACE_OF[cell]) for cell, held in enumerate(cells) if held == mark)
            for mark in MARKS
        )
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise ImpossiblePosition("X moves first and the turns alternate")
        ply = x.bit_count() + o.bit_count()
        halves = [(x >> 9 * board & ALL_NINE, o >> 9 * board & ALL_NINE) for board in range(9)]
        boards = "".join(_board_state(*half) for half in halves)
        last, waiting = MARKS[(ply + 1) & 1], MARKS[ply & 1]
        halves.append((_won_by("X", boards), _won_by("O", boards)))
        if not all(_stops_at_line(*half) for half in halves) or LINES_IN[_won_by(waiting, boards)]:
            raise ImpossiblePosition("the game would have ended earlier")
        ending = cls._ending(last, boards)
        free = 0 if ending else _open_in(boards)
        targets = free if target is None else 1 << target
        sent_to = {PLACE_OF[cell] for cell, held in enumerate(cells) if held == last}
        possible = {_targets_after(place, boards) for place in sent_to} if ply else {ALL_NINE}
        if targets not in ({0} if ending else possible):
            raise ImpossiblePosition("no move sends the opponent there")
        return cls(cells, boards, x, o, targets, ply, waiting, ending)

    @property
    def open_boards(self) -> tuple[int, ...]:
        return cells_of(self.targets)

    def legal_moves(self) -> tuple[Move, ...]:
        moves, cells = MOVES[self.to_move], self.cells
        open_cells = sorted([cell for board in self.open_boards for cell in CELLS_OF[board] if cells[cell] == EMPTY])
        return tuple([moves[cell] for cell in open_cells])

    def move_at(self, cell: int, mark: Mark | None = None) -> Move:
        return move_of(cell, self.to_move) if mark is None else Move(cell, mark)

    def play(self, move: Move) -> Self:
        cell, mark = move
        cells, boards, x, o, ply = self.cells, self.boards, self.x, self.o, self.ply
        if self.ending is not None:
            raise IllegalMove("game_over")
        if not 0 <= cell < SIZE:
            raise IllegalMove("out_of_range")
        if mark != self.to_move:
            raise IllegalMove("wrong_mark")
        if cells[cell] != EMPTY:
            raise IllegalMove("cell_taken")
        board, place = BOARD_OF[cell], PLACE_OF[cell]
        if not self.targets >> board & 1:
            raise IllegalMove("wrong_board")
        if mark == "X":
            x |= 1 << (9 * board + place)
        else:
            o |= 1 << (9 * board + place)
        cells = f"{cells[:cell]}{mark}{cells[cell + 1 :]}"
        ending = None
        state = _board_state(x >> 9 * board & ALL_NINE, o >> 9 * board & ALL_NINE)
        if state != EMPTY:
            boards = f"{boards[:board]}{state}{boards[board + 1 :]}"
            ending = self._ending(mark, boards)
        targets = 0 if ending is not None else _targets_after(place, boards)
        return self.__class__(cells, boards, x, o, targets, ply + 1, other(mark), ending)

    def outcome(self) -> Outcome | None:
        return self.ending

    def __eq__(self, them: object) -> bool:
        if not isinstance(them, UltimatePosition):
            return NotImplemented
        return self.cells == them.cells and self.targets == them.targets and self.__class__ is them.__class__

    # msgspec defines its own !=, which does not follow our ==.
    def __ne__(self, them: object) -> bool:
        return not self == them

    def __hash__(self) -> int:
        return hash((self.cells, self.targets))

    @classmethod
    def _ending(cls, mover: Mark, boards: str) -> Outcome | None:
        made = LINES_IN[_won_by(mover, boards)]
        if made:
            return Outcome(mover, "line", tuple(sorted(cell for board in cells_of(made) for cell in CELLS_OF[board])))
        return None if EMPTY in boards else cls._when_full(boards)

    @staticmethod
    def _when_full(boards: str) -> Outcome:
        """Return how the game ends when all boards are closed and there is no line of them."""
        return DRAW


def _board_state(x: int, o: int) -> str:
    if LINES_IN[x]:
        return "X"
    if LINES_IN[o]:
        return "O"
    return DRAWN if x | o == ALL_NINE else EMPTY


def _stops_at_line(x: int, o: int) -> bool:
    """Return whether a single last move can have completed all lines, since play stops at the first line."""
    lines = [line for line in grid(3, 3, 3).lines if line in (line & x, line & o)]
    return not lines or reduce(and_, lines) != 0


def _won_by(mark: Mark, boards: str) -> int:
    return sum(1 << board for board, held in enumerate(boards) if held == mark)


def _open_in(boards: str) -> int:
    return sum(1 << board for board, held in enumerate(boards) if held == EMPTY)


def _targets_after(place: int, boards: str) -> int:
    return 1 << place if boards[place] == EMPTY else _open_in(boards)
