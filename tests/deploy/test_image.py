"""The steps of the Dockerfile lead to a server that is healthy, as the image's user and with a read-only root."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.image import PYTHON
from tests.servers import free_port

REPLAY = Path(__file__).parent / "image.py"
ROOT = REPLAY.parents[2]

# Installs packages and builds the web page: minutes.
pytestmark = [
    pytest.mark.proof(only=True),
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        os.getuid() != 0 or shutil.which("setpriv") is None or not PYTHON.exists(),
        reason="needs root, a mount namespace and Debian's Python",
    ),
]


@pytest.mark.parametrize("parts", ["core", "all"])
def test_the_steps_of_the_image_lead_to_a_healthy_server(parts: str) -> None:
    command: list[str | Path] = ["unshare", "--mount", PYTHON, REPLAY, ROOT, parts, str(free_port()), str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "healthy, and ended with code 0" in done.stdout
    assert '"level": "error"' not in done.stderr
    # The image has no pip: its parts are chosen when it is built.
    assert ("not installed" in done.stderr) == (parts == "core")
