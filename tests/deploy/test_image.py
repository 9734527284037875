"""The Dockerfile builds a server that is healthy as the image's user with a read-only root."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPLAY = Path(__file__).parent / "image.py"
ROOT = REPLAY.parents[2]
# Its Python has the version of the image's.
RELEASE = "trixie"

# Fetches Debian and all packages, and builds the web page: minutes.
pytestmark = [
    pytest.mark.proof(only=True),
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        os.getuid() != 0 or not all(map(shutil.which, ("debootstrap", "unshare", "ip"))),
        reason="needs root and a Debian machine with debootstrap and iproute2",
    ),
]


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The root of a small Debian with Python."""
    root = tmp_path_factory.mktemp("debian")
    command: list[str | Path] = ["debootstrap", "--variant=minbase", "--include=ca-certificates,python3-venv"]
    done = subprocess.run([*command, RELEASE, root], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    yield root
    shutil.rmtree(root)


@pytest.mark.parametrize("parts", ["core", "all"])
def test_the_dockerfile_builds_a_healthy_server(parts: str, debian: Path, tmp_path: Path) -> None:
    command: list[str | Path] = ["unshare", "--mount", "--pid", "--fork", sys.executable, REPLAY]
    done = subprocess.run([*command, ROOT, debian, tmp_path, parts], capture_output=True, text=True)
    shutil.rmtree(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "healthy, and ended with code 0" in done.stdout
    assert "10 games, 71 moves" in done.stdout
    assert '"level": "error"' not in done.stderr
    # The image has no pip: its parts are chosen when it is built.
    assert ("not installed" in done.stderr) == (parts == "core")
