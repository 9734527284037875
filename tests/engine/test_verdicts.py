"""The verdict on a move, from the values of all moves."""

import pytest

from noughts.engine import Valued
from noughts.engine.verdicts import accuracy, judge
from noughts.rules import Move, find_variant


def proven(*values: tuple[float, int]) -> list[Valued]:
    return [
        Valued(move=Move(cell, "X"), value=value, exact=True, distance=distance)
        for cell, (value, distance) in enumerate(values)
    ]


def searched(*values: float) -> list[Valued]:
    return [Valued(move=Move(cell, "X"), value=value, exact=False) for cell, value in enumerate(values)]


CLASSIC = find_variant("classic").start()
WON = proven((1, 3), (1, 5), (0, 9), (-1, 2))
WON_ALONE = proven((1, 3), (0, 9), (-1, 2))
WON_AT_ONCE = proven((1, 1), (0, 9))
DRAWN = proven((0, 4), (0, 4), (-1, 2))
DRAWN_ALONE = proven((0, 4), (-1, 2), (-1, 2))
LOST = proven((-1, 4), (-1, 2))
MIXED = [*proven((1, 9)), Valued(move=Move(1, "X"), value=0.2, exact=False)]


@pytest.mark.parametrize(
    ("moves", "made", "verdict", "kept"),
    [
        (proven((-1, 2)), 0, "forced", None),
        (WON, 0, "fastest_win", 1),
        (WON, 1, "kept_win", 1),
        (WON, 2, "gave_away_win", 0),
        (WON, 3, "win_to_loss", 0),
        (WON_ALONE, 0, "only_move", 1),
        (WON_AT_ONCE, 0, "fastest_win", 1),
        (DRAWN, 1, "kept_draw", 1),
        (DRAWN, 2, "gave_away_draw", 0),
        (DRAWN_ALONE, 0, "only_move", 1),
        (LOST, 0, "best_defence", 1),
        (LOST, 1, "lost_sooner", 1),
        (searched(0.5, 0.48), 1, "best", 0.98),
        (searched(0.5, 0.4), 1, "good", 0.9),
        (searched(0.5, 0.2), 1, "inaccuracy", 0.7),
        (searched(0.5, 0.0), 1, "mistake", 0.5),
        (searched(0.5, -0.6), 1, "blunder", 0),
        (MIXED, 1, "blunder", 0.2),
    ],
)
def test_gives_the_verdict_on_a_move(moves: list[Valued], made: int, verdict: str, kept: float | None) -> None:
    judgement = judge(CLASSIC, moves, Move(made, "X"))
    assert judgement.verdict == verdict
    assert judgement.kept == pytest.approx(kept)
    assert (judgement.best, judgement.played) == (moves[0], moves[made])


def test_a_standard_opening_is_at_least_good_unless_the_values_are_proven() -> None:
    start = find_variant("gomoku").start()
    middle, corner = Move(112, "X"), Move(0, "X")

    def verdict(made: Move, less: float, *, exact: bool = False) -> str:
        best = Valued(move=Move(1, "X"), value=1.0, exact=exact, distance=9)
        return judge(start, [best, Valued(move=made, value=1.0 - less, exact=exact)], made).verdict

    for less in (0.3, 0.5, 1.1):
        assert verdict(middle, less) == "good"
        assert verdict(corner, less) in ("inaccuracy", "mistake", "blunder")
    assert verdict(middle, 0.02) == "best"
    assert verdict(middle, 2.0, exact=True) == "win_to_loss"


def test_accuracy_ignores_forced_moves() -> None:
    cases = ((WON, 0), (WON, 2), (proven((-1, 2)), 0))
    made = [judge(CLASSIC, moves, Move(cell, "X")) for moves, cell in cases]
    assert accuracy(made) == 0.5
    assert accuracy(made[2:]) is None
