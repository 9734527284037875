"""A server in the test's own event loop, with its own settings and without the computer player."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from noughts.app import Application
from noughts.config import Settings
from tests.servers.prepared import put_database


@asynccontextmanager
async def serving(tmp_path: Path, **settings: Any) -> AsyncIterator[Application]:
    put_database(tmp_path)
    async with Application(
        Settings(port=0, line_port=0, data=str(tmp_path), engine_processes=0, **settings)
    ).running() as app:
        yield app
