"""Rated games: which games and players can have one, and what the result does to the two ratings."""

from noughts.games.glicko import PERIODS_PER_MS, Rating, Score, aged, rated
from noughts.messages.computers import level_of
from noughts.messages.ids import PlayerKind
from noughts.messages.refusals import Refusal
from noughts.messages.setup import Setup
from noughts.rules import VARIANTS, find_variant

_NAMED = frozenset(variant.name for variant in VARIANTS)


def has_rating(kind: PlayerKind) -> bool:
    """Return whether players of this kind can play rated games."""
    return kind in ("account", "bot")


def objection(setup: Setup) -> Refusal | None:
    """Return why a game with this setup cannot be rated, or None if it can or is casual."""
    if not setup.rated:
        return None
    if setup.variant not in _NAMED:
        return Refusal("not_rated", "Custom board sizes have no ratings.")
    if setup.clock is None:
        # A player about to lose could simply stop moving.
        return Refusal("not_rated", "Rated games need a clock.")
    if level_of(setup.opponent) is not None:
        return Refusal("not_rated", "Games against the computer have no ratings.")
    if setup.absence == "computer":
        return Refusal("not_rated", "The computer can't play for anyone in a rated game.")
    variant = find_variant(setup.variant)
    if setup.rounds < variant.fewest_rated_rounds:
        rounds = variant.fewest_rated_rounds
        return Refusal("not_rated", f"{variant.title} is rated as a series of at least {rounds} rounds.")
    return None


def advantage_of(setup: Setup) -> float:
    """Return the advantage of the first move over all rounds: in an even series each player starts equally often."""
    return find_variant(setup.variant).first_move_advantage / setup.rounds if setup.rounds % 2 else 0.0


class Rated(Rating, frozen=True):
    """A rating, and when it was last changed by a game."""

    at_ms: int | None = None


def after_game(first: Rated, second: Rated, points: float, advantage: float, at_ms: int) -> tuple[Rated, Rated]:
    """Return both ratings after a game in which `first` had the first move of the first round and scored this many
    points.
    """
    return (
        _after(first, second, points, advantage, at_ms),
        _after(second, first, 1 - points, -advantage, at_ms),
    )


def _after(player: Rated, opponent: Rated, points: float, advantage: float, at_ms: int) -> Rated:
    opponent_now = aged(opponent, _periods(opponent, at_ms))
    new = rated(player, [Score(opponent_now, points, advantage)], _periods(player, at_ms))
    return Rated(new.rating, new.deviation, new.volatility, at_ms)


def _periods(player: Rated, now_ms: int) -> float:
    # The clocks of several machines differ a little, so never count negative time.
    return 0.0 if player.at_ms is None else max(0, now_ms - player.at_ms) * PERIODS_PER_MS
