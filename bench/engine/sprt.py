"""The statistics of `make engine-gate`: a sequential probability ratio test on pairs of games.

The two games of a pair share an opening, so they are not independent. A pair therefore counts as one result of five:
0, ½, 1, 1½ or 2 points. The method is the one of chess programs (Van den Bergh's generalised SPRT). For each of two Elo
differences, it takes the likeliest distribution of results with that mean. Then it compares how well both explain the
pairs.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)
# A result that was never seen may still happen.
UNSEEN = 1e-3
ALPHA = BETA = 0.05
Z_95 = 1.959964

Verdict = Literal["H0", "H1"]


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def score_for(elo: float) -> float:
    """Return the expected score per game, 0 to 1, for this Elo difference."""
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_for(score: float) -> float:
    """Return the Elo difference for this score; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def bounds(alpha: float = ALPHA, beta: float = BETA) -> tuple[float, float]:
    """Return the ratios at which H0 and H1 are accepted, with these chances of a wrong decision."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(pairs: Sequence[int], elo0: float, elo1: float) -> float:
    """Return how much better H1 (`elo1`) explains the pairs than H0 (`elo0`).

    `pairs` has the number of pairs with each of the five results, the worst first.
    """
    if not sum(pairs):
        return 0.0
    counts = [count or UNSEEN for count in pairs]
    total = sum(counts)
    shares = [count / total for count in counts]
    under0, under1 = (_likeliest(shares, score_for(elo)) for elo in (elo0, elo1))
    return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, under0, under1, strict=True))


def verdict(pairs: Sequence[int], elo0: float, elo1: float) -> Verdict | None:
    """Return the accepted hypothesis, or None while more games are needed."""
    ratio = log_likelihood_ratio(pairs, elo0, elo1)
    low, high = bounds()
    return "H0" if ratio <= low else "H1" if ratio >= high else None


def estimated_score(pairs: Sequence[int]) -> Estimate:
    """Return the score per game."""
    total = sum(pairs)
    if not total:
        return Estimate(0.5, 0.0, 1.0)
    mean = sum(count * result for count, result in zip(pairs, RESULTS, strict=True)) / total
    squares = sum(count * (result - mean) ** 2 for count, result in zip(pairs, RESULTS, strict=True))
    # Adds half a pair won and half a pair lost, because even a clean score leaves some doubt.
    error = Z_95 * math.sqrt((squares + 0.5) / (total + 1) / total)
    return Estimate(mean, max(0.0, mean - error), min(1.0, mean + error))


def estimated_elo(pairs: Sequence[int]) -> Estimate:
    """Return the Elo difference."""
    return Estimate(*(elo_for(score) for score in estimated_score(pairs)))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean under which the observed shares are likeliest.

    It is p / (1 + x (result - mean)), with the one x that makes the mean right. That is found by halving.
    """
    low, high = -1 / (RESULTS[-1] - mean), 1 / (mean - RESULTS[0])
    for _ in range(200):
        x = (low + high) / 2
        if sum(p * (a - mean) / (1 + x * (a - mean)) for p, a in zip(shares, RESULTS, strict=True)) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * (a - mean)) for p, a in zip(shares, RESULTS, strict=True)]
