"""The computer in Swap2: it opens with three marks that favour neither side, and chooses the side that is better.

After the opening it plays gomoku, with the same search at every level.
"""

from collections.abc import Callable
from random import Random

from noughts.engine.thinking import Analysis, Choice, Thinking, Valued
from noughts.rules import EMPTY, Move, symmetries
from noughts.rules.mnk import MnkPosition
from noughts.rules.swap2 import Swap2Position

# Rows and columns from the middle of the marks X, O and X. Our search finds them balanced.
OPENINGS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((-1, -2), (0, 3), (-2, 3)),
    ((-1, 0), (1, 1), (3, -4)),
    ((-1, -2), (-4, -3), (2, 4)),
    ((-2, 1), (4, 1), (-4, -4)),
    ((-3, 4), (1, 2), (0, 4)),
    ((0, 1), (-1, 0), (-4, 0)),
    ((1, -1), (2, -1), (3, 4)),
    ((-1, 0), (3, -3), (-4, -4)),
)
# A side is chosen if it is better by this much; otherwise two more marks are placed.
CLEARLY = 0.06
# How many cells are tried for the second of two more marks, and how far they are from the other marks.
TRIED = 12
REACH = 3

Search = Callable[[MnkPosition, Thinking, int], Choice]
Analyse = Callable[[MnkPosition, int], Analysis]


def choose_in_swap2(position: Swap2Position, thinking: Thinking, seed: int, search: Search) -> Choice:
    """Return a move for the side to move. `search` finds moves of plain gomoku."""
    chance = Random(seed)
    match position.stage:
        case "place":
            return _guess(position, chance.choice(_opening_cells(position) or _near(position)))
        case "choose" | "choose_again":
            return _side(position, search(position.plain, thinking, seed))
        case "add" if position.mark == "O":
            return _guess(position, search(position.plain, thinking, seed).move.cell)
        case "add":
            return _guess(position, _balancing(position, thinking, chance, search))
        case _:
            return search(position.plain, thinking, seed)


def judge_swap2(position: Swap2Position, milliseconds: int, analyse: Analyse) -> tuple[Valued, ...]:
    """Return every move with its value, the best first. Marks that set up the opening have no value of their own."""
    if position.stage in ("place", "add"):
        first = set(_opening_cells(position)) if position.stage == "place" else set()
        moves = [Valued(move=move, value=0.0, exact=False) for move in position.legal_moves()]
        return tuple(sorted(moves, key=lambda one: one.move.cell not in first))
    moves = list(analyse(position.plain, milliseconds).moves)
    best, mark = moves[0], position.mark
    for nth, cell in enumerate(position.choices):
        value = Valued(move=Move(cell, mark), value=-best.value, exact=best.exact)
        moves.append(Valued(move=Move(cell, mark), value=0.0, exact=False) if nth else value)
    return tuple(sorted(moves, key=lambda one: one.value, reverse=True))


def _side(position: Swap2Position, found: Choice) -> Choice:
    """Choose the better side, given the best move of O."""
    take, *more = position.choices
    if more and abs(found.value) < CLEARLY:
        return _guess(position, more[0])
    if found.value >= 0:
        return found
    return Choice(move=Move(take, position.mark), value=-found.value, exact=found.exact, plain=found.plain)


def _guess(position: Swap2Position, cell: int) -> Choice:
    return Choice(move=Move(cell, position.mark), value=0.0, exact=False)


def _opening_cells(position: Swap2Position) -> list[int]:
    """Return the empty cells where the next mark leads to a balanced opening, whatever its rotation."""
    grid, found = position.grid, list[int]()
    middle = (grid.rows // 2, grid.cols // 2)
    for opening in OPENINGS:
        cells = [(middle[0] + down) * grid.cols + middle[1] + right for down, right in opening]
        drawn = [EMPTY] * len(position.cells)
        for cell, mark in zip(cells, "XOX", strict=True):
            drawn[cell] = mark
        for symmetry in symmetries(grid.rows, grid.cols):
            turned = [drawn[cell] for cell in symmetry]
            if all(held in (EMPTY, turned[cell]) for cell, held in enumerate(position.cells)):
                found += [
                    cell for cell, mark in enumerate(turned) if mark == position.mark and position.cells[cell] == EMPTY
                ]
    return found


def _near(position: Swap2Position) -> list[int]:
    """Return the empty cells near the marks, or near the middle."""
    grid = position.grid
    held = [cell for cell, mark in enumerate(position.cells) if mark != EMPTY]
    around = [divmod(cell, grid.cols) for cell in held] or [(grid.rows // 2, grid.cols // 2)]

    def is_near(cell: int) -> bool:
        row, col = divmod(cell, grid.cols)
        return any(max(abs(row - one), abs(col - another)) <= REACH for one, another in around)

    return [cell for cell, mark in enumerate(position.cells) if mark == EMPTY and is_near(cell)]


def _balancing(position: Swap2Position, thinking: Thinking, chance: Random, search: Search) -> int:
    """Return a cell for X after which neither side is better, as far as a short search tells."""
    cells = _near(position)
    tried = chance.sample(cells, min(TRIED, len(cells)))
    brief = Thinking(level=thinking.level, milliseconds=max(1, thinking.milliseconds // TRIED))
    seed = chance.getrandbits(32)

    def advantage(cell: int) -> float:
        return abs(search(position.plain.play(Move(cell, position.mark)), brief, seed).value)

    return min(tried, key=advantage)
