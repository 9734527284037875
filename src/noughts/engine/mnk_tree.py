"""The search on large boards: alpha-beta over likely moves, with wins by fours seen at every node.

Values are for the side to move. The search keeps proven and believed values apart. It leaves out moves only where that
doesn't weaken a proof (see `mark_defences`); otherwise the resulting loss counts as believed.
"""

from typing import Any

from noughts.engine.mnk_board import lift, place
from noughts.engine.mnk_memory import EMPTY, TABLE_BITS, UNBLOCKED, WORTH_MASK, kernel
from noughts.engine.mnk_threats import (
    CELL_BITS,
    CHOICE,
    MOST_FOURS,
    SEVERAL,
    SIDE_KEY,
    list_move,
    listed_cell,
    makes_fours,
    mark_defences,
    stop_of_fours,
    stops_fours,
    win_by_fours,
)

WIN = 1_000_000
PROVEN = 900_000
BELIEVED_LESS = 500_000
BELIEVED = 400_000
LARGEST_GUESS = 300_000
DEEPEST = 60
DEEPEST_PLY = 300
A_WIN_BY_FOURS = 9
HINTED = 1 << 50

TABLE_MASK = (1 << TABLE_BITS) - 1
ALL, DEFENDING, SOME = 0, 1, 2
LOWER, UPPER, EXACT = 1, 2, 3


@kernel
def guess(board: Any, side: int) -> int:
    """Return a value from the open lines, with a bonus of half a move for the side to move."""
    value = int(5 * board.worth[side] - 4 * board.worth[1 - side])
    return max(-LARGEST_GUESS, min(LARGEST_GUESS, value))


@kernel
def list_candidates(board: Any, side: int, hint: int, beam: int) -> int:
    """List the moves worth searching, the likely ones first.

    Return whether they are ALL, DEFENDING (all that could help against a win by fours), or SOME.
    """
    other = 1 - side
    start = board.listed
    if board.line_rule == UNBLOCKED and board.open[other, board.in_a_row - 1] > 0:
        for cell in range(board.size):
            if board.held[cell] == EMPTY and stops_fours(board, side, cell):
                list_move(board, start, cell, HINTED if cell == hint else board.promise[side, cell] & WORTH_MASK)
        if board.listed > start:
            return DEFENDING
    defending = False
    # Where the ends of lines matter, `mark_defences` does not know every defence.
    if board.fours_budget > 0 and board.line_rule != UNBLOCKED:
        board.fours_limit = min(board.nodes + board.fours_budget, board.node_limit)
        defending = win_by_fours(board, other, MOST_FOURS) >= 0
        if defending:
            board.fours_limit = board.node_limit
            defending = mark_defences(board, side)
    if board.empties <= board.beam_above:
        beam = board.size
    for cell in range(board.size):
        if board.held[cell] != EMPTY:
            continue
        if defending and not board.used[cell] and not makes_fours(board, side, cell):
            continue
        worth = 2 * (board.promise[side, cell] & WORTH_MASK) + (board.promise[other, cell] & WORTH_MASK)
        likely = worth << 7 | (board.through_from[cell + 1] - board.through_from[cell])
        if cell == hint:
            likely = HINTED
        if defending or board.listed < start + beam:
            list_move(board, start, cell, likely)
        elif likely << CELL_BITS > board.candidates[board.listed - 1]:
            board.listed -= 1
            list_move(board, start, cell, likely)
    if defending:
        return DEFENDING
    return ALL if board.listed - start == board.empties else SOME


@kernel
def _remember(
    board: Any,
    slot: int,
    key: int,
    depth: int,
    value: int,
    alpha: int,
    beta: int,
    ply: int,
    cell: int,
    guessed: bool,
) -> None:
    bound = EXACT
    if value >= beta:
        bound = LOWER
    elif value <= alpha:
        bound = UPPER
    if value > BELIEVED:
        value += ply
    elif value < -BELIEVED:
        value -= ply
    board.table_key[slot] = key
    board.table_entry[slot] = value << 32 | depth << 16 | bound << 10 | guessed << 9 | (cell + 1)


@kernel
def tree_value(board: Any, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the value for `side`, which is to move, from a search to `depth`. It is invalid if `nodes` has reached
    `node_limit`.
    """
    board.nodes += 1
    if board.nodes >= board.node_limit:
        return 0
    if board.open[side, board.in_a_row - 1] > 0:
        return WIN - ply - 1
    if board.alive[0] + board.alive[1] == 0 or board.empties == 0:
        return 0
    other = 1 - side
    must = stop_of_fours(board, side)
    if must == SEVERAL:
        return ply + 2 - WIN
    if must >= 0:
        place(board, side, must)
        value = -tree_value(board, other, depth, -beta, -alpha, ply + 1)
        lift(board, side, must)
        return value
    if must == CHOICE:
        depth = max(depth, 1)

    key = board.hash ^ (SIDE_KEY * (side + 1))
    slot = key & TABLE_MASK
    hint = -1
    if board.table_key[slot] == key:
        entry = board.table_entry[slot]
        hint = (entry & 511) - 1
        if (entry >> 16) & 255 >= depth:
            value = int(entry >> 32)
            if value > BELIEVED:
                value -= ply
            elif value < -BELIEVED:
                value += ply
            bound = (entry >> 10) & 3
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                board.guesses += (entry >> 9) & 1
                return value

    guesses = board.guesses
    if board.fours_budget > 0:
        board.fours_limit = min(board.nodes + board.fours_budget * (1 + max(depth, 0)), board.node_limit)
        if win_by_fours(board, side, MOST_FOURS) >= 0:
            return WIN - ply - A_WIN_BY_FOURS
    if depth <= 0 or ply >= DEEPEST_PLY:
        board.guesses += 1
        return guess(board, side)

    start = board.listed
    whole = list_candidates(board, side, hint, board.beam)
    end = board.listed
    best = -WIN
    best_cell = -1
    low = alpha
    for at in range(start, end):
        cell = listed_cell(board, at)
        place(board, side, cell)
        if at == start:
            value = -tree_value(board, other, depth - 1, -beta, -low, ply + 1)
        else:
            less = 1 if depth > 2 and at - start > 3 and whole != DEFENDING else 0
            value = -tree_value(board, other, depth - 1 - less, -low - 1, -low, ply + 1)
            if value > low and less:
                value = -tree_value(board, other, depth - 1, -low - 1, -low, ply + 1)
            if low < value < beta:
                value = -tree_value(board, other, depth - 1, -beta, -low, ply + 1)
        lift(board, side, cell)
        if board.nodes >= board.node_limit:
            board.listed = start
            return 0
        if value > best:
            best, best_cell = value, cell
            low = max(low, value)
            if low >= beta:
                break
    board.listed = start
    if whole == SOME:
        board.guesses += 1
        if best < -PROVEN:
            best += BELIEVED_LESS
    _remember(board, slot, key, depth, best, alpha, beta, ply, best_cell, board.guesses > guesses)
    return best
