"""Puzzles on the wire: the question, an attempt, and the answer."""

from typing import Annotated

from msgspec import Meta, Struct

from noughts.messages.answers import Part
from noughts.messages.ids import Seat


class PuzzleCard(Part, frozen=True, kw_only=True):
    """A position in which one move wins, and no other. `moves`: how many of your own it takes; `difficulty`: 1 to 5."""

    id: str
    variant: str
    position: str
    rows: int
    cols: int
    cells: str
    boards: str
    open_boards: tuple[int, ...]
    turn: Seat
    moves: int
    difficulty: int
    # The day, if this was requested as a daily puzzle.
    date: str | None = None
    # In Vanishing the cells that hold marks, oldest first. If there are six, the next move removes the first.
    order: tuple[int, ...] = ()


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """The winning move by its name in notation, such as `b2`. Leave it out to give up and see the solution."""

    move: Annotated[str, Meta(min_length=1, max_length=8)] | None = None


class PuzzleVerdict(Part, frozen=True, kw_only=True):
    """Whether it was the winning move. `solution` is sent once the player has found it or given up: all moves to the
    end.
    """

    solved: bool
    solution: tuple[str, ...] = ()
