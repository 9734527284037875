"""Swap2: an opening that makes gomoku fair. One player sets up the first marks, and the other chooses a side.

The seat X places X, O and X. Then the seat O chooses: place O and play O; take X; or place O and X, after which the
seat X chooses in the same way. From then on it is gomoku. The marks on the board always alternate, so the mark to place
follows from the cells. The stage says whose turn it is, and who plays which mark. Two numbers past the board mean a
choice.
"""

from typing import ClassVar, Literal, Self, TypeAlias

from noughts.rules.grid import Grid
from noughts.rules.mnk import MnkPosition
from noughts.rules.outcome import DRAW, MARKS, Mark, Outcome, other
from noughts.rules.position import EMPTY, MOVES, IllegalMove, ImpossiblePosition, Move

# The last three are after the opening: the seat X plays X, O, or X after two choices.
Stage: TypeAlias = Literal["place", "choose", "add", "choose_again", "kept", "swapped", "returned"]
PLACED, ADDED = 3, 5
# How many marks there are in a stage, at least and at most.
_MARKS: dict[Stage, tuple[int, int]] = {
    "place": (0, PLACED - 1),
    "choose": (PLACED, PLACED),
    "add": (PLACED, ADDED - 1),
    "choose_again": (ADDED, ADDED),
    "kept": (PLACED + 1, 400),
    "swapped": (PLACED, 400),
    "returned": (ADDED, 400),
}
# How many moves of a stage were choices that placed no mark.
_CHOICES: dict[Stage, int] = {"add": 1, "choose_again": 1, "swapped": 1, "returned": 2}


class Swap2Position(MnkPosition, frozen=True, eq=False, gc=False):
    """A position of gomoku with the stage of its opening. `to_move` is a seat, which need not play its own mark."""

    swaps: ClassVar[bool] = True

    stage: Stage = "place"

    @classmethod
    def restore(cls, grid: Grid, cells: str, stage: str = "place") -> Self:
        """Return the position with these cells in this stage. Raises ImpossiblePosition."""
        plain = MnkPosition.restore(grid, cells)
        named = next((one for one in _MARKS if one == stage), None)
        if named is None or not _MARKS[named][0] <= plain.ply <= _MARKS[named][1]:
            raise ImpossiblePosition("the opening has no such stage with this many marks")
        ending = plain.ending
        if ending is not None and ending.winner is not None:
            ending = Outcome(_seat(ending.winner, named), "line", ending.line)
        return cls._at(plain, named, ending)

    @property
    def mark(self) -> Mark:
        """The mark that the next move places."""
        return MARKS[(self.ply - _CHOICES.get(self.stage, 0)) & 1]

    @property
    def choices(self) -> tuple[int, ...]:
        """The numbers of the moves that choose instead of placing a mark: take X, and place two more."""
        size = len(self.cells)
        return {"choose": (size, size + 1), "choose_again": (size,)}.get(self.stage, ())

    @property
    def plain(self) -> MnkPosition:
        """The same marks in a game without the opening, with the same mark to place."""
        mark, count = self.mark, self.x.bit_count() + self.o.bit_count()
        return MnkPosition(self.grid, self.cells, self.x, self.o, count, mark, None)

    def legal_moves(self) -> tuple[Move, ...]:
        if self.ending is not None:
            return ()
        mark = self.mark
        placed = [move for move, held in zip(MOVES[mark], self.cells, strict=False) if held == EMPTY]
        return (*placed, *(Move(cell, mark) for cell in self.choices))

    def move_at(self, cell: int, mark: Mark | None = None) -> Move:
        return Move(cell, mark or self.mark)

    def play(self, move: Move) -> Self:
        cell, mark = move
        if self.ending is not None:
            raise IllegalMove("game_over")
        if not 0 <= cell < len(self.cells) and cell not in self.choices:
            raise IllegalMove("out_of_range")
        if mark != self.mark:
            raise IllegalMove("wrong_mark")
        if cell >= len(self.cells):
            return self._at(self.plain, self._chosen(cell), None)
        after = self.plain.play(move)
        ending = after.ending
        if ending is not None:
            ending = DRAW if ending.winner is None else Outcome(self.to_move, "line", ending.line)
        return self._at(after, self._placed(after.ply), ending)

    def __eq__(self, them: object) -> bool:
        return super().__eq__(them) and isinstance(them, Swap2Position) and self.stage == them.stage

    def __hash__(self) -> int:
        return hash((self.cells, self.stage))

    @classmethod
    def _at(cls, plain: MnkPosition, stage: Stage, ending: Outcome | None) -> Self:
        to_move: Mark = _seat(plain.to_move, stage)
        if stage in ("place", "choose_again"):
            to_move = "X"
        elif stage in ("choose", "add"):
            to_move = "O"
        ply = plain.ply + _CHOICES.get(stage, 0)
        return cls(plain.grid, plain.cells, plain.x, plain.o, ply, to_move, ending, stage)

    def _chosen(self, cell: int) -> Stage:
        if cell > len(self.cells):
            return "add"
        return "swapped" if self.stage == "choose" else "returned"

    def _placed(self, count: int) -> Stage:
        """Return the stage after a mark, when there are this many."""
        match self.stage:
            case "place":
                return "choose" if count == PLACED else "place"
            case "add":
                return "choose_again" if count == ADDED else "add"
            case "choose":
                return "kept"
            case "choose_again":
                return "swapped"
            case stage:
                return stage


def _seat(mark: Mark, stage: Stage) -> Mark:
    """Return the seat that plays this mark after the opening."""
    return other(mark) if stage == "swapped" else mark
