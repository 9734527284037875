"""The statistics of `make engine-gate`, compared with values that other programs publish."""

import math
from random import Random

import pytest

from bench.engine.sprt import bounds, elo_for, estimated_elo, estimated_score, log_likelihood_ratio, score_for, verdict
from tests.proving import sample


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "ratio"),
    # The expected values of fastchess's own tests for pairs of games and logistic Elo.
    [([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07), ([871, 26175, 55983, 26678, 821], 0, 2, -4.98)],
)
def test_the_likelihood_ratio_matches_fastchess(pairs: list[int], elo0: float, elo1: float, ratio: float) -> None:
    assert log_likelihood_ratio(pairs, elo0, elo1) == pytest.approx(ratio, abs=0.005)


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    # What fastchess printed for matches whose results are public.
    [([307, 619, 1202, 725, 353], 10.73, 6.70), ([84, 124, 343, 125, 164], 33.40, 14.24)],
)
def test_the_elo_difference_and_its_error_match_fastchess(pairs: list[int], elo: float, error: float) -> None:
    estimate = estimated_elo(pairs)
    assert estimate.value == pytest.approx(elo, abs=0.005)
    assert (estimate.high - estimate.low) / 2 == pytest.approx(error, abs=0.05)


def test_with_two_results_the_ratio_matches_walds_formula() -> None:
    """If pairs are only won or lost, the likeliest distribution is known, and the ratio equals that of Wald's test."""
    won, lost = 70, 50
    p0, p1 = score_for(-10), score_for(30)
    plain = won * math.log(p1 / p0) + lost * math.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio([lost, 0, 0, 0, won], -10, 30) == pytest.approx(plain, abs=0.01)


def test_elo_and_score_are_inverse_functions() -> None:
    assert score_for(0) == 0.5
    assert score_for(400) == pytest.approx(10 / 11)
    assert [elo_for(score_for(elo)) for elo in (-123, 0, 55)] == pytest.approx([-123, 0, 55])
    assert (elo_for(1), elo_for(0)) == (math.inf, -math.inf)


def test_uses_walds_bounds() -> None:
    assert bounds() == pytest.approx((-2.944, 2.944), abs=0.001)
    assert bounds(0.05, 0.1) == pytest.approx((-2.251, 2.890), abs=0.001)


def test_decides_nothing_without_games() -> None:
    assert verdict([0] * 5, -40, 0) is None
    assert estimated_score([0] * 5) == (0.5, 0.0, 1.0)


def test_swapping_the_players_inverts_the_result() -> None:
    pairs = [3, 9, 30, 12, 8]
    assert log_likelihood_ratio(pairs, -40, 0) == pytest.approx(-log_likelihood_ratio(pairs[::-1], 0, 40))
    assert estimated_elo(pairs).value == pytest.approx(-estimated_elo(pairs[::-1]).value)
    assert estimated_elo(pairs).low == pytest.approx(-estimated_elo(pairs[::-1]).high)


@pytest.mark.proof
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H0"), (-40.0, "H1")])
def test_wrong_decisions_are_as_rare_as_specified(elo: float, wrong: str) -> None:
    """In simulated matches with the Elo difference of one hypothesis, the other is accepted in 5 % of them."""
    chance, count = Random(7), sample(60, 1000)
    decisions = [_simulated(elo, chance) for _ in range(count)]
    # Four standard errors above 5 %.
    assert decisions.count(wrong) / count < 0.05 + 4 * math.sqrt(0.05 * 0.95 / count)


def _simulated(elo: float, chance: Random) -> str:
    draws = 0.3
    won = score_for(elo) - draws / 2
    pairs = [0] * 5
    while True:
        for _ in range(10):
            points = [chance.choices((0, 1, 2), (1 - draws - won, draws, won))[0] for _ in range(2)]
            pairs[sum(points)] += 1
        if decided := verdict(pairs, -40, 0):
            return decided
