"""The clock as a value: the time left, whose clock runs, and that it never goes below zero or back."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.games.clock import MS_PER_DAY, Clock, full_clock
from noughts.messages.setup import ClockSetting
from noughts.rules import other

FISCHER = Clock(60_000, 60_000, increment_ms=2_000, per_move_ms=None)


def test_a_full_clock_does_not_run_before_the_start() -> None:
    clock = full_clock(ClockSetting(base_seconds=180, increment_seconds=2))
    assert clock == Clock(180_000, 180_000, 2_000, None, running=None)
    assert full_clock(ClockSetting(days_per_move=3)) == Clock(3 * MS_PER_DAY, 3 * MS_PER_DAY, 0, 3 * MS_PER_DAY)
    assert full_clock(None) is None


def test_a_standing_clock_never_ends() -> None:
    assert FISCHER.ends_at_ms is None
    assert not FISCHER.is_over(10**15)
    assert FISCHER.left_ms("X", 10**15) == 60_000


def test_only_the_running_side_loses_time() -> None:
    clock = FISCHER.pressed("O", 1_000, then="X")
    assert clock.running == "X"
    assert clock.left_ms("X", 11_000) == 50_000
    assert clock.left_ms("O", 11_000) == 60_000


def test_ends_at_the_exact_millisecond() -> None:
    clock = FISCHER.pressed("O", 1_000, then="X")
    assert clock.ends_at_ms == 61_000
    assert not clock.is_over(60_999)
    assert clock.left_ms("X", 60_999) == 1
    assert clock.is_over(61_000)
    assert clock.left_ms("X", 99_000) == 0


def test_gives_the_increment_to_the_player_who_moved() -> None:
    clock = FISCHER.pressed("O", 0, then="X").pressed("X", 5_000, then="O")
    assert (clock.x_ms, clock.o_ms, clock.running, clock.since_ms) == (57_000, 60_000, "O", 5_000)


def test_a_move_while_the_clock_stands_earns_no_increment() -> None:
    clock = FISCHER.pressed("X", 0, then=None)
    assert (clock.x_ms, clock.o_ms, clock.running) == (60_000, 60_000, None)


def test_the_days_per_move_restart_with_every_move() -> None:
    clock = Clock(MS_PER_DAY, MS_PER_DAY, 0, MS_PER_DAY, "X", 0).pressed("X", MS_PER_DAY - 1, then="O")
    assert (clock.x_ms, clock.running) == (MS_PER_DAY, "O")


def test_time_is_given_to_either_side_without_stopping() -> None:
    clock = FISCHER.pressed("O", 0, then="X")
    assert clock.given("X", 15_000, 10_000) == Clock(65_000, 60_000, 2_000, None, "X", 10_000)
    assert clock.given("O", 15_000, 10_000) == Clock(50_000, 75_000, 2_000, None, "X", 10_000)


def test_switching_and_stopping_keep_the_time_used() -> None:
    clock = FISCHER.pressed("O", 0, then="X")
    assert clock.turned_to("O", 10_000) == Clock(50_000, 60_000, 2_000, None, "O", 10_000)
    assert clock.stopped(10_000) == Clock(50_000, 60_000, 2_000, None, None, 10_000)


def test_nobody_gains_time_when_the_server_clock_steps_back() -> None:
    clock = FISCHER.pressed("O", 100_000, then="X")
    assert clock.left_ms("X", 40_000) == 60_000
    assert clock.stopped(40_000).x_ms == 60_000


@given(
    steps=st.lists(st.tuples(st.sampled_from(["press", "give", "turn", "stop"]), st.integers(0, 90_000)), max_size=20)
)
def test_the_time_left_always_equals_the_start_plus_gifts_and_increments_minus_use(
    steps: list[tuple[str, int]],
) -> None:
    clock, now_ms, most = FISCHER, 0, 120_000
    for what, later in steps:
        now_ms += later
        match what:
            case "press":
                clock, most = (
                    clock.pressed(clock.running or "X", now_ms, then=other(clock.running or "X")),
                    most + 2_000,
                )
            case "give":
                clock, most = clock.given("O", 15_000, now_ms), most + 15_000
            case "turn":
                clock = clock.turned_to("X", now_ms)
            case _:
                clock = clock.stopped(now_ms)
        assert clock.since_ms == now_ms
        assert clock.x_ms >= 0
        assert clock.o_ms >= 0
        assert clock.x_ms + clock.o_ms <= most
