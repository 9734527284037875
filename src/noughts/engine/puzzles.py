"""Puzzles: positions with exactly one winning move, by number. `tools/make_puzzles.py` made them, the same for all."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from noughts.rules import Move, Position, Variant, parse_move, parse_position

# One a line: difficulty, position, =, moves. Lines are added at the end of the file, and none is ever changed.
FILE = Path(__file__).with_name("puzzles.txt")

# So that days in a row take puzzles from all over the list; it shares no factor with any length of it that matters.
_STRIDE = 7_919


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which one move wins. `line` is how: that move, the longest defence, and so on to the end."""

    id: str
    variant: str
    position: str
    difficulty: int
    line: tuple[str, ...]

    @property
    def moves_to_win(self) -> int:
        """How many moves of the one who wins."""
        return (len(self.line) + 1) // 2

    def parsed(self) -> tuple[Variant, Position]:
        return parse_position(self.position)

    def is_solved_by(self, move: Move) -> bool:
        variant, position = self.parsed()
        return move == parse_move(variant, position, self.line[0])


@cache
def puzzles() -> dict[str, Puzzle]:
    """Every puzzle by its id, such as classic-17."""
    found: dict[str, Puzzle] = {}
    counts: dict[str, int] = {}
    for text in FILE.read_text().splitlines():
        head, _, moves = text.partition(" = ")
        grade, _, position = head.partition(" ")
        variant = position.partition(" ")[0]
        counts[variant] = counts.get(variant, 0) + 1
        name = f"{variant}-{counts[variant]}"
        found[name] = Puzzle(
            id=name, variant=variant, position=position, difficulty=int(grade), line=tuple(moves.split())
        )
    return found


def puzzles_like(variant: str | None, difficulty: int | None) -> Sequence[Puzzle]:
    """Those of this variant and difficulty, in the order of their numbers; None means any."""
    return [
        puzzle
        for puzzle in puzzles().values()
        if variant in (None, puzzle.variant) and difficulty in (None, puzzle.difficulty)
    ]


def daily_puzzle(day: int) -> Puzzle:
    """The puzzle of this day, counted from any beginning: not of the easiest, none twice before all were there."""
    harder = [puzzle for puzzle in puzzles().values() if puzzle.difficulty > 1]
    return harder[day * _STRIDE % len(harder)]
