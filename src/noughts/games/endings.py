"""What the end of a game adds to the records of its players: results, streaks and, if it is rated, ratings.

Plain values, computed only here. The storage provides the previous totals, and stores the results.
"""

from collections.abc import Mapping

from msgspec import Struct

from noughts.games.game import Game
from noughts.games.rated import Rated, advantage_of, after_game
from noughts.games.results import PlayerResult, Streak, results_of, streak_after
from noughts.messages.ids import PlayerId


class Standing(Struct, frozen=True):
    """A player's totals before a game ends. The rating is the one for the game's variant and speed."""

    streak: Streak | None = None
    rating: Rated = Rated()
    rated_games: int = 0


class RatingChange(Struct, frozen=True):
    """A rating before and after a game, and the number of games behind it now."""

    before: Rated
    after: Rated
    rated_games: int


class Ending(Struct, frozen=True):
    """A finished game for one player. There is no streak against the computer, and no rating in a casual game."""

    result: PlayerResult
    streak: Streak | None = None
    rating: RatingChange | None = None

    @property
    def player(self) -> PlayerId:
        return self.result.player


def is_between_people(results: tuple[PlayerResult, ...]) -> bool:
    """Return whether both players are people; the computer has no results."""
    return len(results) == 2


def endings_of(game: Game, standings: Mapping[PlayerId, Standing]) -> tuple[Ending, ...]:
    """Return what to count for each person who played, by id; nothing if the game does not count.

    `standings` has what was counted before; a player without an entry has no counted games yet.
    """
    results = results_of(game)
    if not is_between_people(results):
        return tuple(map(Ending, results))
    before = {result.player: standings.get(result.player, Standing()) for result in results}
    ratings = _ratings_after(game, before) if game.setup.rated else {}
    return tuple(
        Ending(result, streak_after(before[result.player].streak, result.outcome), ratings.get(result.player))
        for result in results
    )


def _ratings_after(game: Game, before: Mapping[PlayerId, Standing]) -> dict[PlayerId, RatingChange]:
    assert game.finished_ms is not None
    two = _first_and_second(game)
    first, second = (before[player].rating for player in two)
    after = after_game(first, second, _points_of(game, two[0]), advantage_of(game.setup), game.finished_ms)
    return {
        player: RatingChange(before[player].rating, rating, before[player].rated_games + 1)
        for player, rating in zip(two, after, strict=True)
    }


def _first_and_second(game: Game) -> tuple[PlayerId, PlayerId]:
    """Return who began the first round, then the other player. The seats are swapped after every round."""
    assert game.x is not None
    assert game.o is not None
    return (game.x, game.o) if game.round % 2 else (game.o, game.x)


def _points_of(game: Game, player: PlayerId) -> float:
    """Return what the result is worth to this player, for a series as for a single round: 1, 0.5 or 0."""
    assert game.result is not None
    winner = game.result.winner
    return 0.5 if winner is None else float(winner == game.seat_of(player))
