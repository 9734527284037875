"""Draws and takebacks: who may offer, accept and decline, how long an offer stays open, and the growing wait."""

import pytest

from noughts.games.game import Result
from noughts.messages import commands as c
from noughts.messages.ids import PlayerId
from noughts.messages.setup import Setup
from tests.games.playing import ANN, BOB, two

DRAW, TAKEBACK = c.Offer(what="draw"), c.Offer(what="takeback")


def accept(what: c.Offered) -> c.AcceptOffer:
    return c.AcceptOffer(what=what)


def decline(what: c.Offered) -> c.DeclineOffer:
    return c.DeclineOffer(what=what)


@pytest.mark.parametrize(("by", "to"), [(ANN, BOB), (BOB, ANN)])
def test_a_draw_is_agreed(by: PlayerId, to: PlayerId) -> None:
    play = two().moves(4, 0)
    assert play.do(by, DRAW) == ["OfferMade"]
    assert play.refusal(by, accept("draw")) == "no_offer"
    assert play.do(to, accept("draw")) == ["RoundFinished", "GameFinished"]
    assert play.game.result == Result(winner=None, reason="agreed")
    play.check()


def test_making_the_same_offer_accepts_it() -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    assert play.do(BOB, DRAW) == ["RoundFinished", "GameFinished"]
    play = two().moves(4, 0)
    play.do(ANN, TAKEBACK)
    assert play.do(BOB, TAKEBACK) == ["MovesTakenBack"]


def test_an_offer_stays_open_until_the_opponent_moves() -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    play.moves(8)
    # The author's own move does not withdraw it.
    assert isinstance(play.ask(BOB, accept("draw")), tuple)
    play.moves(1)
    assert play.refusal(BOB, accept("draw")) == "no_offer"


@pytest.mark.parametrize("by", [ANN, BOB])
def test_an_offer_is_declined_or_withdrawn(by: PlayerId) -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    assert play.do(by, decline("draw")) == ["OfferDeclined"]
    assert play.refusal(BOB, accept("draw")) == "no_offer"
    assert play.do(ANN, DRAW) == ["OfferMade"]


def test_a_draw_and_a_takeback_can_both_be_open() -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    play.do(BOB, TAKEBACK)
    assert (play.game.draw_offer, play.game.takeback_request) == ("X", "O")
    play.do(ANN, decline("takeback"))
    assert (play.game.draw_offer, play.game.takeback_request) == ("X", None)


def test_the_end_of_the_game_clears_all_offers() -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    play.do(BOB, TAKEBACK)
    play.do(ANN, c.Resign())
    assert (play.game.draw_offer, play.game.takeback_request) == (None, None)


def test_the_last_mover_takes_back_one_move() -> None:
    play = two().moves(4, 0, 8)
    play.do(ANN, TAKEBACK)
    assert play.do(BOB, accept("takeback")) == ["MovesTakenBack"]
    assert play.game.position.cells == "O...X...."
    assert (play.game.turn, play.game.ply, len(play.game.moves)) == ("X", 2, 2)
    assert play.moves(2).game.position.cells == "O.X.X...."
    play.check()


def test_the_player_to_move_takes_back_two() -> None:
    play = two().moves(4, 0, 8)
    play.do(BOB, TAKEBACK)
    play.do(ANN, accept("takeback"))
    assert play.game.position.cells == "....X...."
    assert (play.game.turn, play.game.ply) == ("O", 1)


def test_takes_back_the_first_move() -> None:
    play = two().moves(4, 0)
    play.do(ANN, TAKEBACK)
    play.do(BOB, accept("takeback"))
    assert (play.game.position.cells, play.game.ply, play.game.turn) == ("." * 9, 0, "X")
    assert play.refusal(ANN, TAKEBACK) == "nothing_to_take_back"


def test_a_takeback_clears_a_draw_offer() -> None:
    play = two().moves(4, 0)
    play.do(ANN, DRAW)
    play.do(BOB, TAKEBACK)
    play.do(ANN, accept("takeback"))
    assert play.game.draw_offer is None
    assert play.game.takeback_request is None


@pytest.mark.parametrize("mover", [ANN, BOB])
def test_a_move_by_either_ends_the_request(mover: PlayerId) -> None:
    play = two().moves(4, 0) if mover == ANN else two().moves(4, 0, 8)
    play.do(ANN, TAKEBACK)
    play.do(mover, c.MakeMove(cell=2))
    assert play.game.takeback_request is None
    assert play.refusal(BOB, accept("takeback")) == "no_offer"


def test_each_declined_takeback_lengthens_the_wait() -> None:
    play = two(Setup(variant="gomoku")).moves(0, 1)
    free = iter(cell for cell in range(30, 225, 2))
    for wait in (2, 4, 6):
        asked_at = play.game.ply
        play.do(ANN, TAKEBACK)
        play.do(BOB, decline("takeback"))
        while play.game.ply < asked_at + wait:
            assert play.refusal(ANN, TAKEBACK) == "wait_to_ask_again"
            play.moves(next(free))
    assert play.do(ANN, TAKEBACK) == ["OfferMade"]
    play.check()


def test_the_wait_applies_only_to_the_player_who_was_declined() -> None:
    play = two().moves(4, 0)
    play.do(ANN, TAKEBACK)
    play.do(BOB, decline("takeback"))
    assert play.refusal(ANN, TAKEBACK) == "wait_to_ask_again"
    assert play.do(BOB, TAKEBACK) == ["OfferMade"]
    assert play.do(BOB, DRAW) == ["OfferMade"]
