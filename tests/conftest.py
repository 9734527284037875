"""Fixtures for every test, and the selection of tests that only `make prove` runs."""

import pytest
from hypothesis import settings

from tests.proving import PROVING, SEED

pytest_plugins = [
    "tests.servers.authorities",
    "tests.servers.fixtures",
    "tests.servers.hashing",
    "tests.servers.loop_time",
]

# No deadline, because a busy machine is not a bug. Speed is measured in bench/.
settings.register_profile("test", deadline=None, database=None, derandomize=True, max_examples=50)
settings.register_profile("prove", deadline=None, database=None, max_examples=1_000, print_blob=True)
settings.load_profile("prove" if PROVING else "test")

_LEFT = pytest.StashKey[int]()


def pytest_report_header() -> str | None:
    return f"proving with SEED={SEED}" if PROVING else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that only `make prove` runs, and count them."""
    if PROVING:
        return
    left = [item for item in items if any(mark.kwargs.get("only") for mark in item.iter_markers("proof"))]
    if left:
        items[:] = [item for item in items if item not in left]
        config.stash[_LEFT] = len(left)
        config.hook.pytest_deselected(items=left)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if left := config.stash.get(_LEFT, 0):
        terminalreporter.write_line(f"{left} tests run in `make prove` only.")
