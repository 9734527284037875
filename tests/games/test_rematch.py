"""Play again: there is one new game, however often and late the players agree."""

import pytest

from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting, Setup
from tests.games.playing import ANN, BLITZ, BOB, EVE, X_WINS, Play, best_of, two

AGAIN, ENOUGH = c.PlayAgain(value=True), c.PlayAgain(value=False)


def won(setup: Setup | None = None) -> Play:
    return two(setup).moves(*X_WINS)


@pytest.mark.parametrize(("first", "second"), [(ANN, BOB), (BOB, ANN)])
def test_starts_when_both_agree(first: PlayerId, second: PlayerId) -> None:
    play = won()
    assert play.do(first, AGAIN) == ["PlayAgainAnswered"]
    assert play.do(second, AGAIN) == ["PlayAgainAnswered", "RematchAgreed"]
    assert play.game.next_game == "next1"
    play.check()


def test_the_new_game_has_the_seats_swapped_and_the_same_setup() -> None:
    setup = Setup(clock=ClockSetting(base_seconds=60), visibility="private", name="ours")
    play = won(setup)
    play.do(ANN, AGAIN)
    play.do(BOB, AGAIN)
    following = play.rematch()
    game = following.game
    assert (game.id, game.version, game.rematch_of) == ("next1", 1, "g1")
    assert (game.x, game.o) == (BOB, ANN)
    assert game.setup == setup
    assert game.started
    assert game.result is None
    assert following.do(BOB, c.MakeMove(cell=4)) == ["MoveMade"]
    assert following.refusal(EVE, c.MakeMove(cell=0)) == "not_yours"
    following.check()


def test_repeated_and_late_requests_start_one_new_game() -> None:
    play = won()
    for _ in range(3):
        play.do(ANN, AGAIN)
    assert play.game.version == len(X_WINS) + 4, "saying the same again is no change"
    play.do(BOB, AGAIN)
    version = play.game.version
    for player in (ANN, BOB, BOB, ANN):
        assert play.do(player, AGAIN) == []
        assert play.do(player, ENOUGH) == []
    assert (play.game.version, play.game.next_game, play.ids_given) == (version, "next1", 1)


def test_a_player_may_decline_and_then_agree() -> None:
    play = won()
    assert play.do(BOB, ENOUGH) == ["PlayAgainAnswered"]
    assert play.refusal(ANN, AGAIN) == "rematch_declined"
    assert play.do(BOB, AGAIN) == ["PlayAgainAnswered"]
    assert play.do(ANN, AGAIN) == ["PlayAgainAnswered", "RematchAgreed"]


def test_a_player_may_agree_and_then_decline() -> None:
    play = won()
    play.do(ANN, AGAIN)
    play.do(ANN, ENOUGH)
    assert play.refusal(BOB, AGAIN) == "rematch_declined"
    assert play.game.next_game is None


def test_asking_again_does_not_undo_a_declined_rematch() -> None:
    play = won()
    play.do(ANN, AGAIN)
    play.do(BOB, ENOUGH)
    assert play.refusal(ANN, AGAIN) == "rematch_declined"
    assert play.do(BOB, AGAIN) == ["PlayAgainAnswered", "RematchAgreed"]


def test_refuses_a_rematch_before_the_end_or_by_strangers() -> None:
    assert two().refusal(ANN, AGAIN) == "not_finished"
    assert won().refusal(EVE, AGAIN) == "not_yours"
    alone = Play()
    alone.do(ANN, c.Abort())
    assert alone.refusal(ANN, AGAIN) == "opponent_missing"


def test_a_rematch_of_a_series_is_a_series_from_the_start() -> None:
    play = best_of(3, BLITZ).moves(*X_WINS)
    play.do(ANN, c.Resign())
    last_x = play.game.x
    play.do(ANN, AGAIN)
    play.do(BOB, AGAIN)
    game = play.rematch().game
    assert (game.round, game.score, game.setup.rounds, game.ply) == (1, (0, 0), 3, 0)
    assert game.o == last_x
    assert game.clock is not None
    assert game.clock.running is None


def test_the_first_change_of_the_new_game_names_both() -> None:
    play = won()
    play.do(ANN, AGAIN)
    play.do(BOB, AGAIN)
    assert play.rematch().changes[0].events == (e.GameCreated(Setup(), ANN, "O", rematch_of=play.game.id, other=BOB),)


def again(variant: str) -> c.PlayAgain:
    return c.PlayAgain(value=True, variant=variant)


def test_starts_in_the_variant_that_both_named() -> None:
    play = won()
    play.do(ANN, again("ultimate"))
    assert play.do(BOB, again("ultimate")) == ["PlayAgainAnswered", "RematchAgreed"]
    assert play.rematch().game.setup == Setup(variant="ultimate")
    play.check()


def test_naming_no_variant_means_the_variant_of_this_game() -> None:
    play = won()
    play.do(ANN, again("classic"))
    assert not play.game.wants_differ
    assert play.do(BOB, AGAIN) == ["PlayAgainAnswered", "RematchAgreed"]
    assert play.rematch().game.setup == Setup()


def test_does_not_start_while_both_want_different_variants() -> None:
    play = won()
    play.do(ANN, AGAIN)
    assert play.do(BOB, again("misere")) == ["PlayAgainAnswered"]
    assert play.game.wants_differ
    assert play.game.next_game is None
    assert play.do(ANN, again("misere")) == ["PlayAgainAnswered", "RematchAgreed"]
    assert play.rematch().game.setup.variant == "misere"
    play.check()


def test_refuses_a_rematch_in_an_unknown_variant() -> None:
    assert won().refusal(ANN, again("checkers")) == "unknown_variant"
