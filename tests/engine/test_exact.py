"""The solver against brute force on naive rules, for every move on small boards. `make prove` tries all reachable
positions.
"""

from typing import ClassVar

import pytest

from noughts.engine import Solution, Thinking, choose, solve
from noughts.rules import find_variant
from noughts.rules.grid import grid
from noughts.rules.wild import WildPosition
from tests.engine.brute_force import Options, best_of, brute_force
from tests.proving import sample
from tests.rules.naive import NaiveBoard, naive_start

POSITIONS = {"classic": 4520, "misere": 4520, "wild": 11093, "notakto": 230}


class WildMisere(WildPosition, frozen=True, eq=False, gc=False):
    line_loses: ClassVar[bool] = True


def options_in(solution: Solution | None) -> Options:
    assert solution is not None
    return {(one.move.cell, one.move.mark): (one.value, one.distance) for one in solution.moves}


@pytest.mark.proof
def test_solves_an_unknown_class_by_its_properties() -> None:
    everything = brute_force(NaiveBoard.empty(3, 3, 3, misere=True, wild=True))
    assert len(everything) == POSITIONS["wild"]
    for cells, options in list(everything.items())[:: sample(9, 1)]:
        assert options_in(solve(WildMisere.restore(grid(3, 3, 3), cells))) == options


@pytest.mark.proof
@pytest.mark.parametrize("name", POSITIONS)
def test_solves_and_plays_every_position_perfectly(name: str) -> None:
    variant, start = find_variant(name), naive_start(name)
    assert isinstance(start, NaiveBoard)
    everything = brute_force(start)
    assert len(everything) == POSITIONS[name]
    for seed, (cells, options) in enumerate(list(everything.items())[:: sample(9, 1)]):
        position = variant.restore(cells, None)
        solution = solve(position)
        assert options_in(solution) == options
        assert solution is not None
        best = best_of(options)
        assert (solution.value, solution.distance) == best
        assert (solution.moves[0].value, solution.moves[0].distance) == best
        choice = choose(position, Thinking(), seed)
        assert options[choice.move] == best
        assert (choice.value, choice.exact) == (best[0], True)


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("name", ["4x4", "mnk-3x4-3", "mnk-4x4-3", "mnk-3x5-4"])
def test_solves_larger_boards_too(name: str) -> None:
    solution = solve(find_variant(name).start())
    assert solution is not None
    # 4x4 and 3x5 with four in a row are draws, three in a row win on anything larger than 3x3: known results.
    assert (solution.value, solution.distance) == {
        "4x4": (0, 16), "mnk-3x4-3": (1, 7), "mnk-4x4-3": (1, 5), "mnk-3x5-4": (0, 15),
    }[name]  # fmt: skip
    assert solve(find_variant("gomoku").start()) is None
    assert solve(find_variant("ultimate").start()) is None
