"""Text for cells, moves, positions and whole games, in pairs: `x_name` or `x_text` writes, `parse_x` reads.

Columns are letters from the left and rows are numbers from the top: cell 0 is a1, the centre of classic is b2.
Everything has exactly one spelling. The parsers raise BadNotation for any other text.
"""

import re
from itertools import groupby

from noughts.rules.outcome import MARKS, Mark
from noughts.rules.position import EMPTY, IllegalMove, ImpossiblePosition, Move, Position
from noughts.rules.variants import UnknownVariant, Variant, find_variant

# A full game on the largest board takes 1,033 characters, so a longer text can't be valid.
LONGEST_TEXT = 1_500

_CELL = re.compile(r"([a-t])([1-9][0-9]?)")
_MOVE = re.compile(r"([XO]?)([a-t][1-9][0-9]?)|(take|more)")
_CELLS = re.compile(r"(?:[a-t][1-9][0-9]?)+")
_MOVES = re.compile(r"(?:[XO]?[a-t][1-9][0-9]?|take|more)+")
# The choices of Swap2: take X, and place two more marks. They are numbered from the first number past the board.
_CHOICES = ("take", "more")
_RUN = re.compile(r"[XO]|[1-9][0-9]?")
_ROW = re.compile(r"(?:[XO]|[1-9][0-9]?)+")
_ANY_BOARD, _NO_BOARD, _NO_MOVES = "*", "-", "-"


class BadNotation(ValueError):
    """The text is not valid notation, or breaks the rules."""


def cell_name(variant: Variant, cell: int) -> str:
    """Return the name of a cell of this variant's grid, such as b2."""
    row, col = divmod(cell, variant.cols)
    return f"{chr(ord('a') + col)}{row + 1}"


def parse_cell(variant: Variant, text: str) -> int:
    """Return the cell of that name. Raises BadNotation."""
    named = _CELL.fullmatch(text)
    if named is None:
        raise BadNotation(f"not a cell: {_short(text)}")
    col, row = ord(named[1]) - ord("a"), int(named[2]) - 1
    if col >= variant.cols or row >= variant.rows:
        raise BadNotation(f"{variant.name} has no cell {text}")
    return row * variant.cols + col


def move_name(variant: Variant, move: Move) -> str:
    """Return the name of a move: its cell such as b2, or the mark and the cell if the mover chooses the mark: Xb2.

    The choices of Swap2 are called `take` and `more`.
    """
    if variant.swaps and move.cell >= variant.size:
        return _CHOICES[move.cell - variant.size]
    return f"{move.mark if variant.chooses_mark else ''}{cell_name(variant, move.cell)}"


def parse_move(variant: Variant, position: Position, text: str) -> Move:
    """Return the move of that name in this position. Raises BadNotation; `play` decides whether the move is legal."""
    named = _MOVE.fullmatch(text)
    if named is None:
        raise BadNotation(f"not a move: {_short(text)}")
    if named[3]:
        if not variant.swaps:
            raise BadNotation(f"{variant.name} has no choice {text}")
        return position.move_at(variant.size + _CHOICES.index(named[3]))
    if bool(named[1]) != variant.chooses_mark:
        wanted = "the mark and the cell" if variant.chooses_mark else "the cell alone"
        raise BadNotation(f"a move of {variant.name} is {wanted}: {text}")
    return position.move_at(parse_cell(variant, named[2]), _mark(named[1]))


def position_text(variant: Variant, position: Position) -> str:
    """Return the position in one line, with all that is needed to play on: `classic X2/1O1/3 X`.

    That is the variant, the rows (figures are runs of empty cells), whose turn it is and, with small boards, the
    board to play in: its number from 0, * for any open one, - when the game is over. Where marks vanish, it is the
    cells played, oldest first: `a1b2c3`, - for none. In Swap2 it is the stage: `choose`.
    """
    cells, cols = position.cells, variant.cols
    rows = "/".join(_row_text(cells[first : first + cols]) for first in range(0, len(cells), cols))
    text = f"{variant.name} {rows} {position.to_move}"
    if variant.has_boards:
        return f"{text} {_target_text(position.open_boards)}"
    if variant.swaps:
        return f"{text} {position.stage}"
    if variant.most_marks is not None:
        return f"{text} {''.join(cell_name(variant, cell) for cell in position.history) or _NO_MOVES}"
    return text


def parse_position(text: str) -> tuple[Variant, Position]:
    """Return the variant and the position. Raises BadNotation, also for a position that no game leads to."""
    name, *fields = _fields(text, " ")
    variant = _variant(name)
    has_more = variant.has_boards or variant.swaps or variant.most_marks is not None
    if len(fields) != (3 if has_more else 2):
        raise BadNotation(
            f"a position of {variant.name} can't have {len(fields)} fields after the name: {_short(text)}"
        )
    rows = [_row_cells(row) for row in fields[0].split("/")]
    if [len(row) for row in rows] != [variant.cols] * variant.rows:
        raise BadNotation(f"{variant.name} has {variant.rows} rows of {variant.cols} cells: {_short(fields[0])}")
    target = _target(fields[2]) if variant.has_boards else None
    history = _history(variant, fields[2]) if variant.most_marks is not None else ()
    try:
        position = variant.restore("".join(rows), target, history, fields[2] if variant.swaps else "")
    except ImpossiblePosition as impossible:
        raise BadNotation(f"{impossible}: {_short(text)}") from impossible
    if fields[1] != position.to_move:
        raise BadNotation(f"it is the turn of {position.to_move}, not {_short(fields[1])}")
    written = position_text(variant, position)
    if written != text:
        raise BadNotation(f"{_short(text)} is written {written}")
    return variant, position


def game_text(variant: Variant, moves: tuple[Move, ...]) -> str:
    """Return the game from its start, as its variant and its moves: `classic.b2a1c3`. The text needs no escaping in any
    part of a URL.
    """
    named = "".join(move_name(variant, move) for move in moves)
    return f"{variant.name}.{named}" if named else variant.name


def parse_game(text: str) -> tuple[Variant, tuple[Move, ...]]:
    """Return the variant and the moves, all legal. Raises BadNotation, also for an illegal move."""
    name, *played = _fields(text, ".")
    variant = _variant(name)
    if not played:
        return variant, ()
    if len(played) > 1 or _MOVES.fullmatch(played[0]) is None:
        raise BadNotation(f"not moves: {_short(text[len(name) + 1 :])}")
    position, moves = variant.start(), list[Move]()
    for named in _MOVE.finditer(played[0]):
        move = parse_move(variant, position, named[0])
        try:
            position = position.play(move)
        except IllegalMove as refused:
            raise BadNotation(f"move {len(moves) + 1}, {named[0]}, is refused: {refused.code}") from refused
        moves.append(move)
    return variant, tuple(moves)


def _variant(name: str) -> Variant:
    try:
        return find_variant(name)
    except UnknownVariant as unknown:
        raise BadNotation(str(unknown)) from unknown


def _fields(text: str, separator: str) -> list[str]:
    if len(text) > LONGEST_TEXT:
        raise BadNotation(f"longer than {LONGEST_TEXT} characters: {_short(text)}")
    return text.split(separator)


def _short(text: str) -> str:
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")


def _mark(text: str) -> Mark | None:
    return next((mark for mark in MARKS if mark == text), None)


def _row_text(row: str) -> str:
    runs = [(held, len(list(run))) for held, run in groupby(row)]
    return "".join(str(length) if held == EMPTY else held * length for held, length in runs)


def _row_cells(text: str) -> str:
    if _ROW.fullmatch(text) is None:
        raise BadNotation(f"not a row: {_short(text)}")
    return "".join(run if run in MARKS else EMPTY * int(run) for run in _RUN.findall(text))


def _target_text(open_boards: tuple[int, ...]) -> str:
    if not open_boards:
        return _NO_BOARD
    return str(open_boards[0]) if len(open_boards) == 1 else _ANY_BOARD


def _target(text: str) -> int | None:
    if text in (_ANY_BOARD, _NO_BOARD):
        return None
    if re.fullmatch("[0-8]", text) is None:
        raise BadNotation(f"not a small board: {_short(text)}")
    return int(text)


def _history(variant: Variant, text: str) -> tuple[int, ...]:
    if text == _NO_MOVES:
        return ()
    if _CELLS.fullmatch(text) is None:
        raise BadNotation(f"not the cells played: {_short(text)}")
    return tuple(parse_cell(variant, named[0]) for named in _CELL.finditer(text))
