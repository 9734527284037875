"""Cold starts: without kernels answers are marked as such, and with a cache the start is quick."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

COLD = """
import sys
from noughts.engine import Thinking, analyse, choose, kernels
from noughts.rules import find_variant
for name in ("classic", "wild", "ultimate", "6x6", "gomoku"):
    position = find_variant(name).start()
    for _ in range(6):
        choice = choose(position, Thinking(level=8), 1)
        assert choice.plain == (name in ("ultimate", "6x6", "gomoku")), name
        position = position.play(choice.move)
    assert analyse(position, 5).plain == choice.plain
assert not kernels.is_warm()
assert "numba" not in sys.modules and "numpy" not in sys.modules
print("answered")
"""

WARM = """
from noughts.engine import Thinking, choose, kernels
from noughts.rules import find_variant
kernels.warm()
assert kernels.is_warm()
assert not choose(find_variant("ultimate").start(), Thinking(milliseconds=5), 1).plain
print("warm")
"""


def run(code: str, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=450, env={**os.environ, **environment}
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_marks_an_answer_made_without_kernels() -> None:
    assert run(COLD) == "answered\n"


def test_works_without_a_writable_cache_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = (
        f"from noughts.engine.kernels import _usable; from pathlib import Path; print(_usable(Path({str(blocked)!r})))"
    )
    assert Path(run(code).strip()).is_dir()


@pytest.mark.proof(only=True)
def test_kernels_are_cached_between_starts() -> None:
    # The first start fills the cache if nobody has yet.
    run(WARM)
    began = time.monotonic()
    assert run(WARM) == "warm\n"
    assert time.monotonic() - began < 20
