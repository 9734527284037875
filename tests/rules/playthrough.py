"""A game written out ply by ply, for people to read and for a test to compare.

After an intended change of the rules, write the files again and read the difference: python -m tests.rules.playthrough
tests/rules/golden/*.txt
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from noughts.rules import Position, Variant, cell_name, game_text, move_name, parse_game, position_text


def playthrough(text: str) -> str:
    """Return the whole file for a game, whose text is the file's first line."""
    variant, moves = parse_game(text)
    position = variant.start()
    lines = [game_text(variant, moves), f"{variant.title}: {variant.how_to}", "", *_picture(variant, position)]
    for ply, move in enumerate(moves, 1):
        mover = position.to_move
        position = position.play(move)
        lines += ["", f"{ply}. {mover} plays {move_name(variant, move)}", *_picture(variant, position)]
    return "\n".join(lines) + "\n"


def _picture(variant: Variant, position: Position) -> Iterator[str]:
    cells = position.cells
    for row in range(variant.rows):
        held = cells[row * variant.cols : (row + 1) * variant.cols]
        if variant.has_boards:
            if row in (3, 6):
                yield ""
            held = "  ".join((held[:3], held[3:6], held[6:]))
        yield f"    {' '.join(held)}"
    if variant.has_boards:
        open_boards = " ".join(map(str, position.open_boards))
        yield f"boards {position.boards}, open: {open_boards or 'none'}"
    yield position_text(variant, position)
    yield f"{position.to_move} to move, legal moves: {len(position.legal_moves())}"
    if position.marks_by_age:
        yield f"marks, oldest first: {' '.join(cell_name(variant, cell) for cell in position.marks_by_age)}"
    outcome = position.outcome()
    if outcome is not None:
        line = " ".join(cell_name(variant, cell) for cell in outcome.line)
        yield f"over: {f'{outcome.winner} wins' if outcome.winner else 'draw'}, {outcome.reason} {line}".rstrip()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(playthrough(path.read_text().split("\n", maxsplit=1)[0]))
