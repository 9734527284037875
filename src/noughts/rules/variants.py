"""The registry: every variant by name. A new variant needs a file with its rules, and one line here.

This file holds data only, no rules.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from noughts.rules.caro import CaroPosition
from noughts.rules.connect_four import ConnectFourPosition
from noughts.rules.exact import ExactPosition
from noughts.rules.grid import grid, is_playable
from noughts.rules.misere import MiserePosition
from noughts.rules.mnk import LineRule, MnkPosition
from noughts.rules.notakto import NotaktoPosition
from noughts.rules.order_and_chaos import OrderAndChaosPosition
from noughts.rules.outcome import MARKS, Mark
from noughts.rules.position import ImpossiblePosition, Move, Position
from noughts.rules.swap2 import Swap2Position
from noughts.rules.ultimate import UltimatePosition
from noughts.rules.ultimate_majority import UltimateMajorityPosition
from noughts.rules.vanishing import VanishingPosition
from noughts.rules.wild import WildPosition


class UnknownVariant(ValueError):
    """There is no variant of that name."""


class Restore(Protocol):
    """Makes a position from its cells, and from what they don't show. Raises ImpossiblePosition.

    `target` is the small board the mover is sent to (None: any open board). `history` are the cells played, oldest
    first, where the order matters. `stage` is the stage of the Swap2 opening, empty for the start or without one.
    """

    def __call__(
        self, cells: str, target: int | None = None, history: tuple[int, ...] = (), stage: str = ""
    ) -> Position: ...


@dataclass(frozen=True, kw_only=True, eq=False)
class Variant:
    """A game as data. Two variants are the same when their names are."""

    name: str
    title: str
    how_to: str
    rows: int
    cols: int
    in_a_row: int
    start: Callable[[], Position]
    restore: Restore
    chooses_mark: bool = False
    single_mark: bool = False
    line_loses: bool = False
    maker_breaker: bool = False
    line_rule: LineRule = "any"
    gravity: bool = False
    # Whether the game begins with the Swap2 opening.
    swaps: bool = False
    # How many marks a player can have on the board: one more removes the oldest. None: any number.
    most_marks: int | None = None
    has_boards: bool = False
    most_boards_win: bool = False
    # The advantage of moving first, in rating points.
    first_move_advantage: int = 0
    # A single round says too little if good play always leads to a draw or to a win for the first player.
    fewest_rated_rounds: int = 1

    @property
    def size(self) -> int:
        """How many cells the grid has."""
        return self.rows * self.cols

    def replay(self, moves: Iterable[Move]) -> Position:
        """Return the position after these moves from the start. Raises IllegalMove."""
        position = self.start()
        for move in moves:
            position = position.play(move)
        return position

    def movers(self, moves: Sequence[Move]) -> list[Mark]:
        """Return the seat that made each of these moves."""
        if not self.swaps:
            return [MARKS[ply & 1] for ply in range(len(moves))]
        position, movers = self.start(), list[Mark]()
        for move in moves:
            movers.append(position.to_move)
            position = position.play(move)
        return movers

    def __eq__(self, them: object) -> bool:
        return self.name == them.name if isinstance(them, Variant) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        return find_variant, (self.name,)


def _on_grid(
    kind: type[MnkPosition],
    name: str,
    rows: int,
    cols: int,
    in_a_row: int,
    title: str,
    how_to: str,
    *,
    first_move_advantage: int = 0,
    fewest_rated_rounds: int = 1,
) -> Variant:
    def start() -> Position:
        return kind.start(grid(rows, cols, in_a_row))

    def restore(cells: str, target: int | None = None, history: tuple[int, ...] = (), stage: str = "") -> Position:
        if target is not None:
            raise ImpossiblePosition("there are no small boards")
        if issubclass(kind, Swap2Position) and not history:
            return kind.restore(grid(rows, cols, in_a_row), cells, stage or "place")
        if stage:
            raise ImpossiblePosition("there is no opening")
        if issubclass(kind, VanishingPosition):
            return kind.restore(grid(rows, cols, in_a_row), cells, history)
        if history:
            raise ImpossiblePosition("the order of the marks means nothing here")
        return kind.restore(grid(rows, cols, in_a_row), cells)

    return Variant(
        name=name,
        title=title,
        how_to=how_to,
        rows=rows,
        cols=cols,
        in_a_row=in_a_row,
        start=start,
        restore=restore,
        chooses_mark=kind.chooses_mark,
        single_mark=kind.single_mark,
        line_loses=kind.line_loses,
        maker_breaker=kind.maker_breaker,
        line_rule=kind.line_rule,
        gravity=kind.gravity,
        swaps=kind.swaps,
        most_marks=kind.most_marks,
        first_move_advantage=first_move_advantage,
        fewest_rated_rounds=fewest_rated_rounds,
    )


def _with_boards(kind: type[UltimatePosition], name: str, title: str, how_to: str) -> Variant:
    def restore(cells: str, target: int | None = None, history: tuple[int, ...] = (), stage: str = "") -> Position:
        if history or stage:
            raise ImpossiblePosition("the order of the marks means nothing here")
        return kind.restore(cells, target)

    return Variant(
        name=name,
        title=title,
        how_to=how_to,
        rows=9,
        cols=9,
        in_a_row=3,
        start=kind.start,
        restore=restore,
        has_boards=True,
        most_boards_win=kind.most_boards_win,
        first_move_advantage=30,
    )


# The advantages are estimates, not measurements. Each can be changed without touching anything else.
VARIANTS: tuple[Variant, ...] = (
    _on_grid(MnkPosition, "classic", 3, 3, 3, "Classic", "Three in a row wins.",
             first_move_advantage=60, fewest_rated_rounds=2),
    _with_boards(UltimatePosition, "ultimate", "Ultimate",
                 "Your move picks the small board your opponent plays in; three won boards in a row win."),
    _on_grid(MiserePosition, "misere", 3, 3, 3, "Misère", "Three in a row loses.",
             first_move_advantage=-40, fewest_rated_rounds=2),
    _on_grid(WildPosition, "wild", 3, 3, 3, "Wild", "Place X or O as you like; completing three alike wins.",
             first_move_advantage=40, fewest_rated_rounds=2),
    _on_grid(MnkPosition, "4x4", 4, 4, 4, "4x4", "Four in a row wins.",
             first_move_advantage=20, fewest_rated_rounds=2),
    _on_grid(MnkPosition, "6x6", 6, 6, 4, "6x6", "Four in a row wins.",
             first_move_advantage=150, fewest_rated_rounds=2),
    _on_grid(MnkPosition, "9x9", 9, 9, 5, "9x9", "Five in a row wins.", first_move_advantage=40),
    _on_grid(MnkPosition, "gomoku", 15, 15, 5, "Gomoku", "Five or more in a row win.", first_move_advantage=60),
    _on_grid(ExactPosition, "gomoku-exact", 15, 15, 5, "Exactly five", "Exactly five in a row win.",
             first_move_advantage=60),
    _on_grid(CaroPosition, "caro", 15, 15, 5, "Caro", "Five in a row win, unless the opponent blocks both ends.",
             first_move_advantage=60),
    _on_grid(ConnectFourPosition, "connect-four", 6, 7, 4, "Connect Four",
             "Marks fall to the bottom of their column; four in a row win.",
             first_move_advantage=80, fewest_rated_rounds=2),
    _on_grid(NotaktoPosition, "notakto", 3, 3, 3, "Notakto", "Both players place X; three in a row lose.",
             first_move_advantage=80, fewest_rated_rounds=2),
    _with_boards(UltimateMajorityPosition, "ultimate-majority", "Ultimate majority",
                 "Ultimate, but if nobody gets three boards in a row, the player with more boards wins."),
    _on_grid(OrderAndChaosPosition, "order-and-chaos", 6, 6, 5, "Order and Chaos",
             "Place X or O as you like. X is Order and wins with five alike in a row; O is Chaos and prevents it.",
             fewest_rated_rounds=2),
    _on_grid(VanishingPosition, "vanishing", 3, 3, 3, "Vanishing",
             "Three in a row wins. Placing your fourth mark removes your oldest.",
             first_move_advantage=80, fewest_rated_rounds=2),
    _on_grid(Swap2Position, "gomoku-swap2", 15, 15, 5, "Swap2",
             "Gomoku with a fair start: X sets up three marks, then O chooses a side."),
)  # fmt: skip

_BY_NAME = {variant.name: variant for variant in VARIANTS}
_PRESETS = {
    (variant.rows, variant.cols, variant.in_a_row): variant.name
    for variant in VARIANTS
    if type(variant.start()) is MnkPosition
}
_FREE_SIZE = re.compile(r"mnk-([1-9][0-9]?)x([1-9][0-9]?)-([1-9][0-9]?)")


def find_variant(name: str) -> Variant:
    """Return the variant of that name: one of VARIANTS, or a free size such as mnk-5x7-4. Raises UnknownVariant.

    One game has one name: a free size that equals a preset goes by the preset's name only.
    """
    return _BY_NAME.get(name) or _free_size(name)


def size_name(rows: int, cols: int, in_a_row: int) -> str:
    """Return the name of the game on a board of this size. Raises UnknownVariant outside the limits."""
    if not is_playable(rows, cols, in_a_row):
        raise UnknownVariant(f"no such board: {rows}x{cols}, {in_a_row} in a row")
    return _PRESETS.get((rows, cols, in_a_row)) or f"mnk-{rows}x{cols}-{in_a_row}"


# Bounded, because clients may ask for any size. Refused names are not kept.
@lru_cache(maxsize=64)
def _free_size(name: str) -> Variant:
    measures = _FREE_SIZE.fullmatch(name)
    if measures is None:
        raise UnknownVariant(f"no variant is called {name[:40]!r}")
    rows, cols, in_a_row = map(int, measures.groups())
    proper = size_name(rows, cols, in_a_row)
    if proper != name:
        raise UnknownVariant(f"{name} is called {proper}")
    return _on_grid(MnkPosition, name, rows, cols, in_a_row, f"{rows}x{cols}", f"{in_a_row} in a row wins.")
