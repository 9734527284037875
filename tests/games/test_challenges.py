"""A game that waits for an invited player: only they may take the seat or decline."""

from noughts.games.orders import TakeSeat
from noughts.games.results import VOID_REASONS
from noughts.messages import commands as c
from noughts.messages.setup import Setup
from tests.games.playing import ANN, BOB, EVE, Play


def challenge() -> Play:
    return Play(Setup(opponent=BOB))


def test_only_the_challenged_player_may_decline() -> None:
    play = challenge()
    for player in (ANN, EVE, None):
        assert play.refusal(player, c.DeclineChallenge()) == "not_invited"
    assert play.do(BOB, c.DeclineChallenge()) == ["GameFinished"]
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.result.reason) == (None, "declined")
    # It doesn't count for anybody.
    assert play.game.result.reason in VOID_REASONS
    assert play.refusal(BOB, c.DeclineChallenge()) == "game_over"
    assert play.refusal(BOB, TakeSeat()) == "game_over"
    play.check()


def test_a_seated_player_cannot_decline() -> None:
    assert challenge().join().refusal(BOB, c.DeclineChallenge()) == "game_full"
