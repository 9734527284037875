"""Ratings compared with Glickman's published example and with an independent implementation."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.glicko import LARGEST_DEVIATION, SMALLEST_DEVIATION, Rating, Score, aged, rated


def test_reproduces_glickmans_example() -> None:
    """Check the player, the three games and the results of "Example of the Glicko-2 system" (2022)."""
    games = [
        Score(Rating(1400, 30, 0.06), 1),
        Score(Rating(1550, 100, 0.06), 0),
        Score(Rating(1700, 300, 0.06), 0),
    ]
    after = rated(Rating(1500, 200, 0.06), games, tau=0.5)
    assert f"{after.rating:.2f}" == "1464.05"
    assert f"{after.deviation:.2f}" == "151.52"
    assert f"{after.volatility:.5f}" == "0.06000"


def independent(player: Rating, games: list[Score], periods: float, tau: float) -> tuple[float, float, float]:
    """Compute the rating from the paper's steps, on the original scale, with bisection for step 5."""
    q = math.log(10) / 400

    def g(deviation: float) -> float:
        return 1 / math.sqrt(1 + 3 * q * q * deviation * deviation / math.pi**2)

    def expected(score: Score) -> float:
        odds = -g(score.opponent.deviation) * (player.rating + score.advantage - score.opponent.rating) / 400
        return 1 / (1 + math.pow(10, odds))

    inverse_d2 = sum((q * g(s.opponent.deviation)) ** 2 * expected(s) * (1 - expected(s)) for s in games)
    gain = sum(g(s.opponent.deviation) * (s.points - expected(s)) for s in games)
    # On the scale of the logistic function: phi = q RD, v = q² d².
    phi2, v = (q * player.deviation) ** 2, q * q / inverse_d2
    delta2 = (v * gain) ** 2
    centre = 2 * math.log(player.volatility)

    def slope(x: float) -> float:
        variance = phi2 + v + math.exp(x)
        return (x - centre) / tau**2 + 0.5 * math.exp(x) / variance - 0.5 * math.exp(x) * delta2 / variance**2

    low, high = centre - 60.0, centre + 60.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    sigma2 = math.exp((low + high) / 2)
    variance = 1 / (1 / (phi2 + periods * sigma2) + 1 / v)
    deviation = min(max(math.sqrt(variance) / q, SMALLEST_DEVIATION), LARGEST_DEVIATION)
    return player.rating + variance * gain / q, deviation, math.sqrt(sigma2)


# For larger differences step 5 has several solutions, and each method may find another one.
RATINGS = st.builds(Rating, st.floats(1200, 1800), st.floats(45, 500), st.floats(0.03, 0.12))
SCORES = st.builds(Score, RATINGS, st.sampled_from([0, 0.5, 1]), st.floats(-150, 150))


@given(player=RATINGS, games=st.lists(SCORES, min_size=1, max_size=6), periods=st.floats(0, 5))
def test_agrees_with_an_independent_implementation(player: Rating, games: list[Score], periods: float) -> None:
    after = rated(player, games, periods, tau=0.75)
    rating, deviation, volatility = independent(player, games, periods, tau=0.75)
    assert after.rating == pytest.approx(rating, abs=0.01)
    assert after.deviation == pytest.approx(deviation, abs=0.01)
    assert after.volatility == pytest.approx(volatility, abs=1e-5)


@given(player=RATINGS, games=st.lists(SCORES, max_size=6), periods=st.floats(0, 1000))
def test_deviations_keep_their_bounds(player: Rating, games: list[Score], periods: float) -> None:
    assert SMALLEST_DEVIATION <= rated(player, games, periods).deviation <= LARGEST_DEVIATION
    assert player.deviation <= aged(player, periods).deviation <= LARGEST_DEVIATION


def test_without_games_only_the_deviation_grows() -> None:
    year = 365 * 0.21436
    after = rated(Rating(1700, 60, 0.09), [], year)
    assert (after.rating, after.volatility) == (1700, 0.09)
    assert after.deviation == pytest.approx(150, abs=2)


def test_a_newcomer_is_provisional_for_some_games() -> None:
    player, games = Rating(), 0
    while player.is_provisional:
        player = rated(player, [Score(Rating(1500, 60, 0.06), games % 2)], 0)
        games += 1
    assert 8 <= games <= 20
