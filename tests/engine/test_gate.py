"""`make engine-gate` in short runs: trials between levels on a small board, and worktrees of a small repository."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.engine.gate import table
from bench.engine.revision import Engine, NoRevision, engine_at, last_release
from bench.engine.trial import Players, Schedule, Trial, play_trial
from noughts.engine.arena import LevelPlayer
from noughts.rules import find_variant

CLASSIC = find_variant("classic")
ROOT = Path(__file__).parents[2]
FOREVER = time.monotonic() + 1_000_000


def played(first: int, second: int, schedule: Schedule, elo0: float = -40, elo1: float = 0) -> Trial:
    trial, shown = Trial(elo0, elo1), list[int]()

    def seat() -> Players:
        return LevelPlayer(first, 1), LevelPlayer(second, 2)

    play_trial(CLASSIC, trial, schedule, seat, lambda trial: shown.append(trial.games))
    assert shown == list(range(2, trial.games + 1, 2))
    return trial


@pytest.mark.parametrize(("first", "second", "verdict"), [(8, 1, "H1"), (1, 8, "H0"), (5, 5, "H1")])
def test_a_trial_ends_once_it_is_decided(first: int, second: int, verdict: str) -> None:
    trial = played(first, second, Schedule(10, FOREVER), -100, 0)
    assert trial.verdict == verdict
    assert trial.failures == []


def test_several_workers_share_a_trial() -> None:
    trial = played(8, 1, Schedule(10, FOREVER, workers=3))
    assert trial.verdict == "H1"


def test_a_trial_ends_when_time_is_up() -> None:
    trial = played(8, 1, Schedule(10, time.monotonic()))
    assert trial.games == 0
    assert trial.verdict is None


def test_a_worker_that_cannot_start_ends_the_trial() -> None:
    def seat() -> Players:
        raise NoRevision("no engine")

    with pytest.raises(NoRevision, match="no engine"):
        play_trial(CLASSIC, Trial(-40, 0), Schedule(10, FOREVER, workers=2), seat, lambda _: None)


INTERRUPTED = """
import os, signal
from bench.engine.trial import Schedule, Trial, play_trial
from noughts.engine.arena import LevelPlayer
from noughts.rules import find_variant

# A shell that starts tests in the background makes them ignore SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
seat = lambda: (LevelPlayer(5, 1), LevelPlayer(5, 2))
interrupt = lambda trial: trial.games == 2 and os.kill(os.getpid(), signal.SIGINT)
play_trial(find_variant("classic"), Trial(-0.01, 0), Schedule(10, 1e12, workers=2), seat, interrupt)
"""


def test_an_interrupt_ends_a_trial_after_the_current_game() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.stderr.endswith("KeyboardInterrupt\n"), ran.stderr


def test_the_table_has_every_result_with_its_error() -> None:
    trials = {"ultimate": Trial(-40, 0, pairs=[5, 20, 60, 40, 25]), "gomoku": Trial(-40, 0, pairs=[1, 2, 3, 2, 1])}
    head, ultimate, gomoku = table(trials, "v1", stronger=False)
    assert head.split()[:2] == ["against", "v1"]
    assert ultimate.split() == ["ultimate", "300", "60.0%", "±", "4.2%", "+70", "(+41", "to", "+101)", "not", "weaker"]
    assert "undecided" in gomoku


def git(folder: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *settings, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, version: str, extra: str = "") -> str:
    source = folder / "src" / "noughts"
    source.mkdir(parents=True, exist_ok=True)
    (source / "__init__.py").write_text(f'__version__ = "{version}"\n{extra}')
    git(folder, "add", ".")
    git(folder, "commit", "-qm", version + extra)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, "1.0")
    yield folder
    assert git(folder, "worktree", "list", "--porcelain").count("worktree ") == 1, "a worktree is left over"


def test_the_last_release_is_the_newest_tag(repository: Path) -> None:
    git(repository, "tag", "v1.0")
    commit(repository, "1.1")
    assert last_release(repository) == "v1.0"


def test_without_tags_the_last_release_is_the_commit_that_set_the_version(repository: Path) -> None:
    released = commit(repository, "2.0")
    commit(repository, "2.0", "more = 1\n")
    assert released.startswith(last_release(repository))


def test_a_folder_without_releases_is_reported(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "file").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    with pytest.raises(NoRevision, match="there is no release yet"):
        last_release(tmp_path)


def test_an_older_revision_runs_from_its_own_worktree(repository: Path) -> None:
    commit(repository, "2.0")
    with engine_at(repository, "HEAD~1") as engine:
        code = "import noughts, os; print(noughts.__version__, os.environ['NUMBA_CACHE_DIR'])"
        command = [code if part.startswith("from noughts") else part for part in engine.command()]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        assert ran.stdout.split() == ["1.0", str(engine.kernels)]
        with pytest.raises(NoRevision, match="the engine of HEAD~1 doesn't start"):
            engine.compile()
    assert not engine.source.exists()


def test_an_unknown_revision_is_reported(repository: Path) -> None:
    with pytest.raises(NoRevision), engine_at(repository, "no-such-revision"):
        pass


def test_the_working_tree_is_an_engine_too() -> None:
    assert Engine("here", ROOT).command()[1:3] == [f"PYTHONPATH={ROOT / 'src'}", sys.executable]


# Compiles the engine of a fresh worktree.
@pytest.mark.proof(only=True)
def test_the_gate_plays_against_the_last_commit() -> None:
    command = [sys.executable, "-m", "bench.engine.gate", "--against", "HEAD", "--minutes", "3", "--time", "5"]
    ran = subprocess.run([*command, "--variants", "9x9", "--margin", "400"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[1].endswith("not weaker")
