"""A server on virtual time."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from tests.server.virtual import Time, server_at


@pytest.fixture
def time() -> Time:
    return Time()


@pytest_asyncio.fixture
async def server(time: Time, tmp_path: Path) -> AsyncIterator[Application]:
    async with server_at(time, tmp_path) as application:
        yield application
