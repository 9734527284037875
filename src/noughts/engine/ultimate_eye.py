"""Rates moves in Ultimate without a search, by the small boards they win or save, and by where they send the opponent.

It plays the lowest levels, and every level until the kernels are compiled.
"""

from random import Random

from noughts.engine.thinking import Valued
from noughts.rules import Mark, Move, other
from noughts.rules.ultimate import ALL_NINE, BOARD_OF, LINES_IN, PLACE_OF, UltimatePosition

PLACE_APPEAL = (0.04, 0.0, 0.04, 0.0, 0.06, 0.0, 0.04, 0.0, 0.04)
BOARD_WON, BOARD_SAVED, BOARD_GIVEN, SENT_ANYWHERE = 0.35, 0.18, -0.3, -0.12
RANDOMNESS = 0.08


def quick_values(position: UltimatePosition, horizon: int, chance: Random) -> tuple[Valued, ...]:
    """Return every move with a rough value, the best first. At depth 0 it sees nothing, at 1 what the move does, at 2
    what the answer may do.
    """
    valued = [_valued(position, move, horizon, chance) for move in position.legal_moves()]
    return tuple(sorted(valued, key=lambda one: one.value, reverse=True))


def _valued(position: UltimatePosition, move: Move, horizon: int, chance: Random) -> Valued:
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None and horizon >= 1:
        return Valued(move=move, value=outcome.value_for(position.to_move), exact=True, distance=1)
    board, place = BOARD_OF[move.cell], PLACE_OF[move.cell]
    value = PLACE_APPEAL[place] + chance.uniform(0, RANDOMNESS)
    if horizon >= 1:
        weight = 1 + _lines_helped(position, position.to_move, board)
        if after.boards[board] == position.to_move:
            value += BOARD_WON * weight / 3
        elif wins_board(position, other(position.to_move), board) >> place & 1:
            value += BOARD_SAVED * weight / 3
    if horizon >= 2 and outcome is None:
        value += _answer(after)
    return Valued(move=move, value=max(-0.99, min(0.99, value)), exact=False)


def _answer(after: UltimatePosition) -> float:
    """Return what the opponent may do at once, seen from the mover."""
    them = after.to_move
    value = SENT_ANYWHERE if len(after.open_boards) > 1 else 0.0
    worst = 0.0
    for board in after.open_boards:
        if wins_board(after, them, board):
            if LINES_IN[_won(after, them) | 1 << board]:
                return -0.9
            worst = min(worst, BOARD_GIVEN * (1 + _lines_helped(after, them, board)) / 3)
    return value + worst


def wins_board(position: UltimatePosition, mark: Mark, board: int) -> int:
    """Return the places, as bits, where `mark` would win this open board."""
    mine = (position.x if mark == "X" else position.o) >> 9 * board & ALL_NINE
    taken = (position.x | position.o) >> 9 * board & ALL_NINE
    return sum(1 << place for place in range(9) if not taken >> place & 1 and LINES_IN[mine | 1 << place])


def _lines_helped(position: UltimatePosition, mark: Mark, board: int) -> int:
    """Return how many lines of boards through this one `mark` can still complete.

    Lines with a won board count twice.
    """
    won, lost = _won(position, mark), _won(position, other(mark)) | _drawn(position)
    through = [line for line in _LINES if line >> board & 1 and not line & lost]
    return sum(1 + bool(line & won & ~(1 << board)) for line in through)


_LINES = [nine for nine in range(ALL_NINE + 1) if nine.bit_count() == 3 and LINES_IN[nine]]


def _won(position: UltimatePosition, mark: Mark) -> int:
    return sum(1 << board for board, held in enumerate(position.boards) if held == mark)


def _drawn(position: UltimatePosition) -> int:
    return sum(1 << board for board, held in enumerate(position.boards) if held == "=")
