"""The server in simulation: `make test` runs four seeds, `make prove` two thousand new ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proving import SEED, sample
from tests.simulation.planted import FAULTS
from tests.simulation.world import run_seed

SEEDS_IN_A_CHUNK = sample(2, 50)
# If this many seeds don't show a fault, the simulation can't find it.
MOST_SEEDS = 200


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("chunk", range(sample(2, 40)))
def test_loses_and_repeats_no_move_and_charges_no_downtime(chunk: int) -> None:
    first = SEED * 2_000 + chunk * SEEDS_IN_A_CHUNK
    outcomes = [run_seed(seed) for seed in range(first, first + SEEDS_IN_A_CHUNK)]
    broken = [(outcome.seed, words) for outcome in outcomes for words in outcome.broken]
    assert not broken, f"repeat it with `python -m tests.simulation --seed {broken[0][0]} --show`"
    assert sum(outcome.commands for outcome in outcomes) > 10 * SEEDS_IN_A_CHUNK


def test_the_same_seed_repeats_exactly_in_another_process() -> None:
    """Check this also in a process where Python orders sets differently."""
    first, again, another = run_seed(11), run_seed(11), run_seed(12)
    assert first.digest == again.digest != another.digest
    elsewhere = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--seed", "11"],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": "12345"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert first.digest in elsewhere.stdout


@pytest.mark.proof(only=True)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("words", FAULTS)
def test_a_planted_fault_is_found(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[words](monkeypatch)
    found = next((seed for seed in range(MOST_SEEDS) if run_seed(seed).broken), None)
    assert found is not None, f"{MOST_SEEDS} seeds did not show that {words}"
    print(f"seed {found} shows that {words}")
