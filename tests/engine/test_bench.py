"""A short run of `make bench-engine`: OpenSpiel loses, and the table has every figure."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.engine.beside_spiel import match
from bench.engine.ladder import climb, table
from noughts.engine import LEVELS
from noughts.engine.arena import LevelPlayer, play_match
from noughts.rules import find_variant

pytestmark = pytest.mark.usefixtures("warm")
ROOT = Path(__file__).parents[2]


# Games against the clock depend on how busy the machine is.
@pytest.mark.proof(only=True)
@pytest.mark.parametrize(("variant", "milliseconds"), [("ultimate", 40), ("gomoku", 60)])
def test_openspiel_does_not_win(variant: str, milliseconds: int) -> None:
    played = match(variant, 2, milliseconds)
    assert played.score.games == 2
    assert played.score.losses == 0
    assert played.score.wins >= 1


@pytest.mark.proof(only=True)
def test_a_short_run_prints_its_table() -> None:
    command = [sys.executable, "-m", "bench.engine", "--games", "0", "--gomoku-games", "0", "--seconds", "0.2"]
    ran = subprocess.run([*command, "--no-starts"], cwd=ROOT, capture_output=True, text=True, timeout=450)
    assert ran.returncode == 0, ran.stderr
    [times] = re.findall(r"evaluations per simulation +(\d+) x", ran.stdout)
    assert int(times) >= 20


@pytest.mark.proof(only=True)
def test_higher_levels_win_on_classic() -> None:
    steps = climb("classic", 30, 100, range(2, 9))
    for level, score in steps.items():
        assert score.rate + 2 * score.error > 0.60, level
        assert score.rate - 2 * score.error < 0.85, level
    assert len(table({"classic": steps})) == len(LEVELS) + 1


@pytest.mark.proof(only=True)
@pytest.mark.parametrize(("variant", "milliseconds"), [("ultimate", 50), ("gomoku", 50)])
def test_a_much_higher_level_wins_almost_always(variant: str, milliseconds: int) -> None:
    *_, score = play_match(find_variant(variant), LevelPlayer(6, 1), LevelPlayer(2, 2), 6, milliseconds)
    assert score.wins >= 5
