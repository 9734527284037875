"""Which games can be rated, who can play them, and what they do to two ratings."""

import pytest

from noughts.games.application import apply, created
from noughts.games.decision import Context
from noughts.games.decisions import decide
from noughts.games.glicko import Rating
from noughts.games.orders import DeleteGame, TakeSeat
from noughts.games.rated import Rated, advantage_of, after_game, objection
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, PlayerKind
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Setup
from noughts.rules import VARIANTS
from tests.games.playing import ANN, BOB, X_WINS, Play, two

BLITZ = ClockSetting(base_seconds=180)
DAY_MS = 86_400_000
RATED = Setup(variant="gomoku", clock=BLITZ, rated=True)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (RATED, None),
        (Setup(variant="mnk-5x7-4"), None),
        (Setup(variant="classic", rounds=2, clock=ClockSetting(days_per_move=1), rated=True), None),
        (Setup(variant="classic", rounds=1, clock=BLITZ, rated=True), "series of at least 2 rounds"),
        (Setup(variant="gomoku", rated=True), "need a clock"),
        (Setup(variant="mnk-5x7-4", clock=BLITZ, rated=True), "Custom board sizes"),
        (Setup(variant="gomoku", clock=BLITZ, opponent=PlayerId("computer-3"), rated=True), "the computer"),
    ],
)
def test_only_some_games_can_be_rated(setup: Setup, words: str | None) -> None:
    refusal = objection(setup)
    if words is None:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.code, words in refusal.words) == ("not_rated", True)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_can_be_rated(variant: object) -> None:
    name = getattr(variant, "name")  # noqa: B009 - ids need the object
    assert objection(Setup(variant=name, rounds=2, clock=BLITZ, rated=True)) is None


@pytest.mark.parametrize(("kind", "code"), [("guest", "account_needed"), ("computer", "account_needed"),
                                            ("account", None), ("bot", None)])  # fmt: skip
def test_only_invited_players_may_join(kind: PlayerKind, code: str | None) -> None:
    play = Play(RATED)
    decision = decide(play.game, TakeSeat(), Context(BOB, play.now_ms, lambda: GameId("g"), kind))
    assert (decision.code if isinstance(decision, Refusal) else None) == code


def test_a_rated_game_cannot_be_deleted() -> None:
    play = Play(RATED)
    assert play.refusal(ANN, DeleteGame()) == "not_a_room"
    play.join()
    assert play.refusal(ANN, DeleteGame()) == "not_a_room"
    play.do(BOB, c.Resign())
    assert play.refusal(BOB, DeleteGame()) == "not_a_room"


def test_a_rematch_is_rated_unless_its_variant_cannot_be() -> None:
    for variant, is_rated in ((None, True), ("9x9", True), ("classic", False)):
        play = two(RATED)
        play.do(ANN, c.Resign())
        for player in (ANN, BOB):
            play.do(player, c.PlayAgain(value=True, variant=variant))
        assert play.rematch().game.setup.rated is is_rated


def test_points_move_from_the_loser_to_the_winner() -> None:
    old = Rated(1500, 80, 0.06, 0)
    winner, loser = after_game(old, old, 1.0, 0, DAY_MS)
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating > 1500
    assert winner.at_ms == loser.at_ms == DAY_MS
    assert winner.deviation < 80


def test_a_draw_is_worth_less_to_the_player_who_moved_first() -> None:
    old = Rated(1500, 80, 0.06, 0)
    first, second = after_game(old, old, 0.5, 60, 0)
    assert first.rating < 1500 < second.rating
    assert after_game(old, old, 0.5, 0, 0)[0].rating == pytest.approx(1500)


@pytest.mark.parametrize(("rounds", "advantage"), [(1, 60), (2, 0), (3, 20), (4, 0)])
def test_in_a_series_only_an_uneven_number_of_first_moves_counts(rounds: int, advantage: float) -> None:
    assert advantage_of(Setup(variant="gomoku", rounds=rounds)) == advantage


def test_a_rating_changes_more_after_a_long_absence() -> None:
    old, opponent = Rated(1500, 60, 0.09, 0), Rated(1500, 60, 0.09, 365 * DAY_MS)
    away, _ = after_game(old, opponent, 1.0, 0, 365 * DAY_MS)
    present, _ = after_game(Rated(1500, 60, 0.09, 365 * DAY_MS), opponent, 1.0, 0, 365 * DAY_MS)
    assert away.rating > present.rating


def test_a_clock_that_went_back_counts_as_no_time() -> None:
    old = Rated(1500, 80, 0.06, 1000)
    assert after_game(old, old, 1.0, 0, 0)[0] == Rated(*_values(after_game(old, old, 1.0, 0, 1000)[0]), 0)


def _values(rating: Rating) -> tuple[float, float, float]:
    return rating.rating, rating.deviation, rating.volatility


def test_unrated_setups_are_stored_as_before() -> None:
    change = Change(GameId("g"), 1, 0, ANN, None, (e.GameCreated(Setup(), ANN, "X"),))
    assert created(change).setup.rated is False
    assert apply(created(change), Change(GameId("g"), 2, 5, BOB, None, (e.PlayerJoined(BOB, "O"),))).seated_ms == 5
    assert two().moves(*X_WINS).game.finished_ms is not None
