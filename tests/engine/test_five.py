"""Five in a row at full strength: what the evaluation sees, proofs, wins by fours and by threats, and reused trees."""

from random import Random
from typing import Any

import numpy
import pytest

from noughts.engine import Thinking, choose
from noughts.engine.five import FiveSearch
from noughts.engine.five_eye import evaluate, new_eye, open_eye, turn_eye
from noughts.engine.five_fours import chain_of_fours, mark_stops
from noughts.engine.five_lines import completing_five, five_board, gap_after, makes_four, put, turn_views
from noughts.engine.five_net import load
from noughts.engine.five_patterns import VIEW_OF_O, VIEW_OF_X, VIEWS
from noughts.engine.five_threats import shortest_win_by_threats, win_by_threats
from noughts.engine.mnk_board import lift, place
from noughts.engine.mnk_memory import EMPTY
from noughts.engine.mnk_threats import NONE, SEVERAL, answer_to, completing_cell, makes_fours, shortest_win_by_fours
from noughts.rules import Position, find_variant, parse_position
from noughts.rules.grid import grid
from noughts.rules.mnk import MnkPosition
from tests.engine.plain_fours import fours_to_win
from tests.engine.test_mnk_threats import board_of, marks
from tests.proving import sample, seeded

pytestmark = pytest.mark.usefixtures("warm")

SIZES = ((15, 15), (9, 9), (20, 20), (10, 13))
MUCH = 100_000
# Four threats, then an open four and five: eleven plies.
THREATS = 4


def crowded(chance: Random, rows: int, cols: int, stones: int) -> MnkPosition:
    """Return an undecided position whose stones lie close together, as in a game."""
    while True:
        cells = [rows // 2 * cols + cols // 2]
        while len(cells) < stones:
            row, col = divmod(chance.choice(cells), cols)
            row, col = row + chance.randint(-2, 2), col + chance.randint(-2, 2)
            if 0 <= row < rows and 0 <= col < cols and row * cols + col not in cells:
                cells.append(row * cols + col)
        position = MnkPosition.start(grid(rows, cols, 5))
        for cell in cells:
            if position.outcome() is None:
                position = position.play(position.move_at(cell))
        if position.ply == stones and position.outcome() is None:
            return position


def views_of(position: MnkPosition) -> Any:
    """Return the position as a board with views."""
    board = five_board(position.grid.rows, position.grid.cols)
    for cell, held in enumerate(position.cells):
        if held != ".":
            turn_views(board, "XO".index(held), cell)
            put(board, "XO".index(held), cell)
    return board


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_sees_the_same_after_any_moves_as_on_a_fresh_board(size: tuple[int, int]) -> None:
    chance, net = Random(seeded(size)), load()
    position = crowded(chance, *size, 30)
    moves = [(side, cell) for side in (0, 1) for cell, held in enumerate(position.cells) if held == "XO"[side]]
    seen = []
    for _ in range(2):
        eye, board = new_eye(), five_board(*size)
        open_eye(eye, board, net)
        chance.shuffle(moves)
        for side, cell in moves:
            turn_eye(eye, board, side, cell, net)
            put(board, side, cell)
        # A mark that comes and goes leaves no trace.
        empty = position.cells.index(".")
        turn_eye(eye, board, 1, empty, net)
        turn_eye(eye, board, 1, empty, net)
        is_empty = board["held"][: board["size"]] == EMPTY
        seen.append((board["views"].copy(), board["hash"], eye[: len(is_empty)][is_empty]))
        likely = numpy.zeros(400, numpy.float32)
        assert -1 <= evaluate(eye, board["held"], len(is_empty), position.ply & 1, net, likely) <= 1
    assert all(numpy.array_equal(one, another) for one, another in zip(*seen, strict=True))
    # A fresh look at the position gives the same sums.
    open_eye(eye, board, net)
    assert numpy.array_equal(eye[: len(is_empty)][is_empty], seen[0][2])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_views_and_lines_agree_on_fours_and_wins_by_fours(size: tuple[int, int]) -> None:
    chance = Random(seeded(size))
    for _ in range(sample(4, 100)):
        position = crowded(chance, *size, chance.randint(8, 40))
        lines, views = board_of(position), views_of(position)
        assert [completing_five(views, side) for side in (0, 1)] == [completing_cell(lines, side) for side in (0, 1)]
        if any(completing_cell(lines, side) != NONE for side in (0, 1)):
            continue
        empty = [cell for cell, held in enumerate(position.cells) if held == "."]
        for side in (0, 1):
            for cell in empty:
                assert makes_four(views, side, cell) == (makes_fours(lines, side, cell) > 0)
                assert gap_after(views, side, cell) == answer_to(lines, side, cell)
            is_won = shortest_win_by_fours(lines, side, MUCH) >= 0
            assert (chain_of_fours(views, side, NONE, MUCH) >= 0) == is_won
            if is_won:
                assert mark_stops(views, 1 - side)
                for cell in empty:
                    if not views["used"][cell] and not makes_four(views, 1 - side, cell):
                        # Other moves don't stop the win.
                        place(lines, 1 - side, cell)
                        assert shortest_win_by_fours(lines, side, MUCH) >= 0
                        lift(lines, 1 - side, cell)


def test_mirrored_and_swapped_patterns_have_the_same_views() -> None:
    chance = Random(1)
    assert len(VIEWS) == 496
    for _ in range(200):
        sides = chance.randrange(256), chance.randrange(256)
        pattern, mirrored = sides[0] << 8 | sides[1], sides[1] << 8 | sides[0]
        swapped = sum((0, 2, 1, 3)[pattern >> 2 * nth & 3] << 2 * nth for nth in range(8))
        assert VIEW_OF_X[pattern] == VIEW_OF_X[mirrored] == VIEW_OF_O[swapped]


@pytest.mark.proof
def test_misses_no_win_by_fours() -> None:
    chance, found = Random(seeded("fours")), 0
    while found < sample(12, 1000):
        position = crowded(chance, 15, 15, chance.randint(8, 40))
        board, side = board_of(position), position.ply & 1
        if shortest_win_by_fours(board, side, MUCH) < 0:
            continue
        found += 1
        choice = choose(position, Thinking(milliseconds=200), seed=1)
        assert (choice.value, choice.exact) == (1.0, True)


@pytest.mark.proof
def test_misses_few_wins_by_threats() -> None:
    chance, found, missed = Random(seeded("threats")), 0, 0
    while found < sample(8, 300):
        position = crowded(chance, 15, 15, chance.randint(6, 24))
        lines, board, side = board_of(position), views_of(position), position.ply & 1
        must = int(completing_cell(lines, 1 - side))
        if must == SEVERAL or shortest_win_by_fours(lines, side, MUCH) >= 0:
            continue
        board["node_limit"] = board["nodes"] + MUCH
        if all(win_by_threats(board, side, must, threats) < 0 for threats in range(1, THREATS + 1)):
            continue
        found += 1
        choice = choose(position, Thinking(milliseconds=200), seed=1)
        missed += (choice.value, choice.exact) != (1.0, True)
    assert missed <= found * 0.02


def test_claims_wins_by_threats_only_where_every_defence_loses() -> None:
    chance, checked = Random(seeded("claims")), 0
    while checked < sample(3, 40):
        position = crowded(chance, 9, 9, chance.randint(8, 16))
        side = position.ply & 1
        mine, theirs = marks(position)
        if fours_to_win(position.grid, mine, theirs, 4) is not None or fours_to_win(position.grid, theirs, mine, 4):
            continue
        cell = int(shortest_win_by_threats(views_of(position), side, NONE, MUCH))
        if cell < 0:
            continue
        checked += 1
        after = position.play(position.move_at(cell))
        for defence in after.legal_moves():
            must = int(gap_after(views_of(after), 1 - side, defence.cell))
            board = views_of(after.play(defence))
            if completing_five(board, side) == NONE:
                assert shortest_win_by_threats(board, side, must, 10 * MUCH) >= 0


def test_a_search_without_nodes_finds_no_win_by_threats() -> None:
    board = views_of(crowded(Random(3), 15, 15, 12))
    nodes = int(board["nodes"])
    assert shortest_win_by_threats(board, 0, NONE, 1) < 0
    assert board["nodes"] <= nodes + 400


def test_reuses_the_tree_of_its_last_move() -> None:
    search = FiveSearch(load(), nodes=200_000)
    position = crowded(Random(5), 15, 15, 6)
    thought = search.think(position, 0, 300)
    assert thought.expansions == 300
    for _ in range(2):
        position = position.play(search.think(position, 0, 1).moves[0].move)
    assert search.follows(position)
    assert not search.follows(crowded(Random(6), 15, 15, 9))
    assert search.think(position, 0, 50).moves


@pytest.mark.parametrize("cells", [(112, 113, 97), (112, 128)], ids=["decided", "open"])
@pytest.mark.parametrize("milliseconds", [1, 50])
def test_rates_every_move_once(cells: tuple[int, ...], milliseconds: int) -> None:
    position = find_variant("gomoku").start()
    for cell in cells:
        position = position.play(position.move_at(cell))
    assert isinstance(position, MnkPosition)
    moves = FiveSearch(load(), nodes=100_000).judge_all(position, milliseconds)
    assert sorted(one.move.cell for one in moves) == sorted(move.cell for move in position.legal_moves())
    values = [one.value for one in moves[1:]]
    assert values == sorted(values, reverse=True)
    assert all(-1 <= one.value <= 1 for one in moves)


LOST = "gomoku 15/15/15/15/15/4OOOO7/15/15/4X5X4/15/6X8/15/8X6/15/15 X"
FORCED = "gomoku 15/15/15/15/15/3XOOOO7/15/15/4X5X4/15/6X8/15/15/15/15 X"


@pytest.mark.parametrize(("text", "value"), [(LOST, -1.0), (FORCED, None)])
def test_blocks_a_four_even_if_that_is_not_enough(text: str, value: float | None) -> None:
    position: Position = parse_position(text)[1]
    # It stops at the proof, which takes a few milliseconds on an idle machine.
    choice = choose(position, Thinking(milliseconds=20 if value is None else 5_000), seed=1)
    assert choice.move.cell in (5 * 15 + 3, 5 * 15 + 8)[-1 if value is None else 0 :]
    assert value is None or (choice.value, choice.exact) == (value, True)
