"""Outside programs that hang, crash or answer nonsense, each in a real process."""

import sys

import pytest

from noughts.engine.arena import LevelPlayer, play_game
from noughts.engine.line_process import LONGEST_LINE, UNREAD_LINES, ProgramFailed
from noughts.engine.program import OutsideProgram
from noughts.rules import find_variant

CLASSIC = find_variant("classic")
PATIENT_MS = 20_000
BAD = {
    "hangs": ("import time\nprint('ready slow', flush=True)\ntime.sleep(60)", "gave no answer in"),
    "dies": ("print('ready mortal', flush=True)\ninput()", "has died"),
    "talks nonsense": (
        "print('ready fool', flush=True)\nwhile 1: input(); print('e4', flush=True)",
        "answered no move",
    ),
    "cheats": ("print('ready cheat', flush=True)\ninput()\nwhile 1: input(); print('a1', flush=True)", "illegal move"),
    "only remarks": ("print('ready bard', flush=True)\nwhile 1: print('# la')", "gave no answer in"),
    "says nothing": ("print('ready mute', flush=True)\nwhile 1: input(); print(flush=True)", "answered no move"),
}


def program(code: str, grace_seconds: float = 0.1) -> OutsideProgram:
    return OutsideProgram([sys.executable, "-S", "-c", code], grace_seconds)


@pytest.mark.parametrize("how", BAD)
def test_a_failing_program_loses_and_is_started_again(how: str) -> None:
    code, words = BAD[how]
    milliseconds = 1 if "no answer" in words else PATIENT_MS
    bad = program(code)
    for _ in range(2):
        winner, failure = play_game(CLASSIC, CLASSIC.start(), {"X": LevelPlayer(1, 1), "O": bad}, milliseconds)
        assert winner == "X"
        assert failure is not None
        assert words in failure
    bad.end()


@pytest.mark.parametrize("command", [[], ["no-such-program-here"]])
def test_a_program_that_cannot_be_started_is_reported(command: list[str]) -> None:
    with pytest.raises(ProgramFailed, match="cannot be started"):
        OutsideProgram(command)


def test_a_program_that_is_not_ready_is_reported() -> None:
    with pytest.raises(ProgramFailed, match="did not say that it is ready, but 'hello'"):
        program("print('hello')")


def test_very_long_lines_are_cut() -> None:
    talker = program(
        f"print('ready', 'long ' * {LONGEST_LINE}, flush=True)\nwhile 1: input(); print('a1 ' * 5000, flush=True)"
    )
    assert talker.name.startswith("long long")
    assert len(talker.name) <= 60
    assert talker.move(CLASSIC, CLASSIC.start(), PATIENT_MS).cell == 0
    assert talker.move(CLASSIC, CLASSIC.start(), PATIENT_MS).cell == 0
    talker.end()


def test_a_program_that_talks_faster_than_we_read_has_to_wait() -> None:
    talker = program(
        f"print('ready'); [print('#', n) for n in range({3 * UNREAD_LINES})]; print('b2', flush=True)\n"
        "while input() != 'quit': pass"
    )
    assert talker.move(CLASSIC, CLASSIC.start(), PATIENT_MS).cell == 4
    talker.end()
