"""The speed of a game."""

import pytest

from noughts.games.speed import speed_of
from noughts.messages.setup import ClockSetting, Setup


@pytest.mark.parametrize(
    ("variant", "clock", "speed"),
    [
        ("classic", None, "untimed"),
        ("classic", ClockSetting(days_per_move=3), "correspondence"),
        ("classic", ClockSetting(base_seconds=5), "bullet"),
        ("classic", ClockSetting(base_seconds=50, increment_seconds=2), "bullet"),
        ("classic", ClockSetting(base_seconds=51, increment_seconds=2), "blitz"),
        ("gomoku", ClockSetting(base_seconds=50, increment_seconds=2), "blitz"),
        ("classic", ClockSetting(base_seconds=300), "blitz"),
        ("classic", ClockSetting(base_seconds=301), "rapid"),
        ("gomoku", ClockSetting(base_seconds=180, increment_seconds=5), "rapid"),
    ],
)
def test_the_speed_depends_on_a_players_time_for_a_round(variant: str, clock: ClockSetting | None, speed: str) -> None:
    assert speed_of(Setup(variant=variant, clock=clock)) == speed
