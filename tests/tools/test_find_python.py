"""Which Python `make` uses: the first on the PATH, or the system's if the first was built without optimisations."""

import os
import subprocess
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"
SYSTEM = "/usr/bin/python3"


def found(folder: Path, exit_code: int) -> str:
    """Return the choice if a `python3` in this folder answers every question with this exit code."""
    python = folder / "python3"
    python.write_text(f"#!/bin/sh\nexit {exit_code}\n")
    python.chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run([TOOLS / "find-python"], env=environment, capture_output=True, text=True).stdout.strip()


def test_keeps_an_optimised_python(tmp_path: Path) -> None:
    assert found(tmp_path, 0) == "python3"


def test_prefers_the_systems_python_to_one_without_optimisations_if_it_can_run_the_project(tmp_path: Path) -> None:
    usable = subprocess.run([TOOLS / "need-python", SYSTEM], capture_output=True).returncode == 0
    assert found(tmp_path, 1) == (SYSTEM if usable else "python3")
