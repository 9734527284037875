"""A finished game from the point of view of each player."""

from typing import get_args

import pytest

from noughts.games.application import apply
from noughts.games.results import Streak, results_of, streak_after
from noughts.messages import events as e
from noughts.messages.events import Change, EndReason
from tests.games.playing import ANN, BOB, two

# Every way for a game to end, and whether it has a result.
COUNTS: dict[EndReason, bool] = {
    "line": True,
    "full": True,
    "repetition": True,
    "move_limit": True,
    "resigned": True,
    "agreed": True,
    "time": True,
    "score": True,
    "absent": True,
    "aborted": False,
    "cancelled": False,
    "declined": False,
}


def test_every_kind_of_end_is_listed_as_counting_or_not() -> None:
    assert set(COUNTS) == set(get_args(EndReason))


@pytest.mark.parametrize("reason", COUNTS)
def test_only_some_kinds_of_end_count(reason: EndReason) -> None:
    game = two().game
    ended = Change(game.id, game.version + 1, game.changed_ms + 5000, None, None, (e.GameFinished(None, reason),))
    results = results_of(apply(game, ended))
    assert [(r.player, r.opponent, r.outcome, r.played_ms) for r in results] == (
        [(ANN, BOB, "drawn", 5000), (BOB, ANN, "drawn", 5000)] if COUNTS[reason] else []
    )


def test_a_streak_continues_or_breaks_with_each_result() -> None:
    streak: Streak | None = None
    for outcome in ("won", "won", "drawn", "lost", "won"):
        streak = streak_after(streak, outcome)
    assert streak == Streak("won", 1, longest_won=2, longest_lost=1)
