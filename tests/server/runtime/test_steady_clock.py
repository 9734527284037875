"""If the system clock is set during games, nobody gains or loses time, and the log has an entry."""

import pytest
from structlog.testing import capture_logs

from noughts.server.runtime.steady_clock import SteadyClock

HOUR_MS = 3_600_000


class Clocks:
    """The system clock, and the monotonic clock, which nobody can set."""

    def __init__(self) -> None:
        self.system_ms = 1_800_000_000_000
        self.elapsed_ms = 12_345

    def pass_ms(self, ms: int) -> None:
        self.system_ms += ms
        self.elapsed_ms += ms


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def steady(clocks: Clocks) -> SteadyClock:
    return SteadyClock(lambda: clocks.system_ms * 1_000_000, lambda: clocks.elapsed_ms * 1_000_000)


@pytest.mark.parametrize("step_ms", [HOUR_MS, -HOUR_MS])
def test_setting_the_system_clock_changes_no_duration_and_is_logged_once(
    clocks: Clocks, steady: SteadyClock, step_ms: int
) -> None:
    start_ms = steady.now_ms()
    assert start_ms == clocks.system_ms
    with capture_logs() as logs:
        clocks.system_ms += step_ms
        for _ in range(60):
            clocks.pass_ms(1000)
            steady.now_ms()
    # The clock follows the step by at most one millisecond a second.
    assert steady.now_ms() - start_ms == pytest.approx(60_000, abs=60)
    assert [line["by_seconds"] for line in logs] == [step_ms / 1000]


def test_follows_small_corrections_without_going_back(clocks: Clocks, steady: SteadyClock) -> None:
    with capture_logs() as logs:
        clocks.system_ms -= 30
        last_ms = 0
        for _ in range(600):
            clocks.pass_ms(100)
            assert steady.now_ms() > last_ms
            last_ms = steady.now_ms()
    assert steady.now_ms() == clocks.system_ms
    assert logs == []
