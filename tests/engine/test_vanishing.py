"""Vanishing: every value of the table follows from the values after it, by the naive rules."""

import random

import pytest

from noughts.engine import Thinking, analyse, choose, solve
from noughts.engine.exact import rank
from noughts.engine.puzzles import puzzles_like
from noughts.rules import Position, find_variant, move_name, parse_game
from noughts.rules.vanishing import MOST_MOVES
from tests.proving import sample
from tests.rules.naive import NaiveVanishing

VARIANT = find_variant("vanishing")
# One move before a position in which X would win comes up for the third time.
WORN = "vanishing.b1c2a1c3b3b2a2b1a3c2c1a1b3b2a2b1a3c2c1a1b3b2a2b1"


def after(text: str) -> Position:
    variant, moves = parse_game(text)
    return variant.replay(moves)


def games(count: int) -> list[list[int]]:
    """Return random games as cells, without their last move."""
    played = []
    for seed in range(count):
        chance, position = random.Random(seed), VARIANT.start()
        length = chance.randrange(14)
        while len(position.history) < length:
            quiet = [move for move in position.legal_moves() if position.play(move).outcome() is None]
            position = position.play(chance.choice(quiet)) if quiet else VARIANT.start()
        played.append(list(position.history))
    return played


@pytest.mark.proof
def test_every_value_follows_from_the_values_after_it() -> None:
    # A win leads to a loss one ply nearer to the end, a loss only to wins, a draw to a draw and to no loss. So by
    # induction wins and losses are as near as the table says, and nobody can be forced out of a draw.
    seen = set()
    for cells in games(sample(150, 20_000)):
        position, naive = VARIANT.start(), NaiveVanishing.empty()
        for cell in cells:
            naive = naive.after((*divmod(cell, 3), naive.mover))
            position = position.play(position.move_at(cell))
        solution = solve(position)
        assert solution is not None
        moves = sorted(one.move for one in solution.moves)
        assert [(*divmod(move.cell, 3), move.mark) for move in moves] == naive.moves()
        for one in solution.moves:
            then = naive.after((*divmod(one.move.cell, 3), one.move.mark))
            if then.result() is not None:
                assert (one.value, one.distance) == (int(then.result() == naive.mover), 1)
                continue
            answers = solve(position.play(one.move))
            assert answers is not None
            best = max(answers.moves, key=rank)
            assert (one.value, one.distance) == (-best.value, best.distance + 1)
        seen.add(solution.value)
    assert seen == {-1, 0, 1}


def forced(position: Position, plies: int) -> int:
    """Return 1 if the side to move wins within this many plies by the rules alone, -1 if it loses, otherwise 0."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    if plies == 0:
        return 0
    return max(-forced(position.play(move), plies - 1) for move in position.legal_moves())


def test_short_wins_are_all_wins_by_the_rules() -> None:
    for cells in games(sample(60, 1_000)):
        position = VARIANT.replay([VARIANT.start().move_at(c, "XO"[ply % 2]) for ply, c in enumerate(cells)])  # type: ignore[arg-type]
        solution = solve(position)
        assert solution is not None
        for one in solution.moves:
            is_near = one.distance <= 6
            assert -forced(position.play(one.move), 5) == (one.value if is_near else 0)


def test_the_first_player_wins_in_13_moves_from_an_edge_only() -> None:
    solution = solve(VARIANT.start())
    assert solution is not None
    assert (solution.value, solution.distance) == (1, 13)
    assert {one.move.cell for one in solution.moves if one.value == 1} == {1, 3, 5, 7}
    assert {one.value for one in solution.moves if one.move.cell in (0, 2, 4, 6, 8)} == {0}


def test_a_position_that_came_up_twice_is_worth_a_draw() -> None:
    # Eight moves less: the same marks, for the first time.
    position, fresh = after(WORN), after(WORN[:-16])
    assert position.marks_by_age == fresh.marks_by_age
    worn, new = ({move_name(VARIANT, one.move): one for one in analyse(p, 100).moves} for p in (position, fresh))
    assert (new["a3"].value, new["a3"].distance) == (1.0, 3)
    assert (worn["a3"].value, worn["a3"].exact) == (0.0, True)
    assert forced(position.play(position.move_at(6)), 6) == 0


def test_a_win_beyond_the_move_limit_is_a_draw() -> None:
    position = VARIANT.start()
    chance = random.Random(1)
    while position.ply < MOST_MOVES - 3:
        quiet = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        position = position.play(chance.choice(quiet))
    solution = solve(position)
    assert solution is not None
    for one in solution.moves:
        assert -forced(position.play(one.move), 3) == one.value
        assert one.distance <= 3


def test_one_move_wins_in_every_puzzle() -> None:
    for puzzle in puzzles_like("vanishing"):
        _, position = puzzle.parsed()
        solution = solve(position)
        assert solution is not None
        assert [one.move for one in solution.moves if one.value == 1] == [solution.moves[0].move]
        assert puzzle.is_solved_by(solution.moves[0].move)
        assert solution.distance == len(puzzle.line)


def test_plays_perfectly_and_never_loses_what_is_won() -> None:
    position = VARIANT.start()
    while position.outcome() is None:
        chosen = choose(position, Thinking(level=None if position.to_move == "X" else 5), position.ply)
        assert chosen.exact
        position = position.play(chosen.move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == "X"
    assert position.ply <= 13
