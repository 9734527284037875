"""Puzzles as they are told: what is asked, an attempt, and what is said of it."""

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
    # The day whose puzzle it is, where it was asked for as such.
    date: str | None = None


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """The move that wins, by its name in notation, such as `b2`. Nothing gives up, and is told the solution."""

    move: Annotated[str, Meta(min_length=1, max_length=8)] | None = None


class PuzzleVerdict(Part, frozen=True, kw_only=True):
    """Whether it was the move. `solution` is told to one who found it or gave up: both sides' moves to the end."""

    solved: bool
    solution: tuple[str, ...] = ()
