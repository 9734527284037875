"""A machine on which a test follows a guide."""

from pathlib import Path

import pytest

from tests.docs.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine")
