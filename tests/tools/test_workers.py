"""Tests that run in several processes are reported as in one, also when a worker dies."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

FILES = {
    "conftest.py": """
        import os, pytest

        @pytest.fixture(scope="session")
        def mark(tmp_path_factory):
            yield
            (tmp_path_factory.getbasetemp() / f"ended {os.getpid()}").touch()
        """,
    "test_results.py": """
        import os, signal, pytest

        def test_passes(mark, tmp_path):
            print("said by a test that passes")

        def test_fails():
            print("said by a test that fails")
            assert 1 == 2

        def test_dies():
            os.kill(os.getpid(), signal.SIGKILL)

        @pytest.mark.skip(reason="not here")
        def test_is_skipped():
            pass
        """,
    "test_many.py": """
        import pytest

        @pytest.mark.parametrize("number", range(40))
        def test_counts(number, mark):
            assert number != 39, "the last one"
        """,
}


def run(folder: Path, *options: str) -> tuple[str, list[str]]:
    """Return what pytest prints about the files above, and the marks of workers that have ended in order."""
    for name, text in FILES.items():
        lines = [line[8:] for line in text.splitlines()]
        (folder / name).write_text("\n".join(lines))
    (folder / "pytest.ini").write_text("[pytest]")
    options = ("-p", "tools.workers", "--workers", "3", "-p", "no:cacheprovider", "--basetemp", "temp", *options)
    command = [sys.executable, "-m", "pytest", *options]
    environment = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout, [path.name for path in (folder / "temp").glob("ended *")]


def test_reports_what_every_test_did(tmp_path: Path) -> None:
    said, ended = run(tmp_path)
    assert "3 failed, 40 passed, 1 skipped" in said
    assert "said by a test that fails" in said
    assert "said by a test that passes" not in said
    assert "test_dies" in said
    assert "the worker was killed" in said
    assert "the last one" in said
    assert 1 <= len(ended) <= 3


def test_stops_at_the_first_failure_on_request(tmp_path: Path) -> None:
    said, _ = run(tmp_path, "-x")
    assert "stopping after 1 failures" in said
