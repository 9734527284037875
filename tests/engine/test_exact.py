"""The solver against a brute force on naive rules: every reachable position of the small boards, every move of it."""

import pytest

from noughts.engine import Thinking, choose, solve
from noughts.rules import find_variant
from tests.engine.brute_force import best_of, brute_force

POSITIONS = {"classic": 4520, "misere": 4520, "wild": 11093}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_position_is_known_and_played_perfectly(name: str) -> None:
    variant = find_variant(name)
    everything = brute_force(name)
    assert len(everything) == POSITIONS[name]
    for seed, (cells, options) in enumerate(everything.items()):
        position = variant.restore(cells, None)
        solution = solve(position)
        assert solution is not None
        assert {tuple(one.move): (one.value, one.distance) for one in solution.moves} == options
        best = best_of(options)
        assert (solution.value, solution.distance) == best
        assert (solution.moves[0].value, solution.moves[0].distance) == best
        choice = choose(position, Thinking(), seed)
        assert options[choice.move] == best
        assert (choice.value, choice.exact) == (best[0], True)


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("name", ["4x4", "mnk-3x4-3", "mnk-4x4-3", "mnk-3x5-4"])
def test_larger_boards_are_solved_too(name: str) -> None:
    solution = solve(find_variant(name).start())
    assert solution is not None
    # 4x4 and 3x5 with four in a row are draws, three in a row win on anything larger than 3x3: known results.
    assert (solution.value, solution.distance) == {
        "4x4": (0, 16), "mnk-3x4-3": (1, 7), "mnk-4x4-3": (1, 5), "mnk-3x5-4": (0, 15),
    }[name]  # fmt: skip
    assert solve(find_variant("gomoku").start()) is None
    assert solve(find_variant("ultimate").start()) is None
