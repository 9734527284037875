"""Measures the computer's start: with nothing compiled, with kernels from the cache, and without kernels."""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

PLAIN = """
from noughts.engine import Thinking, choose
from noughts.rules import find_variant
assert choose(find_variant("ultimate").start(), Thinking(), 1).plain
"""
WARM = "from noughts.engine import kernels; kernels.warm()"


class Starts(NamedTuple):
    """Seconds from the start of a process to its end."""

    plain: float
    cold: float
    warm: float


def measure_starts() -> Starts:
    """Measure each start in a separate process, beginning with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="noughts-kernels-") as folder:
        return Starts(_timed(PLAIN, folder), _timed(WARM, folder), _timed(WARM, folder))


def _timed(code: str, folder: str) -> float:
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_CACHE_DIR": folder})
    return time.monotonic() - began
