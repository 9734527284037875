"""A game of Swap2: whose clock runs in the opening, what a take-back removes, and who wins."""

from noughts.messages import commands as c
from noughts.messages.setup import ClockSetting, Setup
from tests.games.playing import ANN, BOB, Play

TAKE, MORE = 225, 226
THREE = (112, 0, 113)
TAKEBACK = c.Offer(what="takeback")


def game(clock: ClockSetting | None = None) -> Play:
    return Play(Setup(variant="gomoku-swap2", clock=clock)).join()


def running(play: Play) -> str | None:
    assert play.game.clock is not None
    return play.game.clock.running


def test_the_clock_of_the_player_who_moves_next_runs() -> None:
    play = game(ClockSetting(base_seconds=60, increment_seconds=2))
    for cell, expected in ((112, None), (0, "X"), (113, "O"), (MORE, "O"), (1, "O"), (114, "X"), (TAKE, "O")):
        play.moves(cell)
        assert running(play) == expected


def test_only_the_player_of_the_stage_may_move() -> None:
    play = game().moves(112)
    assert play.refusal(BOB, c.MakeMove(cell=0)) == "not_your_turn"
    play.moves(0, 113)
    assert play.refusal(ANN, c.MakeMove(cell=1)) == "not_your_turn"
    assert play.refusal(BOB, c.MakeMove(cell=1, mark="X")) == "wrong_mark"
    assert play.refusal(BOB, c.MakeMove(cell=TAKE + 2)) == "out_of_range"


def test_a_takeback_returns_to_the_last_turn_of_the_player_who_asks() -> None:
    play = game().moves(*THREE)
    assert play.refusal(BOB, TAKEBACK) == "nothing_to_take_back"
    play.do(ANN, TAKEBACK)
    play.do(BOB, c.AcceptOffer(what="takeback"))
    assert (len(play.game.moves), play.game.turn, play.game.position.stage) == (2, "X", "place")
    play.moves(113, TAKE)
    play.do(BOB, TAKEBACK)
    play.do(ANN, c.AcceptOffer(what="takeback"))
    assert (len(play.game.moves), play.game.turn, play.game.position.stage) == (3, "O", "choose")


def test_the_player_who_took_x_wins_with_a_row_of_x() -> None:
    play = game().moves(*THREE, TAKE, 2, 114, 4, 115, 6, 116)
    assert play.game.result is not None
    assert (play.game.result.winner, play.game.player_at("O")) == ("O", BOB)
