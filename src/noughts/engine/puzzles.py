"""Puzzles: positions with exactly one winning move, by number.

`tools/make_puzzles.py` generated them; all installations have the same.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from noughts.rules import Move, Position, Variant, parse_move, parse_position

# One a line: difficulty, position, =, moves. Lines are added at the end of the file, and none is ever changed.
FILE = Path(__file__).with_name("puzzles.txt")

# Wins in three moves are rare, and longer ones rarer, so they form one theme.
MANY_MOVES = 3

# The step between successive days, so that they use puzzles from all over the list. It is coprime to any realistic
# length.
_STRIDE = 7_919


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which one move wins.

    `line` is the solution: that move, the longest defence, and so on to the end.
    """

    id: str
    variant: str
    position: str
    difficulty: int
    line: tuple[str, ...]

    @property
    def moves_to_win(self) -> int:
        """How many moves the winner makes."""
        return (len(self.line) + 1) // 2

    def parsed(self) -> tuple[Variant, Position]:
        return parse_position(self.position)

    def is_solved_by(self, move: Move) -> bool:
        variant, position = self.parsed()
        return move == parse_move(variant, position, self.line[0])


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return every puzzle by its id, such as classic-17."""
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


def puzzles_like(
    variant: str | None = None, difficulty: int | None = None, moves: int | None = None
) -> Sequence[Puzzle]:
    """Return the puzzles of this variant, difficulty and number of moves, in the order of their numbers; None means
    any.

    `MANY_MOVES` includes the longer ones.
    """
    return [
        puzzle
        for puzzle in puzzles().values()
        if variant in (None, puzzle.variant)
        and difficulty in (None, puzzle.difficulty)
        and moves in (None, min(puzzle.moves_to_win, MANY_MOVES))
    ]


def daily_puzzle(day: int) -> Puzzle:
    """Return the puzzle of this day: none of the easiest, and none repeats until all were used."""
    harder = [puzzle for puzzle in puzzles().values() if puzzle.difficulty > 1]
    return harder[day * _STRIDE % len(harder)]
