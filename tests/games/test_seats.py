"""Seats: taking and leaving them, starting, resigning and cancelling. Nobody sits twice, and no seat holds two."""

import pytest

from noughts.games.application import apply, created
from noughts.games.game import Result
from noughts.games.orders import LeaveSeat, TakeSeat
from noughts.messages import commands as c
from noughts.messages.events import Change, GameCreated, PlayerJoined
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.rules import other
from tests.games.playing import ANN, BOB, EVE, Play, two


@pytest.mark.parametrize("seat", ["X", "O"])
def test_a_joining_player_gets_the_free_seat(seat: Seat) -> None:
    play = Play(seat=seat)
    assert play.game.is_open
    assert play.game.seat_of(ANN) == seat
    play.join()
    assert play.game.seat_of(BOB) == other(seat)
    assert {play.game.x, play.game.o} == {ANN, BOB}
    assert play.game.player_at(seat) == ANN
    assert play.game.free_seat is None
    assert not play.game.is_open


def test_one_of_two_players_who_join_at_once_gets_the_seat() -> None:
    play = Play()
    bobs, eves = play.ask(BOB, TakeSeat()), play.ask(EVE, TakeSeat())
    assert bobs == (PlayerJoined(BOB, "O"),)
    assert eves == (PlayerJoined(EVE, "O"),)
    # Both were decided on version 1. The store accepts one row of version 2, and the other command is decided again.
    play.join(BOB)
    assert play.refusal(EVE, TakeSeat()) == "game_full"
    late = Change(play.game.id, 2, play.now_ms, EVE, None, (PlayerJoined(EVE, "O"),))
    with pytest.raises(ValueError, match="change 2 is not the next"):
        apply(play.game, late)


def test_nobody_plays_against_themselves() -> None:
    play = Play()
    assert play.refusal(ANN, TakeSeat()) == "own_game"
    assert play.join().refusal(BOB, TakeSeat()) == "own_game"


def test_a_player_may_leave_before_the_start_and_another_may_join() -> None:
    play = Play().join(BOB)
    assert play.do(BOB, LeaveSeat()) == ["PlayerLeft"]
    assert play.game.is_open
    assert play.refusal(BOB, c.MakeMove(cell=0)) == "not_yours"
    play.join(EVE)
    assert (play.game.x, play.game.o) == (ANN, EVE)
    assert play.do(EVE, c.StartGame()) == ["GameStarted"]
    play.check()


def test_a_move_made_alone_stays_for_the_next_opponent() -> None:
    play = Play().moves(4).join(BOB)
    play.do(BOB, LeaveSeat())
    play.join(EVE)
    assert play.game.position.cells == "....X...."
    assert play.do(EVE, c.MakeMove(cell=0)) == ["MoveMade"]


def test_an_offer_ends_when_its_author_leaves() -> None:
    play = Play().join(BOB)
    play.do(BOB, c.Offer(what="draw"))
    play.do(BOB, LeaveSeat())
    play.join(EVE)
    assert play.refusal(ANN, c.AcceptOffer(what="draw")) == "no_offer"


def test_an_offer_ends_when_its_recipient_leaves() -> None:
    play = Play().join(BOB)
    play.do(ANN, c.Offer(what="draw"))
    play.do(BOB, LeaveSeat())
    play.join(EVE)
    assert play.refusal(EVE, c.AcceptOffer(what="draw")) == "no_offer"


@pytest.mark.parametrize("joined", [False, True])
def test_the_game_is_cancelled_when_the_host_leaves_the_lobby(joined: bool) -> None:
    play = Play().join() if joined else Play()
    assert play.do(ANN, LeaveSeat()) == ["GameFinished"]
    assert play.game.result == Result(winner=None, reason="aborted")
    assert play.refusal(EVE, TakeSeat()) == "game_over"


def test_players_cannot_leave_a_started_game() -> None:
    assert two().refusal(BOB, LeaveSeat()) == "already_started"
    # A move with both players present starts the game.
    assert Play().join().moves(4).refusal(BOB, LeaveSeat()) == "already_started"


def test_either_player_may_start_once_both_have_joined() -> None:
    play = Play()
    assert play.refusal(ANN, c.StartGame()) == "opponent_missing"
    play.join()
    assert play.do(BOB, c.StartGame()) == ["GameStarted"]
    assert play.refusal(ANN, c.StartGame()) == "already_started"


def test_resigning_gives_the_game_to_the_other() -> None:
    for player, winner in ((ANN, "O"), (BOB, "X")):
        play = two().moves(4)
        assert play.do(player, c.Resign()) == ["GameFinished"]
        assert play.game.result == Result(winner=winner, reason="resigned")  # type: ignore[arg-type]
    assert Play().refusal(ANN, c.Resign()) == "opponent_missing"


def test_resigning_out_of_turn_counts() -> None:
    play = two().moves(4)
    assert play.game.turn == "O"
    play.do(ANN, c.Resign())
    assert play.game.result == Result(winner="O", reason="resigned")


def test_a_game_can_be_cancelled_only_before_both_have_moved() -> None:
    assert two().do(BOB, c.Abort()) == ["GameFinished"]
    assert two().moves(4).do(ANN, c.Abort()) == ["GameFinished"]
    assert two().moves(4, 0).refusal(ANN, c.Abort()) == "too_late_to_abort"
    play = two(Setup(rounds=3)).moves(0, 3, 1, 4, 2)
    assert play.game.round == 2
    assert play.refusal(ANN, c.Abort()) == "too_late_to_abort"


def test_never_applies_a_change_out_of_order() -> None:
    play = two()
    for version in (0, 1, play.game.version, play.game.version + 2):
        with pytest.raises(ValueError, match="is not the next"):
            apply(play.game, Change(play.game.id, version, play.now_ms, ANN, None, ()))


@pytest.mark.parametrize(
    ("seat", "opponent", "x_ms", "o_ms"), [("X", None, 7, 0), ("O", None, 0, 7), ("X", BOB, 7, 7), ("O", BOB, 7, 7)]
)
def test_only_seated_players_count_as_active(seat: Seat, opponent: PlayerId | None, x_ms: int, o_ms: int) -> None:
    opening = GameCreated(Setup(), ANN, seat, other=opponent)
    acts = created(Change(GameId("g"), 1, 7, ANN, None, (opening,))).acts
    assert (acts.x.at_ms, acts.o.at_ms) == (x_ms, o_ms)
