"""The changes of records at the end of a game."""

from noughts.games.endings import Standing, endings_of
from noughts.games.rated import Rated, advantage_of, after_game
from noughts.games.results import Streak
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting, Setup
from tests.games.playing import ANN, BOB, DRAWN, O_WINS, X_WINS, Play, best_of, two

RATED_SERIES = Setup(clock=ClockSetting(base_seconds=180), rated=True)


def test_a_running_game_adds_nothing() -> None:
    assert endings_of(two().moves(0, 1).game, {}) == ()


def test_a_casual_game_adds_results_and_streaks() -> None:
    before = {ANN: Standing(Streak("won", 2, longest_won=2)), BOB: Standing(Streak("won", 4, longest_won=4))}
    ann, bob = endings_of(two().moves(*X_WINS).game, before)
    assert (ann.player, ann.result.outcome, bob.player, bob.result.outcome) == (ANN, "won", BOB, "lost")
    assert ann.streak == Streak("won", 3, longest_won=3)
    assert bob.streak == Streak("lost", 1, longest_won=4, longest_lost=1)
    assert (ann.rating, bob.rating) == (None, None)


def test_a_game_against_the_computer_adds_a_result_only() -> None:
    play = Play().join(PlayerId("computer-3"))
    play.do(ANN, c.StartGame())
    (ending,) = endings_of(play.moves(*X_WINS).game, {})
    assert (ending.player, ending.result.outcome, ending.streak, ending.rating) == (ANN, "won", None, None)


def test_a_rated_game_changes_both_ratings_by_one_calculation() -> None:
    play = best_of(2, RATED_SERIES).moves(*X_WINS)
    # In the second round the seats are swapped: Bob is X, and Ann wins as O.
    game = play.moves(*O_WINS).game
    assert game.result is not None
    standings = {ANN: Standing(rated_games=4)}
    ann, bob = endings_of(game, standings)
    assert ann.rating is not None
    assert bob.rating is not None
    assert (ann.rating.rated_games, bob.rating.rated_games) == (5, 1)
    expected = after_game(Rated(), Rated(), 1.0, advantage_of(game.setup), game.finished_ms or 0)
    assert (ann.rating.after, bob.rating.after) == expected
    assert (ann.rating.before, bob.rating.before) == (Rated(), Rated())


def test_a_drawn_rated_series_is_worth_half_a_point_to_both() -> None:
    game = best_of(2, RATED_SERIES).moves(*DRAWN).moves(*DRAWN).game
    ann, bob = endings_of(game, {})
    assert ann.rating is not None
    assert bob.rating is not None
    expected = after_game(Rated(), Rated(), 0.5, advantage_of(game.setup), game.finished_ms or 0)
    assert {ann.rating.after, bob.rating.after} == set(expected)
