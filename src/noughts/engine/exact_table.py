"""The value of everything that can still happen on a few empty cells, in one table.

A state is a number to the base 3, one digit for each empty cell: 0 empty, 1 X, 2 O. A mark makes the number larger. So
one pass from the largest number down visits each state after all its successors. The pass is plain Python that numba
can also compile (see `kernels`): lists or arrays, integers, loops.
"""

from typing import Any

# Entries: 0 is a draw; a win in d plies is WIN - d, and a loss in d plies is its negative.
WIN = 100


def fill(
    table: Any,
    digits: Any,
    powers: Any,
    x_lines: Any,
    o_lines: Any,
    x_starts: bool,
    either_mark: bool,
    line_loses: bool,
    only_x: bool,
) -> None:
    """Fill `table` (3 ** cells entries) with the value of each state for the side that is to move in it.

    `digits` is scratch space with one number per cell. `x_lines` are the lines that X may still complete, as bits of
    the empty cells; `o_lines` those of O.
    """
    cells = len(powers)
    for cell in range(cells):
        digits[cell] = 2
    x = 0
    o = (1 << cells) - 1
    count = cells
    ahead = -cells
    finished = WIN if line_loses else -WIN
    for state in range(len(table) - 1, -1, -1):
        even = count % 2 == 0
        if either_mark or ahead == (count if only_x else 0 if even else 1 if x_starts else -1):
            ended = False
            for line in x_lines:
                if x & line == line:
                    ended = True
                    break
            if not ended:
                for line in o_lines:
                    if o & line == line:
                        ended = True
                        break
            if ended:
                table[state] = finished
            elif count == cells:
                table[state] = 0
            else:
                x_moves = even == x_starts
                best = -WIN - 1
                for cell in range(cells):
                    if digits[cell] == 0:
                        for mark in range(1, 3):
                            if either_mark or (only_x or x_moves) == (mark == 1):
                                after = -table[state + mark * powers[cell]]
                                # One ply further away from the end.
                                if after > 0:
                                    after -= 1
                                elif after < 0:
                                    after += 1
                                if after > best:
                                    best = after
                table[state] = best
        # The next state: one less, with the digits and bits that change.
        for cell in range(cells):
            bit = 1 << cell
            if digits[cell] == 0:
                digits[cell] = 2
                o |= bit
                count += 1
                ahead -= 1
            elif digits[cell] == 2:
                digits[cell] = 1
                o ^= bit
                x |= bit
                ahead += 2
                break
            else:
                digits[cell] = 0
                x ^= bit
                count -= 1
                ahead -= 1
                break
