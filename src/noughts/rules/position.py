"""The interface of every variant: a position that is a value. Playing a move returns a new position and leaves the old
one unchanged.

Nothing here depends on a particular variant, player, clock or game id.
"""

from typing import Literal, NamedTuple, Protocol, Self, TypeAlias

from noughts.rules.outcome import MARKS, Mark, Outcome

IllegalCode: TypeAlias = Literal["game_over", "out_of_range", "wrong_mark", "cell_taken", "wrong_board", "cell_floats"]

EMPTY = "."


class Move(NamedTuple):
    """A mark put on a cell. `mark` is the mover's own; in wild the mover chooses it, and in Notakto it is always X."""

    cell: int
    mark: Mark


class IllegalMove(ValueError):
    """The position refuses the move. When several codes would fit, the first in the order of IllegalCode is given."""

    def __init__(self, code: IllegalCode) -> None:
        super().__init__(code)
        self.code: IllegalCode = code


class ImpossiblePosition(ValueError):
    """No game of this variant can show these cells."""


class Position(Protocol):
    """A state of play: immutable, hashable, and equal to any position from which play continues in the same way."""

    @property
    def cells(self) -> str:
        """One character per cell, row by row over the whole grid: X, O or a dot."""

    @property
    def ply(self) -> int:
        """How many moves have been made."""

    @property
    def to_move(self) -> Mark:
        """The seat whose turn it is. It alternates, also after the last move, but not in the opening of Swap2."""

    @property
    def boards(self) -> str:
        """One character per small board: X or O won it, = full and drawn, a dot still open.

        Empty without small boards.
        """

    @property
    def open_boards(self) -> tuple[int, ...]:
        """The small boards the mover may play in, ascending. Empty without small boards and when the game is over."""

    @property
    def stage(self) -> str:
        """The stage of the Swap2 opening, which also says who plays which mark. Empty in other variants."""

    @property
    def history(self) -> tuple[int, ...]:
        """The cells played so far, oldest first. Empty if their order doesn't matter."""

    @property
    def marks_by_age(self) -> tuple[int, ...]:
        """The cells that hold marks, oldest first. Empty if their order doesn't matter."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every move that `play` accepts, by ascending cell; none when the game is over."""

    def move_at(self, cell: int, mark: Mark | None = None) -> Move:
        """Return the move meant by a cell number, with the mark that follows from the position unless another is named.

        It does not check whether the move is legal.
        """

    def play(self, move: Move) -> Self:
        """Return the position after the move. Raises IllegalMove."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it is running."""

    def __eq__(self, them: object) -> bool: ...

    def __hash__(self) -> int: ...


def _moves_with(mark: Mark, cells: int) -> tuple[Move, ...]:
    return tuple(Move(cell, mark) for cell in range(cells))


# Every move on the largest grid, created once, so that listing legal moves creates no objects.
LARGEST_GRID = 20 * 20
MOVES: dict[Mark, tuple[Move, ...]] = {mark: _moves_with(mark, LARGEST_GRID) for mark in MARKS}


def move_of(cell: int, mark: Mark) -> Move:
    """Return the move that puts `mark` on `cell`, which may be outside every board."""
    return MOVES[mark][cell] if 0 <= cell < LARGEST_GRID else Move(cell, mark)
