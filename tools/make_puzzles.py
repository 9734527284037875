"""Finds puzzles, positions with exactly one winning move, and writes `src/noughts/engine/puzzles.txt`.

Small boards and the ends of Ultimate games are solved completely. On larger boards a puzzle is a position in which
one move wins by force and all others lose at once, so the solution is certainly unique.
New puzzles are only appended to the file, because a puzzle's id is its position in it. Takes some minutes.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from noughts.engine import Thinking, analyse, choose, kernels, solve
from noughts.engine.puzzles import FILE
from noughts.rules import (
    EMPTY,
    Move,
    Position,
    Variant,
    canonical_cells,
    find_variant,
    move_name,
    other,
    position_text,
)
from noughts.rules.grid import cells_of
from noughts.rules.mnk import MnkPosition
from noughts.rules.swap2 import PLACED, Swap2Position
from noughts.rules.vanishing import VanishingPosition

MOST_EACH = 120
# At most this many of them have difficulty 1.
MOST_EASY = 30
# The most forcing moves in a row, on boards too large to be solved.
LONGEST_FORCE = 4
MOST_NODES = 10_000
SEARCH_MS = 300
# Order and Chaos is searched to the end when at most this many cells are empty.
LAST_CELLS = 20

Line = tuple[Move, ...]


def all_positions(variant: Variant) -> Iterator[Position]:
    """Return every reachable position once up to symmetry, in a shuffled order."""
    seen, waiting = set[str](), [variant.start()]
    found: list[Position] = []
    while waiting:
        position = waiting.pop()
        cells = _canonical(variant, position)
        if position.outcome() is None and cells not in seen:
            seen.add(cells)
            found.append(position)
            waiting += [position.play(move) for move in position.legal_moves()]
    Random(variant.name).shuffle(found)  # noqa: S311 - no secret
    yield from found


def _canonical(variant: Variant, position: Position) -> str:
    """Return the same text for all positions that are the same up to symmetry."""
    if not position.marks_by_age:
        return canonical_cells(variant.rows, variant.cols, position.cells)
    # The age of each mark stands in its cell.
    ages = ["."] * variant.size
    for age, cell in enumerate(position.marks_by_age):
        ages[cell] = str(age)
    return f"{canonical_cells(variant.rows, variant.cols, ''.join(ages))} {position.to_move}"


def played_positions(variant: Variant) -> Iterator[Position]:
    """Yield positions of games between players of medium strength, endlessly."""
    seed = 0
    while True:
        seed += 1
        chance = Random(f"{variant.name} {seed}")  # noqa: S311 - no secret
        position = variant.start()
        while position.outcome() is None:
            thinking = Thinking(level=chance.choice((1, 2, 3, 5)), milliseconds=20)
            if position.ply >= 4:
                yield position
            position = position.play(choose(position, thinking, chance.randrange(2**32)).move)


def drawn_up_positions(variant: Variant) -> Iterator[Position]:
    """Yield positions of quick games on large boards, between players who build lines and partly ignore threats."""
    seed = 0
    while True:
        seed += 1
        chance = Random(f"{variant.name} {seed}")  # noqa: S311 - no secret
        position, care = variant.start(), chance.uniform(0.1, 0.8)
        while position.outcome() is None:
            yield position
            position = position.play((_board_taker if variant.has_boards else _line_builder)(position, care, chance))


def opened_positions(variant: Variant) -> Iterator[Position]:
    """Yield positions after a Swap2 opening in which the second player kept O."""
    start = variant.start()
    assert isinstance(start, Swap2Position)
    for position in drawn_up_positions(replace(variant, start=lambda: start.plain)):
        if position.ply > PLACED:
            yield Swap2Position.restore(start.grid, position.cells, "kept")


def _board_taker(position: Position, care: float, chance: Random) -> Move:
    """Play Ultimate: win a small board if possible, otherwise any move."""
    moves = position.legal_moves()
    taking = [move for move in moves if position.play(move).boards != position.boards]
    return chance.choice(taking if taking and chance.random() > care / 2 else moves)


def _line_builder(position: Position, care: float, chance: Random) -> Move:
    assert isinstance(position, MnkPosition)
    mine, theirs = _marks(position, position.to_move)
    appeal = dict.fromkeys((move.cell for move in position.legal_moves()), 0.0)
    for line in position.grid.lines:
        for ours, others, weight in ((mine, theirs, 1.0), (theirs, mine, care)):
            marks = (line & ours).bit_count()
            if marks and not line & others and (marks < position.grid.in_a_row - 1 or chance.random() < 0.7):
                for cell in cells_of(line & ~ours):
                    appeal[cell] += weight * 5.0**marks
    best = max(appeal, key=lambda cell: appeal[cell] * chance.uniform(0.6, 1) + chance.random())
    return position.move_at(best)


def solved(position: Position) -> Line | None:
    """Return the winning moves if exactly one first move wins."""
    solution = solve(position)
    if solution is None or solution.value != 1 or len(solution.moves) < 3:
        return None
    if sum(one.value == 1 for one in solution.moves) != 1:
        return None
    line: Line = ()
    while solution is not None:
        line += (solution.moves[0].move,)
        position = position.play(solution.moves[0].move)
        solution = None if position.outcome() is not None else solve(position)
    return line


def searched(position: Position) -> Line | None:
    """Return the same as `solved`, where a search proves the value of every move."""
    moves = analyse(position, SEARCH_MS).moves
    if len(moves) < 3 or not all(one.exact for one in moves) or sum(one.value == 1 for one in moves) != 1:
        return None
    line: Line = ()
    while position.outcome() is None:
        line += (analyse(position, SEARCH_MS).moves[0].move,)
        position = position.play(line[-1])
    return line


def ordered(position: Position) -> Line | None:
    """Return the same as `searched`, for Order. A win of Chaos takes until the board is full, so it makes no puzzle."""
    if position.to_move != "X" or position.cells.count(EMPTY) > LAST_CELLS:
        return None
    return searched(position)


class Ending:
    """The end of a game of Ultimate, searched to the last move."""

    def __init__(self) -> None:
        self._known: dict[Position, tuple[int, Line]] = {}

    def value(self, position: Position) -> tuple[int, Line]:
        """Return the value for the side to move, and the fastest win or slowest loss. Raises OverflowError."""
        outcome = position.outcome()
        if outcome is not None:
            return (0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1), ()
        if position not in self._known:
            if len(self._known) > MOST_NODES:
                raise OverflowError
            self._known[position] = max(
                (self.judged(position, move) for move in position.legal_moves()),
                key=lambda one: (one[0], -len(one[1]) if one[0] > 0 else len(one[1])),
            )
        return self._known[position]

    def judged(self, position: Position, move: Move) -> tuple[int, Line]:
        value, line = self.value(position.play(move))
        return -value, (move, *line)


def ended(position: Position) -> Line | None:
    """Return the same as `solved`, for the ends of games of Ultimate."""
    open_cells = sum(1 for cell, held in enumerate(position.cells) if held == EMPTY and _is_open(position, cell))
    moves = position.legal_moves()
    if open_cells > 12 or len(moves) < 3:
        return None
    ending = Ending()
    try:
        judged = [ending.judged(position, move) for move in moves]
    except OverflowError:
        return None
    winning = [line for value, line in judged if value == 1]
    return winning[0] if len(winning) == 1 else None


def _is_open(position: Position, cell: int) -> bool:
    row, col = divmod(cell, 9)
    return position.boards[row // 3 * 3 + col // 3] == EMPTY


def forced(position: Position) -> Line | None:
    """Return the winning moves if every other first move loses at once."""
    assert isinstance(position, MnkPosition)
    mine, theirs = _winning_cells(position, position.to_move), _winning_cells(position, other(position.to_move))
    if not theirs:
        return None
    stops = _stops(position)
    if len(mine) == 1 and not stops:
        return (position.move_at(mine[0]),)
    if mine or len(stops) != 1:
        return None
    for force in range(1, LONGEST_FORCE):
        line = _force(position, position.move_at(stops[0]), force)
        if line is not None:
            return line
    return None


def _force(position: MnkPosition, move: Move, force: int) -> Line | None:
    """Return how this move wins with at most this many forcing moves after it; each threatens to win at once."""
    after = position.play(move)
    if after.outcome() is not None:
        return None
    threats = _winning_cells(after, position.to_move)
    if not threats or _winning_cells(after, after.to_move):
        return None
    stops = _stops(after)
    if not stops:
        answer = after.move_at(threats[0])
        answered = after.play(answer)
        return move, answer, answered.move_at(_winning_cells(answered, answered.to_move)[0])
    answer = after.move_at(stops[0])
    answered = after.play(answer)
    if len(stops) > 1 or force == 1 or answered.outcome() is not None:
        return None
    must = _winning_cells(answered, answered.to_move)
    if must:
        return move, answer, answered.move_at(must[0])
    cells = _stops(answered) or cells_of(_near_threats(answered))
    for cell in cells:
        line = _force(answered, answered.move_at(cell), force - 1)
        if line is not None:
            return move, answer, *line
    return None


def _marks(position: MnkPosition, side: str) -> tuple[int, int]:
    return (position.x, position.o) if side == "X" else (position.o, position.x)


def _winning_cells(position: MnkPosition, side: str) -> tuple[int, ...]:
    """Return the cells where `side` would complete a line."""
    mine, theirs = _marks(position, side)
    found = 0
    for line in position.grid.lines:
        is_four = not line & theirs and (line & ~mine).bit_count() == 1
        if is_four and position.counts(position.grid, line, mine | line, theirs):
            found |= line & ~mine
    return cells_of(found)


def _stops(position: MnkPosition) -> tuple[int, ...]:
    """Return the cells where the side to move stops all immediate threats."""
    side, theirs = other(position.to_move), _marks(position, other(position.to_move))[0]
    if not _winning_cells(position, side):
        return ()
    gaps = 0
    for line in position.grid.lines:
        if (line & ~theirs).bit_count() == 1:
            gaps |= line & ~theirs | position.grid.ends_of(line)
    empty = [cell for cell in cells_of(gaps) if position.cells[cell] == EMPTY]
    return tuple(cell for cell in empty if not _winning_cells(position.play(position.move_at(cell)), side))


def _near_threats(position: MnkPosition) -> int:
    """Return cells that make a threat: the empty cells of lines that lack two marks."""
    mine, theirs = _marks(position, position.to_move)
    found = 0
    for line in position.grid.lines:
        if not line & theirs and (line & ~mine).bit_count() == 2:
            found |= line & ~mine
    return found


def difficulty(line: Line, choices: int) -> int:
    """Return 1 to 5, by how many moves one must look ahead and how many moves there are to choose from."""
    own = (len(line) + 1) // 2
    return min(5, (1, 2, 4, 5, 5)[min(own, 5) - 1] + (1 if own > 1 and choices > 5 else 0))


METHODS: tuple[tuple[str, Callable[[Variant], Iterator[Position]], Callable[[Position], Line | None]], ...] = (
    ("classic", all_positions, solved),
    ("misere", all_positions, solved),
    ("wild", all_positions, solved),
    ("4x4", played_positions, solved),
    ("6x6", played_positions, forced),
    ("9x9", played_positions, forced),
    ("gomoku", drawn_up_positions, forced),
    ("gomoku-exact", drawn_up_positions, forced),
    ("caro", drawn_up_positions, forced),
    ("gomoku-swap2", opened_positions, forced),
    ("notakto", all_positions, solved),
    ("vanishing", played_positions, solved),
    ("connect-four", played_positions, searched),
    ("order-and-chaos", played_positions, ordered),
    ("ultimate", drawn_up_positions, ended),
    ("ultimate-majority", drawn_up_positions, ended),
)


def _without_past(position: Position) -> Position:
    """Return the position as a puzzle shows it: without the moves before those whose marks are on the board."""
    if not isinstance(position, VanishingPosition):
        return position
    return VanishingPosition.restore(position.grid, position.cells, position.marks_by_age)


def puzzles(variant: Variant, positions: Iterator[Position], way: Callable[[Position], Line | None]) -> Iterator[str]:
    seen, easy = set[str](), 0
    for position in map(_without_past, positions):
        cells = _canonical(variant, position)
        line = None if cells in seen else way(position)
        if line is None:
            continue
        seen.add(cells)
        grade = difficulty(line, len(position.legal_moves()))
        easy += grade == 1
        if grade == 1 and easy > MOST_EASY:
            continue
        names = " ".join(move_name(variant, move) for move in line)
        yield f"{grade} {position_text(variant, position)} = {names}"
        if len(seen) - max(0, easy - MOST_EASY) == MOST_EACH:
            return


def main() -> int:
    """Append the puzzles of the named variants, or of all, to the file."""
    kernels.warm()
    for name, positions, way in METHODS:
        if not sys.argv[1:] or name in sys.argv[1:]:
            variant = find_variant(name)
            with FILE.open("a") as file:
                for puzzle in puzzles(variant, positions(variant), way):
                    print(puzzle, file=file, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
