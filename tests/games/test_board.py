"""`BoardState` is complete: a new client can show the game from it alone."""

import pytest

from noughts.games.board import board_state, seated
from noughts.games.orders import EndOnTime
from noughts.messages import commands as c
from noughts.messages.board_state import BoardState, ClockState, LastMove, PlayerCard, PreviousRound, Result, Score
from noughts.messages.codec import decode_message, encode_message
from noughts.messages.setup import ClockSetting, Setup
from noughts.rules import VARIANTS, Variant
from tests.games.playing import ANN, BLITZ, BOB, DRAWN, START_MS, X_WINS, Play, best_of, two

CARDS = {ANN: PlayerCard(id=ANN, name="Ann"), BOB: PlayerCard(id=BOB, name="Bob", kind="bot")}


def seen(play: Play) -> BoardState:
    state = board_state(play.game, seated(play.game, CARDS))
    assert decode_message(encode_message(state)) == state
    return state


def test_an_open_game_shows_the_waiting_player_and_the_empty_seat() -> None:
    state = seen(Play(Setup(name="Ann's", visibility="private")))
    assert (state.game, state.version, state.phase, state.started) == ("g1", 1, "open", False)
    assert (CARDS[ANN], None) == (state.players.X, state.players.O)
    assert (state.name, state.visibility) == ("Ann's", "private")
    assert (state.cells, state.turn, state.ply, state.last_move) == ("." * 9, "X", 0, None)


def test_a_running_game_shows_the_board_and_whose_turn_it_is() -> None:
    state = seen(two().moves(4, 0))
    assert (state.phase, state.started, state.version) == ("playing", True, 5)
    assert (state.variant, state.rows, state.cols) == ("classic", 3, 3)
    assert (state.cells, state.turn, state.ply) == ("O...X....", "X", 2)
    assert state.last_move == LastMove(cell=0, mark="O", seat="O")
    assert (CARDS[ANN], CARDS[BOB]) == (state.players.X, state.players.O)
    assert (state.result, state.clock, state.score, state.previous_round) == (None, None, None, None)


def test_after_the_end_it_is_nobodys_turn() -> None:
    state = seen(two().moves(*X_WINS))
    assert (state.phase, state.turn) == ("finished", None)
    assert state.result == Result(winner="X", reason="line", line=(0, 1, 2))
    assert state.last_move == LastMove(cell=2, mark="X", seat="X")
    assert state.previous_round is None


def test_in_wild_the_last_move_has_a_mover_and_a_mark() -> None:
    play = two(Setup(variant="wild"))
    play.do(ANN, c.MakeMove(cell=4, mark="O"))
    assert seen(play).last_move == LastMove(cell=4, mark="O", seat="X")


def test_after_a_takeback_the_last_move_is_the_one_before() -> None:
    play = two(Setup(variant="wild")).moves(4, 0, 8)
    play.do(ANN, c.Offer(what="takeback"))
    play.do(BOB, c.AcceptOffer(what="takeback"))
    assert seen(play).last_move == LastMove(cell=0, mark="O", seat="O")
    play = two().moves(4, 0)
    play.do(ANN, c.Offer(what="takeback"))
    play.do(BOB, c.AcceptOffer(what="takeback"))
    assert seen(play).last_move is None


def test_the_clock_shows_the_time_left_and_whose_clock_runs() -> None:
    play = two(BLITZ).moves(4, 0)
    play.at_ms = 10_000
    play.moves(8)
    state = seen(play)
    assert state.clock == ClockState(x_ms=52_000, o_ms=60_000, running="O", at_ms=START_MS + 10_000)
    assert state.clock_setting == ClockSetting(base_seconds=60, increment_seconds=2)
    play.do(None, EndOnTime(), at_ms=70_000)
    assert seen(play).clock == ClockState(x_ms=52_000, o_ms=0, running=None, at_ms=START_MS + 70_000)


def test_shows_open_offers() -> None:
    play = two().moves(4, 0)
    assert seen(play).offers == {}
    play.do(ANN, c.Offer(what="draw"))
    play.do(BOB, c.Offer(what="takeback"))
    assert seen(play).offers == {"draw": "X", "takeback": "O"}


def test_a_series_shows_rounds_points_and_the_board_before() -> None:
    play = best_of(3)
    assert (seen(play).round, seen(play).rounds, seen(play).score) == (1, 3, Score(X=0, O=0))
    play.moves(*X_WINS)
    state = seen(play)
    assert (state.round, state.score, state.cells) == (2, Score(X=0, O=1), "." * 9)
    assert state.last_move is None
    assert (CARDS[BOB], CARDS[ANN]) == (state.players.X, state.players.O)
    assert state.previous_round == PreviousRound(
        cells="XXXOO....", result=Result(winner="X", reason="line", line=(0, 1, 2))
    )
    play.moves(*DRAWN)
    assert seen(play).score == Score(X=1.5, O=0.5)


def test_shows_who_wants_a_rematch_and_its_game() -> None:
    play = two().moves(*X_WINS)
    assert seen(play).play_again == ()
    play.do(BOB, c.PlayAgain(value=True))
    assert (seen(play).play_again, seen(play).next_game) == (("O",), None)
    play.do(ANN, c.PlayAgain(value=True))
    assert (seen(play).play_again, seen(play).next_game) == (("X", "O"), "next1")


def test_ultimate_shows_its_small_boards() -> None:
    state = seen(two(Setup(variant="ultimate")))
    assert state.boards == "." * 9
    assert state.open_boards == tuple(range(9))
    assert seen(two(Setup(variant="ultimate")).moves(0, 10)).open_boards == (4,)


def test_vanishing_shows_the_marks_in_their_order() -> None:
    play = two(Setup(variant="vanishing")).moves(0, 1, 4, 2, 5, 6)
    assert (seen(play).cells, seen(play).order) == ("XOO.XXO..", (0, 1, 4, 2, 5, 6))
    play.moves(8)
    assert (seen(play).cells, seen(play).order) == (".OO.XXO.X", (1, 4, 2, 5, 6, 8))
    assert seen(two().moves(0, 1)).order == ()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_board_of_every_variant_is_complete(variant: Variant) -> None:
    first = variant.start().legal_moves()[0].cell
    state = seen(two(Setup(variant=variant.name)).moves(first))
    assert (state.rows, state.cols) == (variant.rows, variant.cols)
    assert len(state.cells) == variant.rows * variant.cols
    assert state.cells.count("X") == 1


def test_a_state_is_a_few_hundred_bytes() -> None:
    assert len(encode_message(seen(best_of(3, BLITZ).moves(*X_WINS)))) < 1200
    assert len(encode_message(seen(two().moves(4, 0)))) < 700
