"""Compares Ultimate's compiled rules with `noughts.rules`, and its proofs with a plain search. Also: reused trees."""

import random
from collections.abc import Iterator
from functools import cache

import numpy
import pytest

from noughts.engine import Thinking, analyse, choose
from noughts.engine.thinking import Valued
from noughts.engine.ultimate import UltimateSearch
from noughts.engine.ultimate_net import load
from noughts.engine.ultimate_rules import (
    CELL_OF_MOVE,
    DRAWN,
    GOES_ON,
    LOST,
    MOVE_OF_CELL,
    TARGET,
    TURN,
    WON,
    legal_moves,
    play,
    state_of,
)
from noughts.rules import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.rules.ultimate_majority import UltimateMajorityPosition
from tests.proving import sample

pytestmark = pytest.mark.usefixtures("warm")

Kind = type[UltimatePosition]
both_rules = pytest.mark.parametrize("kind", [UltimatePosition, UltimateMajorityPosition])


def random_game(seed: int, kind: Kind = UltimatePosition) -> Iterator[UltimatePosition]:
    """Return the positions of a random game, including the last one."""
    chance = random.Random(seed)
    position = kind.start()
    yield position
    while moves := position.legal_moves():
        position = position.play(chance.choice(moves))
        yield position


def late_position(seed: int, moves_left: int, kind: Kind = UltimatePosition) -> UltimatePosition:
    """Return an undecided position with few enough cells for a plain search."""
    while True:
        for position in random_game(seed, kind):
            cells = sum(
                position.cells[cell] == "." for cell in range(81) if position.boards[MOVE_OF_CELL[cell] // 9] == "."
            )
            if position.outcome() is None and cells <= moves_left:
                return position
        seed += 1_000_003


@cache
def plain_value(position: Position) -> int:
    """Return the value for the side to move, by a complete search."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
    best = -1
    for move in position.legal_moves():
        best = max(best, -plain_value(position.play(move)))
        if best == 1:
            break
    return best


@both_rules
def test_the_compiled_rules_agree_with_the_rules(kind: Kind) -> None:
    room = numpy.empty(81, numpy.int64)
    for seed in range(60):
        chance = random.Random(seed)
        position = kind.start()
        state = state_of(position)
        while position.outcome() is None:
            count = legal_moves(state, room)
            assert sorted(CELL_OF_MOVE[move] for move in room[:count]) == [move.cell for move in position.legal_moves()]
            move = chance.choice(position.legal_moves())
            position = position.play(move)
            result = play(state, MOVE_OF_CELL[move.cell])
            assert (result == GOES_ON) == (position.outcome() is None)
            if result == GOES_ON:
                # A free choice with only one open board is the same as being sent to that board.
                assert state[:TARGET].tolist() == state_of(position)[:TARGET].tolist()
                assert state[TURN] == state_of(position)[TURN]
        outcome = position.outcome()
        assert outcome
        # The turn has passed on from the player who made the last move.
        assert result == {0.0: DRAWN, 1.0: LOST, -1.0: WON}[outcome.value_for(position.to_move)]


@pytest.mark.proof
@both_rules
@pytest.mark.parametrize("seed", range(20))
def test_proven_values_are_correct_and_moves_keep_the_value(seed: int, kind: Kind) -> None:
    position = late_position(seed, sample(10, 12), kind)
    search = UltimateSearch(load(), nodes=400_000)
    thought = search.think(position, 10_000)
    assert thought.moves[0].exact
    assert thought.moves[0].value == plain_value(position)
    for one in thought.moves:
        if one.exact:
            assert one.value == -plain_value(position.play(one.move))


def test_a_reused_tree_gives_the_same_proofs() -> None:
    chance = random.Random(5)
    for seed in range(10):
        position = late_position(seed, sample(10, 12))
        search = UltimateSearch(load(), nodes=400_000)
        while position.outcome() is None:
            thought = search.think(position, 10_000)
            assert thought.moves[0].value == plain_value(position)
            # After any reply, and also after two plies.
            for _ in range(chance.randint(1, 2)):
                if position.outcome() is None:
                    position = position.play(chance.choice(position.legal_moves()))


def test_reusing_the_tree_saves_work() -> None:
    position = UltimatePosition.start()
    search = UltimateSearch(load(), nodes=400_000)
    best = search.think(position, 10_000, 3_000).moves[0]
    after = position.play(best.move)
    assert search.follows(after)
    # The subtree of the best move is kept, so it searches deeper than a new tree with as much work.
    again, anew = search.think(after, 10_000, 200), UltimateSearch(load(), nodes=400_000).think(after, 10_000, 200)
    assert again.expansions == anew.expansions == 200
    assert again.depth > anew.depth


def test_a_different_game_does_not_reuse_the_tree() -> None:
    search = UltimateSearch(load(), nodes=10_000)
    first, second = list(random_game(1)), list(random_game(2))
    search.think(first[20], 10)
    assert search.follows(first[21])
    assert search.follows(first[22])
    assert not search.follows(first[23])
    assert not search.follows(first[19])
    assert not search.follows(second[21])
    assert not search.follows(second[22])


@both_rules
def test_analyses_every_legal_move_even_if_one_wins(kind: Kind) -> None:
    for seed in range(20):
        for position in list(random_game(seed, kind))[3:-1:6]:
            analysis = analyse(position, 2)
            assert {one.move for one in analysis.moves} == set(position.legal_moves())
            values = [one.value for one in analysis.moves[1:]]
            assert all(-1 <= value <= 1 for value in values)
            assert analysis.value == analysis.moves[0].value


@both_rules
def test_takes_an_immediate_win_with_any_time_limit(kind: Kind) -> None:
    taken = 0
    for seed in range(200):
        *_, before, end = random_game(seed, kind)
        outcome = end.outcome()
        assert outcome
        if outcome.winner == before.to_move:
            choice = choose(before, Thinking(milliseconds=1), seed)
            finished = before.play(choice.move).outcome()
            assert finished
            assert finished.winner == outcome.winner
            assert (choice.value, choice.exact) == (1.0, True)
            taken += 1
    assert taken > 100


def test_games_with_different_rules_do_not_share_a_tree() -> None:
    search = UltimateSearch(load(), nodes=10_000)
    search.think(UltimatePosition.start(), 10)
    assert not search.follows(UltimateMajorityPosition.start())


def test_the_majority_rule_changes_the_value_of_an_ending() -> None:
    """Check endings that differ only by the rule, and whose values differ."""
    differ = 0
    for seed in range(30):
        counted = late_position(seed, 10, UltimateMajorityPosition)
        target = counted.open_boards[0] if len(counted.open_boards) == 1 else None
        plain = UltimatePosition.restore(counted.cells, target)
        values = [analyse(position, 2_000).value for position in (plain, counted)]
        assert values == [plain_value(plain), plain_value(counted)]
        differ += values[0] != values[1]
    assert differ > 3


def test_the_tree_has_a_maximum_size() -> None:
    search = UltimateSearch(load(), nodes=5_000)
    thought = search.think(UltimatePosition.start(), 10_000)
    assert 0 < thought.expansions < 5_000
    assert isinstance(thought.moves[0], Valued)
    assert len(thought.moves) == 81
