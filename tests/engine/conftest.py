"""Gives tests time to compile the kernels once."""

import pytest

COMPILING_SECONDS = 500


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/engine/" in str(item.path):
            item.add_marker(pytest.mark.timeout(COMPILING_SECONDS))


@pytest.fixture(scope="session")
def warm() -> None:
    """Compile the kernels of this process."""
    from noughts.engine import kernels

    kernels.warm()
