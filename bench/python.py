"""Describes the Python that a run uses. Builds differ: without profile-guided optimisation, our code is up to a third
slower.
"""

import sys
import sysconfig
from time import process_time

STEPS = 300_000
TRIES = 7


def described() -> str:
    """Return the version and path of this Python, what is known of its build, and its speed."""
    known = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    # Distributions optimise too, but some don't record it. So the speed is measured as well.
    build = "an optimised build" if known else "a build that doesn't record whether it is optimised"
    version = ".".join(map(str, sys.version_info[:3]))
    path = getattr(sys, "_base_executable", sys.executable)
    return f"Python {version} ({path}), {build}; a plain loop takes {_nanoseconds_a_step():.0f} ns a step"


def _nanoseconds_a_step() -> float:
    return min(_seconds() for _ in range(TRIES)) / STEPS * 1e9


def _seconds() -> float:
    begun = process_time()
    total = 0
    for step in range(STEPS):
        total += step & 7
    assert total
    return process_time() - begun
