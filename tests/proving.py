"""Sample sizes of tests: small with a fixed seed in `make test`, large with a new seed in `make prove`."""

import os
from typing import Any

import pytest
from _pytest.mark import ParameterSet

PROVING = os.environ.get("NOUGHTS_PROVE") == "1"

# `make prove` prints its seed and takes it back as SEED=; `make test` always has the same one.
SEED = int(os.environ.get("SEED", "0")) if PROVING else 0


def sample(quick: int, whole: int) -> int:
    """Return how many to try: `quick` in `make test`, `whole` in `make prove`."""
    return whole if PROVING else quick


def later(value: Any) -> ParameterSet:
    """Return a case for `pytest.mark.parametrize` that only `make prove` tries."""
    return pytest.param(value, marks=pytest.mark.proof(only=True))


def seeded(name: object) -> str:
    """Return a seed for `random.Random` that differs by name, and from one `make prove` to the next."""
    return f"{name} {SEED}"
