"""How the brain divides its time, and its warning about memory."""

import pytest

from noughts.engine.piskvork_limits import Limits


def limits(**known: object) -> Limits:
    made = Limits()
    for key, value in known.items():
        made.note(key, str(value))
    return made


@pytest.mark.parametrize(
    ("known", "moves_made", "milliseconds"),
    [
        ({}, 0, 28_500),
        ({"timeout_turn": 1000}, 0, 950),
        ({"timeout_turn": 100}, 0, 70),
        ({"timeout_turn": 0}, 0, 1),
        ({"timeout_turn": 20}, 0, 1),
        ({"timeout_turn": 5000, "timeout_match": 120_000}, 0, 3999),
        ({"timeout_turn": 5000, "timeout_match": 120_000, "time_left": 30_030}, 15, 2000),
        ({"timeout_turn": 5000, "time_left": 10_030}, 29, 1000),
        ({"timeout_turn": 5000, "time_left": -12}, 29, 1),
        ({"timeout_turn": 5000, "timeout_match": 0, "time_left": 2_147_483_647}, 200, 4750),
        ({"timeout_turn": "soon", "TIMEOUT_TURN": 1000, "colour": 7}, 0, 950),
    ],
)
def test_thinks_within_both_limits(known: dict[str, object], moves_made: int, milliseconds: int) -> None:
    assert limits(**known).milliseconds(moves_made) == milliseconds


def test_a_match_of_sixty_moves_ends_in_time() -> None:
    left, known = 120_000, limits(timeout_turn=5000)
    for moves_made in range(60):
        known.note("time_left", str(left))
        left -= known.milliseconds(moves_made) + 20
    assert left > 0


def test_warns_once_about_too_little_memory() -> None:
    assert list(limits(max_memory=0).warnings()) == []
    assert list(limits(max_memory=1 << 50).warnings()) == []
    known = limits(max_memory=1 << 20)
    [warning] = known.warnings()
    assert warning.startswith("MESSAGE this program needs ")
    assert warning.endswith("may use 1 MB")
    assert list(known.warnings()) == []
