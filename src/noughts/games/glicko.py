"""Glicko-2, as in Glickman's paper "Example of the Glicko-2 system", with any length of a rating period.

The deviation says how uncertain a rating is. It grows while a player is inactive, and shrinks with every game.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt

from msgspec import Struct

START, LARGEST_DEVIATION, SMALLEST_DEVIATION = 1500.0, 500.0, 45.0
START_VOLATILITY = 0.09
TAU = 0.75
# A rating with a larger deviation is shown with a question mark.
PROVISIONAL_DEVIATION = 110.0
# Rating periods in a day: after a year without games a deviation of 60 has grown to about 150.
PERIODS_PER_MS = 0.21436 / 86_400_000

_SCALE = 173.7178
_PRECISION = 1e-6
# A safety limit: about ten iterations are always enough.
_MOST_STEPS = 100


class Rating(Struct, frozen=True):
    """A player's estimated strength, its uncertainty, and how much it varies."""

    rating: float = START
    deviation: float = LARGEST_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL_DEVIATION


class Score(Struct, frozen=True):
    """A game: 1 won, 0.5 drawn, 0 lost, and the advantage of the first move in rating points, negative for the second
    player.
    """

    opponent: Rating
    points: float
    advantage: float = 0.0


def aged(rating: Rating, periods: float) -> Rating:
    """Return the rating after a time without games: only the deviation grows."""
    deviation = sqrt(rating.deviation**2 + periods * (_SCALE * rating.volatility) ** 2)
    return Rating(rating.rating, min(deviation, LARGEST_DEVIATION), rating.volatility)


def rated(player: Rating, scores: Iterable[Score], periods: float = 1.0, tau: float = TAU) -> Rating:
    """Return the rating after these games, played within this many rating periods."""
    mu, phi = (player.rating - START) / _SCALE, player.deviation / _SCALE
    information = improvement = 0.0
    for score in scores:
        their_mu, their_phi = (score.opponent.rating - START) / _SCALE, score.opponent.deviation / _SCALE
        g = 1 / sqrt(1 + 3 * their_phi**2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu + score.advantage / _SCALE - their_mu)))
        information += g**2 * expected * (1 - expected)
        improvement += g * (score.points - expected)
    if not information:
        return aged(player, periods)
    sigma = _volatility(phi, player.volatility, 1 / information, improvement / information, tau)
    # Step 6 of the paper, for any part of a period; then step 7.
    phi_star = sqrt(phi**2 + periods * sigma**2)
    phi = 1 / sqrt(1 / phi_star**2 + information)
    deviation = min(max(phi * _SCALE, SMALLEST_DEVIATION), LARGEST_DEVIATION)
    return Rating((mu + phi**2 * improvement) * _SCALE + START, deviation, sigma)


def _volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Return the volatility at which the results are most likely: step 5, by regula falsi (Illinois)."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        high = a - tau
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    for _ in range(_MOST_STEPS):
        if abs(high - low) <= _PRECISION:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
