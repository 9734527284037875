"""Our arena as a Piskvork manager: an independent brain, written from the specification, plays in it."""

import sys
from pathlib import Path

import pytest

from noughts.engine.arena import play_game, play_match, player_from
from noughts.engine.line_process import ProgramFailed
from noughts.engine.piskvork_program import PiskvorkProgram, UnsupportedVariant
from noughts.rules import MOVES, find_variant

BRAIN = [sys.executable, "-S", str(Path(__file__).with_name("tiny_brain.py"))]
# Long enough for any machine: these brains answer at once.
PATIENT_MS = 20_000
SMALL = find_variant("9x9")


def tiny(habit: str = "", variant: str = "9x9") -> PiskvorkProgram:
    return PiskvorkProgram([*BRAIN, habit], find_variant(variant))


@pytest.mark.parametrize("variant", ["9x9", "mnk-7x9-5", "mnk-9x7-5", "mnk-5x5-5"])
def test_brains_play_a_match_without_errors(variant: str) -> None:
    first, second = tiny(variant=variant), tiny(variant=variant)
    *_, score = play_match(find_variant(variant), first, second, 4, PATIENT_MS)
    first.end()
    second.end()
    assert score.failures == []
    assert score.games == 4


@pytest.mark.parametrize("variant", ["gomoku", "gomoku-exact", "caro"])
def test_brains_open_on_every_board_they_know(variant: str) -> None:
    game = find_variant(variant)
    brain = tiny(variant=variant)
    move = brain.move(game, game.start(), PATIENT_MS)
    brain.end()
    assert move.cell == 7 * 15 + 7


@pytest.mark.parametrize("habit", ["carriage-returns", "two-line-ends", "suggests", "cannot-restart", "old-about"])
def test_brains_may_do_what_the_protocol_allows(habit: str) -> None:
    first, second = tiny(habit), tiny()
    *_, score = play_match(SMALL, first, second, 2, PATIENT_MS)
    name = first.name
    first.end()
    second.end()
    assert score.failures == []
    assert name == (Path(sys.executable).stem if habit == "old-about" else "Tiny 0.1")


@pytest.mark.parametrize(
    ("habit", "milliseconds", "reason"),
    [
        ("dies", PATIENT_MS, "has died"),
        ("nonsense", PATIENT_MS, "answered no move: e4"),
        ("cheats", PATIENT_MS, "answered an illegal move: 9,0"),
        ("occupies", PATIENT_MS, "answered an illegal move: "),
        ("is-unsure", PATIENT_MS, "answered no move: ERROR I cannot decide"),
        ("hangs", 1, "gave no answer in 0.1 s"),
        ("messages-only", 1, "gave no answer in 0.1 s"),
    ],
)
def test_a_brain_that_fails_loses_and_is_started_again(habit: str, milliseconds: int, reason: str) -> None:
    bad, good = PiskvorkProgram([*BRAIN, habit], SMALL, grace_seconds=0.1), tiny()
    opening = SMALL.replay([MOVES["X"][0], MOVES["O"][2]])
    for _ in range(2):
        winner, failure = play_game(SMALL, opening, {"X": bad, "O": good}, milliseconds)
        assert winner == "O"
        assert failure is not None
        assert f"Tiny 0.1 (X) {reason}" in failure
    bad.end()
    good.end()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ([*BRAIN, "refuses-sizes"], "does not start on 9x9: ERROR only 20x20"),
        (["no-such-brain-here"], "cannot be started"),
        ([], "cannot be started"),
        ([sys.executable, "-S", "-c", ""], "has died"),
    ],
)
def test_reports_a_program_that_is_not_a_brain(command: list[str], reason: str) -> None:
    with pytest.raises(ProgramFailed, match=reason):
        PiskvorkProgram(command, SMALL)


@pytest.mark.parametrize("variant", ["ultimate", "classic", "wild", "6x6", "mnk-9x9-4"])
def test_games_without_five_in_a_row_are_refused(variant: str) -> None:
    with pytest.raises(UnsupportedVariant, match=variant):
        player_from("piskvork:true", find_variant(variant), 1, str.split)


def test_our_own_brain_plays_in_our_own_arena() -> None:
    command = [
        sys.executable,
        "-c",
        "from noughts.cli.main import main; main()",
        "engine",
        "--piskvork",
        "--level",
        "2",
    ]
    ours, other = PiskvorkProgram(command, SMALL), tiny()
    *_, score = play_match(SMALL, ours, other, 2, PATIENT_MS)
    name = ours.name
    ours.end()
    other.end()
    assert score.failures == []
    assert name.startswith("noughts level 2 ")
