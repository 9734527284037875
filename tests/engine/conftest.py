"""Where kernels have to be compiled first, once, a test may take as long as that."""

import pytest

COMPILING_SECONDS = 500


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/engine/" in str(item.path):
            item.add_marker(pytest.mark.timeout(COMPILING_SECONDS))


@pytest.fixture(scope="session")
def warm() -> None:
    """The kernels of this process are compiled."""
    from noughts.engine import kernels

    kernels.warm()
