"""Fast password hashing for all tests except those about hashing."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from noughts.server.players import passwords

_REAL = passwords._hasher, passwords.DUMMY_HASH
_cheapest = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_CHEAP = _cheapest, _cheapest.hash("of nobody")


@pytest.fixture(autouse=True, scope="session")
def cheap_hashing() -> None:
    """Use the cheapest parameters in this process."""
    _use(*_CHEAP)


@pytest.fixture
def real_hashing() -> Iterator[None]:
    """Use the real parameters, for tests of the hash and of its queue."""
    _use(*_REAL)
    yield
    _use(*_CHEAP)


def _use(hasher: PasswordHasher, dummy_hash: str) -> None:
    passwords._hasher = hasher
    passwords.DUMMY_HASH = dummy_hash
