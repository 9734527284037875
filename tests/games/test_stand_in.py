"""The computer plays for an absent player: who may allow it, what it may do, and how the player gets the seat back."""

from msgspec.structs import replace

from noughts.games.absence import Gone
from noughts.games.board import board_state, seated
from noughts.games.duties import Duty, duty_of
from noughts.games.orders import ClaimAbsence, ComputerMove, TakeSeatBack
from noughts.games.rounds import rounds_of
from noughts.messages import commands as c
from noughts.messages.board_state import LastMove, PlayerCard, StandIn
from noughts.rules import Move
from tests.games.playing import ANN, BLITZ, BOB, EVE, START_MS, X_WINS, Play, best_of, two

LET_COMPUTER_PLAY = ClaimAbsence(claimant=ANN, what="computer", gone=Gone(START_MS + 1, START_MS + 30_001), level=6)


def stood_in(play: Play | None = None) -> Play:
    """Return a game in which Bob (O) is absent, and Ann lets the computer play for him."""
    play = play or two(BLITZ).moves(4, 0)
    assert play.do(None, LET_COMPUTER_PLAY, 30_001) == ["SeatTakenOver"]
    return play


def computers(cell: int, ply: int) -> ComputerMove:
    return ComputerMove(seat="O", move=Move(cell, "O"), ply=ply)


def shown(play: Play) -> tuple[StandIn, ...]:
    cards = {player: PlayerCard(id=player, name=player) for player in (ANN, BOB)}
    return board_state(play.game, seated(play.game, cards)).stand_ins


def test_the_computer_moves_in_the_absent_players_seat_and_its_moves_are_marked() -> None:
    play = stood_in()
    assert shown(play) == (StandIn(seat="O", level=6, credited=BOB),)
    assert duty_of(play.game) is None
    play.moves(8)
    assert duty_of(play.game) == Duty("move", "O", 6)
    assert play.do(None, computers(1, 3)) == ["MoveMade"]
    assert play.game.last_move == LastMove(cell=1, mark="O", seat="O", by_computer=True)
    assert play.game.has_computer
    play.check()
    assert [move.cell for move in rounds_of(play.changes)[0].moves] == [4, 0, 8, 1]


def test_the_result_counts_for_the_absent_player() -> None:
    play = stood_in().moves(3)
    play.do(None, computers(1, 3))
    play.moves(7)
    assert play.do(None, computers(2, 5)) == ["MoveMade", "RoundFinished", "GameFinished"]
    assert play.game.result is not None
    assert play.game.player_at(play.game.result.winner or "X") == BOB
    assert (shown(play), duty_of(play.game)) == ((), None)
    play.check()


def test_a_returning_player_can_move_at_once() -> None:
    play = stood_in().moves(8)
    assert play.do(None, TakeSeatBack(BOB)) == ["SeatGivenBack"]
    assert (duty_of(play.game), shown(play)) == (None, ())
    # The computer's move arrives too late.
    assert play.refusal(None, computers(1, 3)) == "stale"
    assert play.ask(None, TakeSeatBack(BOB)) == ()
    assert play.do(BOB, c.MakeMove(cell=1)) == ["MoveMade"]
    play.check()


def test_a_move_by_the_player_ends_the_stand_in() -> None:
    play = stood_in().moves(8)
    assert play.do(BOB, c.MakeMove(cell=1)) == ["SeatGivenBack", "MoveMade"]
    assert play.game.stand_in is None
    assert play.game.last_move == LastMove(cell=1, mark="O", seat="O")
    assert stood_in().do(BOB, c.Resign()) == ["SeatGivenBack", "GameFinished"]
    # A refused move is not a return.
    play = stood_in().moves(8)
    assert play.refusal(BOB, c.MakeMove(cell=4)) == "cell_taken"
    play.check()


def test_only_the_absent_player_can_end_the_stand_in() -> None:
    play = stood_in()
    for player in (ANN, EVE):
        assert play.ask(player, TakeSeatBack(player)) == ()
    assert play.do(ANN, c.MakeMove(cell=8)) == ["MoveMade"]


def test_refuses_further_claims_while_the_computer_plays() -> None:
    play = stood_in()
    for what in ("win", "draw", "computer"):
        claim = replace(LET_COMPUTER_PLAY, what=what)
        assert play.refusal(None, claim, 60_000) == "nothing_to_claim"


def test_letting_the_computer_play_needs_an_absent_opponent_and_a_running_game() -> None:
    assert two(BLITZ).moves(4, 0).refusal(None, replace(LET_COMPUTER_PLAY, gone=None)) == "opponent_here"
    assert two(BLITZ).moves(4, 0).refusal(None, LET_COMPUTER_PLAY, 20_000) == "not_gone_long_enough"
    assert two(BLITZ).moves(*X_WINS).refusal(None, LET_COMPUTER_PLAY, 30_001) == "game_over"
    rated = two(replace(BLITZ, rated=True)).moves(4, 0)
    assert rated.refusal(None, LET_COMPUTER_PLAY, 30_001) == "nothing_to_claim"


def test_in_a_series_the_computer_follows_the_player_to_the_other_seat() -> None:
    play = stood_in(best_of(3, BLITZ).moves(0, 3, 1, 4))
    play.moves(2)
    assert (play.game.round, play.game.x, play.game.stand_in) == (2, BOB, "X")
    assert duty_of(play.game) == Duty("move", "X", 6)
    play.check()


def test_offers_to_an_absent_player_stay_unanswered() -> None:
    play = two(BLITZ).moves(4, 0)
    play.do(ANN, c.Offer(what="draw"))
    stood_in(play)
    assert play.game.draw_offer is None
    play.do(ANN, c.Offer(what="draw"))
    assert duty_of(play.game) is None
