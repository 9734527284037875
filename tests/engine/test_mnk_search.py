"""The computer on large boards sees everything that a careful player sees."""

from random import Random
from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.engine import kernels, mnk_pace, solve
from noughts.engine.mnk_search import judge, search
from noughts.engine.verdicts import judge as judge_move
from noughts.rules import Move, find_variant
from noughts.rules.grid import is_playable
from noughts.rules.mnk import MnkPosition
from tests.engine.diagrams import at, gomoku, random_position
from tests.proving import sample

QUICK = 100


@pytest.fixture(autouse=True)
def processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure time by the processor, so that a busy machine searches as far as a quiet one."""
    monkeypatch.setattr(mnk_pace, "monotonic", thread_time)


def test_completes_its_five_before_blocking() -> None:
    position = gomoku("", "", "..XXXX", "", "", "...OOOO")
    found = search(position, QUICK, 1)
    assert found.move.cell in (at("b3"), at("g3"))
    assert (found.value, found.proven) == (1.0, True)


def test_fills_the_gap_of_a_broken_four() -> None:
    found = search(gomoku("", "", "..XX.XX"), QUICK, 1)
    assert found.move.cell == at("e3")


@pytest.mark.parametrize(
    ("rows", "block"),
    [
        (("", "", ".XOOOO"), "g3"),
        (("", "", "OOO.O"), "d3"),
        (("", ".X", "..O", "...O", "....O", ".....O"), "g7"),
        (("......X", "......O", "......O", "......O", "......O"), "g6"),
        ((".........O", "........O", ".......", "......O", ".....O"), "h3"),
    ],
)
def test_blocks_every_four(rows: tuple[str, ...], block: str) -> None:
    found = search(gomoku(*rows), QUICK, 1)
    assert found.move.cell == at(block)


@pytest.mark.parametrize(
    ("rows", "answers"),
    [
        (("", "", "", "", "....OOO"), "d5 h5 c5 i5"),
        (("", "", "", "", "....OO.O"), "d5 g5 i5"),
        (("", "", "...O", "....O", ".....O"), "c2 g6 b1 h7"),
        (("", "", "...O", "", ".....O", "......O"), "c2 e4 h7"),
    ],
)
def test_answers_every_open_three(rows: tuple[str, ...], answers: str) -> None:
    for seed in range(3):
        found = search(gomoku(*rows), QUICK, seed)
        assert found.move.cell in [at(name) for name in answers.split()]
        assert found.value > -1


def test_turns_its_open_three_into_an_open_four() -> None:
    found = search(gomoku("", "", "", "", "....XXX"), QUICK, 1)
    assert found.move.cell in (at("d5"), at("h5"))
    assert (found.value, found.proven) == (1.0, True)


def test_extends_its_open_three_instead_of_blocking_theirs() -> None:
    position = gomoku("", "", "....XXX", "", "", "", "....OOO")
    assert search(position, QUICK, 1).move.cell in (at("d3"), at("h3"))


def test_evaluates_an_enemy_open_four_as_lost() -> None:
    found = search(gomoku("", "", "....OOOO"), QUICK, 1)
    assert found.move.cell in (at("d3"), at("i3"))
    assert (found.value, found.proven) == (-1.0, True)


@settings(max_examples=sample(10, 100))
@given(
    st.integers(3, 20), st.integers(3, 20), st.integers(3, 20), st.integers(0, 10_000), st.sampled_from([-5, 0, 1, 10])
)
def test_answers_legally_on_any_board_at_any_time(rows: int, cols: int, in_a_row: int, seed: int, ms: int) -> None:
    if not is_playable(rows, cols, in_a_row):
        in_a_row = 3
    position = random_position(Random(seed), rows, cols, in_a_row, rows * cols)
    found = search(position, ms, seed)
    assert found.move in position.legal_moves()
    assert -1 <= found.value <= 1
    judged = judge(position, ms)
    assert {one.move for one in judged.moves} == set(position.legal_moves())
    assert judged.move == judged.moves[0].move


@pytest.mark.proof
@pytest.mark.parametrize("name", ["classic", "mnk-4x4-3", "mnk-3x5-4", "mnk-5x3-3"])
def test_agrees_with_the_solver_on_small_boards(name: str) -> None:
    kernels.warm()
    variant = find_variant(name)
    chance = Random(3)
    for seed in range(sample(4, 12)):
        position = random_position(chance, variant.rows, variant.cols, variant.in_a_row, 12)
        solution = solve(position)
        assert solution is not None
        known = {one.move: one.value for one in solution.moves}
        found = search(position, 300, seed)
        assert known[found.move] == solution.value
        if found.proven:
            assert found.value == solution.value
        for one in judge(position, 50).moves:
            if one.exact:
                assert one.value == known[one.move]


@pytest.mark.proof
@pytest.mark.parametrize("name", ["6x6", "mnk-5x5-4", "mnk-7x4-4", "9x9"])
def test_proven_values_near_the_end_of_larger_games_are_correct(name: str) -> None:
    kernels.warm()
    variant = find_variant(name)
    chance = Random(5)
    checked = 0
    while checked < sample(8, 25):
        position = random_position(chance, variant.rows, variant.cols, variant.in_a_row, variant.size)
        if variant.size - position.ply > 12:
            continue
        solution = solve(position)
        assert solution is not None
        found = search(position, 2_000, checked)
        assert found.proven
        assert found.value == solution.value
        assert {one.move: one.value for one in solution.moves}[found.move] == solution.value
        checked += 1


def test_respects_the_time_limit() -> None:
    position = random_position(Random(1), 20, 20, 5, 30)
    search(position, 1, 1)
    # Processor time, because a busy machine must not fail the test.
    began = thread_time()
    search(position, 300, 1)
    assert thread_time() - began < 0.9


def test_the_same_seed_gives_the_same_first_move_and_others_vary() -> None:
    start = find_variant("gomoku").start()
    assert isinstance(start, MnkPosition)
    moves = {search(start, 10, seed).move for seed in range(10)}
    assert len(moves) > 1


@pytest.mark.parametrize("milliseconds", [10, 25, 50, 100, 200])
@pytest.mark.parametrize("opening", [("h8",), ("h8", "i9"), ("h8", "h9"), ("h8", "i9", "j8"), ("h8", "h9", "i8")])
def test_a_standard_opening_is_never_rated_as_a_mistake(opening: tuple[str, ...], milliseconds: int) -> None:
    position = find_variant("gomoku").start()
    for name in opening:
        assert isinstance(position, MnkPosition)
        move = Move(at(name), position.to_move)
        verdict = judge_move(position, judge(position, milliseconds).moves, move).verdict
        assert verdict in ("best", "good"), name
        position = position.play(move)


def test_evaluates_every_move_even_if_one_wins() -> None:
    position = gomoku("", "", ".OXXX", "", "......XXX", "", "...O.O.O")
    judged = judge(position, 500)
    values = {one.move.cell: one for one in judged.moves}
    for winning in ("f5", "j5"):
        assert (values[at(winning)].value, values[at(winning)].exact) == (1.0, True)
    assert judged.value == 1.0
    assert values[at("o1")].value < 1.0 or values[at("o1")].exact
    threatened = judge(gomoku("", "", "XOOOO"), 200)
    assert threatened.move.cell == at("f3")
    assert all(one.value == -1.0 and one.exact for one in threatened.moves[1:])
