"""Ultimate on bit boards, for compiled code: a state is 24 small numbers, a move is 9 * board + place.

[0:9] the marks of X board by board, [9:18] those of O, [18] and [19] the boards that X and O have won, [20] all closed
boards, [21] the board to play in (9: any open one), [22] whose turn it is (0 for X), [23] whether the player with more
boards wins when all are closed.
"""

from typing import Any

import numpy
from numba import njit

from noughts.rules.ultimate import BOARD_OF, CELLS_OF, LINES_IN, PLACE_OF, UltimatePosition

STATE_SIZE = 24
X_WON, CLOSED, TARGET, TURN, COUNTED = 18, 20, 21, 22, 23
ANY = 9
FULL = 511
# What `play` returns about the state after a move.
GOES_ON, WON, LOST, DRAWN = 0, 1, 2, 3

HAS_LINE = numpy.array([bool(lines) for lines in LINES_IN])
COUNT = numpy.array([nine.bit_count() for nine in range(FULL + 1)])

MOVE_OF_CELL = tuple(9 * board + place for board, place in zip(BOARD_OF, PLACE_OF, strict=True))
CELL_OF_MOVE = tuple(CELLS_OF[move // 9][move % 9] for move in range(81))


def state_of(position: UltimatePosition) -> Any:
    """Return the position for compiled code."""
    state = numpy.zeros(STATE_SIZE, numpy.int64)
    for seat, marks in enumerate((position.x, position.o)):
        for board in range(9):
            state[9 * seat + board] = marks >> 9 * board & FULL
    for board, held in enumerate(position.boards):
        if held in "XO":
            state[X_WON + "XO".index(held)] |= 1 << board
        if held != ".":
            state[CLOSED] |= 1 << board
    state[TARGET] = position.open_boards[0] if len(position.open_boards) == 1 else ANY
    state[TURN] = position.ply % 2
    state[COUNTED] = position.most_boards_win
    return state


@njit(cache=True, nogil=True)
def play(state: Any, move: int) -> int:
    """Make the move; return whether the mover has WON or LOST, the game is DRAWN, or it GOES_ON."""
    board, place = move // 9, move % 9
    turn = state[TURN]
    marks = state[9 * turn + board] | (1 << place)
    state[9 * turn + board] = marks
    result = GOES_ON
    if HAS_LINE[marks]:
        state[X_WON + turn] |= 1 << board
        state[CLOSED] |= 1 << board
        if HAS_LINE[state[X_WON + turn]]:
            result = WON
    elif marks | state[9 * (1 - turn) + board] == FULL:
        state[CLOSED] |= 1 << board
    if result == GOES_ON and state[CLOSED] == FULL:
        result = when_full(state, state[X_WON + turn], state[X_WON + 1 - turn])
    state[TARGET] = ANY if (state[CLOSED] >> place) & 1 else place
    state[TURN] = 1 - turn
    return result


@njit(cache=True, nogil=True)
def when_full(state: Any, mine: int, theirs: int) -> int:
    """Return the result for a mover who has won the boards `mine` when all boards are closed without a line."""
    if state[COUNTED] == 0 or COUNT[mine] == COUNT[theirs]:
        return DRAWN
    return WON if COUNT[mine] > COUNT[theirs] else LOST


@njit(cache=True, nogil=True)
def legal_moves(state: Any, moves: Any) -> int:
    """Write the moves into `moves` (81 entries), and return how many there are."""
    count = 0
    first, last = (0, 8) if state[TARGET] == ANY else (state[TARGET], state[TARGET])
    for board in range(first, last + 1):
        if not (state[CLOSED] >> board) & 1:
            free = FULL & ~(state[board] | state[9 + board])
            for place in range(9):
                if (free >> place) & 1:
                    moves[count] = 9 * board + place
                    count += 1
    return count
