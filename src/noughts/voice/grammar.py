"""The phrases of a game, made from its variant: English phrases, each with its meaning.

3x3 has names, numbers (as on a telephone) and letter with number; Ultimate a board and then a cell; larger boards a
letter with a number, as in the notation. Letters sound alike, so the alphabet of radio operators is understood too.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from noughts.rules.ultimate import BOARD_OF, PLACE_OF
from noughts.rules.variants import Variant

SpokenCommand = Literal["resign", "draw", "play_again", "undo"]


class Phrase(NamedTuple):
    """Words, and the cell or the command they mean."""

    words: tuple[str, ...]
    cell: int | None = None
    command: SpokenCommand | None = None

    @property
    def meaning(self) -> int | str:
        return self.cell if self.cell is not None else str(self.command)


COMMANDS: dict[SpokenCommand, tuple[str, ...]] = {
    "resign": ("resign", "I resign"),
    "draw": ("draw", "offer draw", "offer a draw"),
    "play_again": ("play again", "rematch"),
    "undo": ("undo", "take back"),
}

# The first names are those in which no two run into each other: Ultimate puts two of them together.
NINE: tuple[tuple[str, ...], ...] = (
    ("top left", "upper left"),
    ("top middle", "top", "top centre", "upper middle"),
    ("top right", "upper right"),
    ("middle left", "left", "centre left"),
    ("centre", "center", "middle"),
    ("middle right", "right", "centre right"),
    ("bottom left", "lower left"),
    ("bottom middle", "bottom", "bottom centre", "lower middle"),
    ("bottom right", "lower right"),
)
NUMBERS: tuple[str, ...] = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
RADIO: tuple[str, ...] = (
    *("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet"),
    *("kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango"),
)


@lru_cache(maxsize=64)
def phrases_for(variant: Variant, open_boards: tuple[int, ...] = ()) -> tuple[Phrase, ...]:
    """Return every phrase. When `open_boards` has one board, its cells can be said without naming it."""
    said = dict[tuple[str, ...], Phrase]()
    for words, cell in _squares(variant, open_boards):
        # If two cells share a phrase, the first keeps it.
        said.setdefault(tuple(words.split()), Phrase(tuple(words.split()), cell=cell))
    for command, ways in COMMANDS.items():
        for words in ways:
            said[tuple(words.split())] = Phrase(tuple(words.split()), command=command)
    return tuple(said.values())


def _squares(variant: Variant, open_boards: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    if variant.size == 9:
        yield from _nine(range(9))
    if variant.has_boards:
        cells = {(BOARD_OF[cell], PLACE_OF[cell]): cell for cell in range(variant.size)}
        if len(open_boards) == 1:
            yield from _nine(cells[open_boards[0], place] for place in range(9))
        for (board, place), cell in cells.items():
            yield f"{NINE[board][0]} {NINE[place][0]}", cell
            yield f"{NUMBERS[board]} {NUMBERS[place]}", cell
    for cell in range(variant.size):
        row, col = divmod(cell, variant.cols)
        yield f"{chr(ord('a') + col)} {NUMBERS[row]}", cell
        yield f"{RADIO[col]} {NUMBERS[row]}", cell


def _nine(cells: Iterable[int]) -> Iterator[tuple[str, int]]:
    for place, cell in enumerate(cells):
        for name in (*NINE[place], NUMBERS[place]):
            yield name, cell
