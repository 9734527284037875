"""Games with a clock: its start, the effect of moves, added time and takebacks, and the end on time."""

import pytest

from noughts.games.clock import MS_PER_DAY, Clock
from noughts.games.game import Result
from noughts.games.offer_decisions import MORE_TIME_MS
from noughts.games.orders import EndOnTime, ExcuseDowntime
from noughts.messages import commands as c
from noughts.messages.ids import Seat
from noughts.messages.setup import ClockSetting, Setup
from tests.games.playing import ANN, BLITZ, BOB, SLOW, START_MS, X_WINS, Play, best_of, two


def move(play: Play, cell: int, at_ms: int) -> None:
    play.at_ms = at_ms
    play.moves(cell)


def clock_of(play: Play) -> Clock:
    assert play.game.clock is not None
    return play.game.clock


def left(play: Play, seat: Seat, at_ms: int) -> int:
    return clock_of(play).left_ms(seat, START_MS + at_ms)


def test_no_time_runs_before_both_have_moved() -> None:
    play = Play(BLITZ)
    move(play, 4, 1_000_000)
    assert clock_of(play).running is None
    play.join()
    play.do(BOB, c.StartGame())
    assert clock_of(play).running is None
    assert play.refusal(None, EndOnTime(), at_ms=10**9) == "no_clock"
    move(play, 0, 10**9 + 1)
    assert clock_of(play).running == "X"
    assert (clock_of(play).x_ms, clock_of(play).o_ms) == (60_000, 60_000)


def test_adds_the_fischer_increment_with_each_move() -> None:
    play = two(BLITZ)
    for cell, at_ms in ((4, 500), (0, 1_000), (8, 11_000), (1, 31_000)):
        move(play, cell, at_ms)
    # X used 10 s and O 20 s, and each got an increment of 2 s.
    assert (clock_of(play).x_ms, clock_of(play).o_ms, clock_of(play).running) == (52_000, 42_000, "X")
    assert left(play, "X", 41_000) == 42_000


def test_the_days_per_move_restart_with_each_move() -> None:
    play = two(SLOW).moves(4, 0)
    move(play, 8, 2 * MS_PER_DAY - 1)
    assert left(play, "X", play.at_ms) == 2 * MS_PER_DAY
    assert left(play, "O", play.at_ms) == 2 * MS_PER_DAY
    assert play.refusal(None, EndOnTime(), at_ms=4 * MS_PER_DAY - 2) == "not_finished"
    assert play.do(None, EndOnTime(), at_ms=4 * MS_PER_DAY - 1) == ["GameFinished"]


def test_the_clock_ends_the_game_at_the_exact_millisecond_and_later_moves_are_refused() -> None:
    play = two(BLITZ).moves(4, 0)
    assert play.refusal(None, EndOnTime(), at_ms=59_999) == "not_finished"
    assert isinstance(play.ask(ANN, c.MakeMove(cell=8), at_ms=59_999), tuple)
    assert play.refusal(ANN, c.MakeMove(cell=8), at_ms=60_000) == "time_over"
    assert play.do(None, EndOnTime(), at_ms=60_000) == ["GameFinished"]
    assert play.game.result == Result(winner="O", reason="time")
    assert clock_of(play).running is None
    assert (clock_of(play).x_ms, clock_of(play).o_ms) == (0, 60_000)
    play.check()


def test_a_move_in_the_last_millisecond_counts_and_the_other_side_runs() -> None:
    play = two(BLITZ).moves(4, 0)
    move(play, 8, 59_999)
    assert left(play, "X", 59_999) == 2_001
    assert play.refusal(None, EndOnTime(), at_ms=60_000) == "not_finished"


def test_at_every_moment_either_the_move_or_the_end_is_accepted() -> None:
    for at_ms in range(59_990, 60_010):
        play = two(BLITZ).moves(4, 0)
        moves = isinstance(play.ask(ANN, c.MakeMove(cell=8), at_ms), tuple)
        ends = isinstance(play.ask(None, EndOnTime(), at_ms), tuple)
        assert moves != ends


def test_the_last_move_stops_the_clock() -> None:
    play = two(BLITZ).moves(*X_WINS)
    assert clock_of(play).running is None
    assert play.refusal(None, EndOnTime(), at_ms=10**9) == "no_clock"


def test_time_can_be_given_while_a_clock_runs() -> None:
    play = two(BLITZ).moves(4, 0)
    assert play.do(BOB, c.GiveTime(), at_ms=10_000) == ["TimeGiven"]
    assert left(play, "X", 10_000) == 50_000 + MORE_TIME_MS
    assert play.do(ANN, c.GiveTime(), at_ms=20_000) == ["TimeGiven"]
    assert (left(play, "X", 20_000), left(play, "O", 20_000)) == (55_000, 75_000)
    assert clock_of(play).running == "X"
    play.check()


@pytest.mark.parametrize("setup", [Setup(), SLOW])
def test_refuses_to_give_time_without_a_running_clock(setup: Setup) -> None:
    assert two(setup).moves(4, 0).refusal(ANN, c.GiveTime()) == "no_clock"
    assert two(BLITZ).moves(4).refusal(ANN, c.GiveTime()) == "no_clock"


def test_a_takeback_does_not_return_time() -> None:
    play = two(BLITZ)
    for cell, at_ms in ((4, 0), (0, 0), (8, 10_000), (1, 15_000)):
        move(play, cell, at_ms)
    play.do(BOB, c.Offer(what="takeback"), at_ms=16_000)
    play.do(ANN, c.AcceptOffer(what="takeback"), at_ms=18_000)
    assert clock_of(play).running == "O"
    # X has used 10 s + 3 s and O 5 s. Both keep the 2 s increments of their moves.
    assert (left(play, "X", 18_000), left(play, "O", 18_000)) == (49_000, 57_000)
    assert left(play, "O", 20_000) == 55_000
    play.check()


def test_a_takeback_before_both_have_moved_stops_the_clock() -> None:
    play = two(BLITZ).moves(4, 0)
    play.do(BOB, c.Offer(what="takeback"), at_ms=1_000)
    play.do(ANN, c.AcceptOffer(what="takeback"), at_ms=3_000)
    assert clock_of(play) == Clock(57_000, 60_000, 2_000, None, None, START_MS + 3_000)
    move(play, 1, 900_000)
    assert clock_of(play).running == "X"
    assert left(play, "X", 900_000) == 57_000


def test_every_round_starts_with_a_full_standing_clock() -> None:
    play = best_of(3, BLITZ)
    for number, cell in enumerate(X_WINS):
        move(play, cell, number * 1_000)
    assert play.game.round == 2
    assert clock_of(play) == Clock(60_000, 60_000, 2_000, None, None, 0)
    assert play.refusal(None, EndOnTime(), at_ms=10**9) == "no_clock"


def test_no_increment_is_added_without_one() -> None:
    play = two(Setup(clock=ClockSetting(base_seconds=60))).moves(4, 0)
    move(play, 8, 10_000)
    assert left(play, "X", 10_000) == 50_000


def test_downtime_is_charged_to_nobody() -> None:
    play = two(BLITZ).moves(4, 0)
    # Ten seconds of thinking, fifty seconds without a server, five more of thinking.
    away = ExcuseDowntime(START_MS + 10_000, START_MS + 60_000)
    assert play.do(None, away, at_ms=60_001) == ["DowntimeExcused"]
    assert left(play, "X", 65_000) == 60_000 - 15_000
    # If another process reports the same downtime, it is excused only once.
    assert play.refusal(None, away, at_ms=60_002) == "stale"
    play.check()


def test_a_move_just_before_the_downtime_counts() -> None:
    play = two(BLITZ).moves(4, 0)
    away = ExcuseDowntime(START_MS - 500, START_MS + 60_000)
    assert play.do(None, away, at_ms=60_000) == ["DowntimeExcused"]
    assert left(play, "X", 61_000) == 59_000
