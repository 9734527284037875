"""When a player can claim the game because the opponent is absent: by kind of game, by turn, by time."""

import pytest
from msgspec.structs import replace

from noughts.games.absence import PROMPT_MS, TURN_MS, Gone, claims_from_ms
from noughts.games.orders import ClaimAbsence, EndIdle
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId
from noughts.messages.setup import Setup
from tests.games.playing import ANN, BLITZ, BOB, EVE, SLOW, START_MS, X_WINS, Play, best_of, two

LATER_MS = 10 * 60_000


def claim(by: PlayerId, since_ms: int, from_ms: int, what: str = "win") -> ClaimAbsence:
    gone = Gone(START_MS + since_ms, START_MS + from_ms)
    return ClaimAbsence(claimant=by, what=what, gone=gone)  # type: ignore[arg-type]


def test_the_remaining_player_claims_a_win_or_a_draw() -> None:
    for what, winner in (("win", "X"), ("draw", None)):
        play = two(BLITZ).moves(4, 0)
        assert play.do(None, claim(ANN, 1, 30_001, what), 30_001) == ["GameFinished"]
        assert play.game.result is not None
        assert (play.game.result.winner, play.game.result.reason) == (winner, "absent")
        play.check()


def test_refuses_a_claim_that_comes_too_early() -> None:
    play = two(BLITZ).moves(4, 0)
    decision = play.ask(None, claim(ANN, 1, 30_001), 29_001)
    assert getattr(decision, "code", None) == "not_gone_long_enough"
    assert getattr(decision, "wait_seconds", None) == 1.0
    # A temporary refusal: the same command may be accepted a second later.
    assert getattr(decision, "is_passing", None) is True


def test_refuses_claims_against_a_player_who_is_present_or_has_acted_since() -> None:
    play = two(BLITZ).moves(4, 0)
    here = ClaimAbsence(claimant=ANN, what="win", gone=None)
    assert play.refusal(None, here, LATER_MS) == "opponent_here"
    play = two(BLITZ).moves(4)
    play.at_ms = 5_000
    play.moves(0)
    # The server's last report of Bob is older than his move in the journal, so the move counts.
    assert play.refusal(None, claim(ANN, 4_000, 34_000), 40_000) == "opponent_here"
    play = two(BLITZ).moves(4, 0)
    play.do(BOB, c.Offer(what="draw"), 6_000)
    assert play.refusal(None, claim(ANN, 4_000, 34_000), 40_000) == "opponent_here"


@pytest.mark.parametrize("moves", [(), (4,)])
def test_before_both_have_moved_the_game_can_only_be_aborted(moves: tuple[int, ...]) -> None:
    play = two(BLITZ).moves(*moves)
    assert play.refusal(None, claim(ANN, 1, 2), LATER_MS) == "nothing_to_claim"
    assert play.do(ANN, c.Abort()) == ["GameFinished"]


def test_slow_games_cannot_be_claimed() -> None:
    play = two(SLOW).moves(4, 0, 1)
    assert play.refusal(None, claim(ANN, 1, 2), LATER_MS) == "nothing_to_claim"


def test_waiting_games_cannot_be_claimed() -> None:
    play = two(replace(BLITZ, absence="wait")).moves(4, 0)
    assert play.refusal(None, claim(ANN, 1, 2), LATER_MS) == "nothing_to_claim"


def test_without_a_clock_only_an_absent_player_to_move_loses_by_a_claim() -> None:
    # Bob has answered at once, and it is his turn.
    play = two().moves(4, 0, 1)
    assert play.do(None, claim(ANN, 1, 30_001), 30_001) == ["GameFinished"]
    # It is Ann's own turn: she has to move first, and wait again.
    play = two().moves(4, 0)
    assert play.refusal(None, claim(ANN, 1, 30_001), LATER_MS) == "nothing_to_claim"
    play.moves(1)
    assert play.refusal(None, claim(ANN, 1, 30_001), LATER_MS + TURN_MS - 1) == "not_gone_long_enough"
    assert play.do(None, claim(ANN, 1, 30_001), LATER_MS + TURN_MS) == ["GameFinished"]


def test_games_played_at_intervals_cannot_be_claimed() -> None:
    play = two().moves(4)
    play.at_ms = PROMPT_MS + 1
    play.moves(0, 1)
    assert play.refusal(None, claim(ANN, PROMPT_MS + 2, PROMPT_MS + 3), 2 * PROMPT_MS) == "nothing_to_claim"
    # A player who made the first move and sent the link can't be claimed against: nothing shows that they have seen the
    # opponent.
    play = two().moves(4, 0)
    assert play.refusal(None, claim(BOB, 1, 2), LATER_MS) == "nothing_to_claim"


def test_a_claim_ends_a_whole_series_after_swapped_seats() -> None:
    play = best_of(3, BLITZ).moves(*X_WINS, 4, 0)
    assert play.game.round == 2
    assert play.game.seat_of(ANN) == "O"
    assert play.do(None, claim(ANN, 1, 2), 10) == ["GameFinished"]
    assert play.game.result is not None
    assert play.game.result.winner == "O"
    play.check()


def test_last_actions_follow_the_players_when_seats_are_swapped() -> None:
    play = best_of(3, BLITZ)
    play.at_ms = 1_000
    play.moves(*X_WINS[:-1])
    play.at_ms = 2_000
    play.moves(X_WINS[-1])
    assert (play.game.acts.at("O").at_ms - START_MS, play.game.acts.at("X").at_ms - START_MS) == (2_000, 1_000)


def test_refuses_claims_by_strangers_and_after_the_end() -> None:
    play = two(BLITZ).moves(4, 0)
    assert play.refusal(None, claim(EVE, 1, 2), LATER_MS) == "not_yours"
    play.do(ANN, c.Resign())
    assert play.refusal(None, claim(ANN, 1, 2), LATER_MS) == "game_over"


def test_the_countdown_matches_the_decision() -> None:
    play = two().moves(4, 0, 1)
    gone = Gone(START_MS + 5, START_MS + 10_005)
    shown_ms = claims_from_ms(play.game, "O", gone)
    assert shown_ms == START_MS + TURN_MS
    command = ClaimAbsence(claimant=ANN, what="win", gone=gone)
    assert play.refusal(None, command, TURN_MS - 1) == "not_gone_long_enough"
    assert play.do(None, command, TURN_MS) == ["GameFinished"]


def end_idle(remove_ms: int, cancel_ms: int) -> EndIdle:
    return EndIdle(remove_before_ms=START_MS + remove_ms, cancel_before_ms=START_MS + cancel_ms)


def test_idle_games_are_cancelled_and_those_without_a_move_removed() -> None:
    play = two()
    assert play.refusal(None, end_idle(0, 10**9)) == "not_finished"
    assert play.do(None, end_idle(1, 0)) == ["GameDeleted"]
    play = two().moves(4)
    assert play.refusal(None, end_idle(10**9, 0)) == "not_finished"
    assert play.do(None, end_idle(0, 1)) == ["GameFinished"]
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.result.reason) == (None, "cancelled")
    play = Play(Setup(name="mine")).moves(4)
    assert play.do(None, end_idle(0, 1)) == ["GameFinished"]


def test_a_running_clock_ends_its_game_itself() -> None:
    play = two(SLOW).moves(4, 0)
    assert play.refusal(None, end_idle(10**9, 10**9)) == "not_finished"
