"""A server without doors."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from noughts.composition import Server
from noughts.config import Settings
from noughts.server.runtime.environment import Environment
from noughts.storage.sqlite import SqliteDatabase
from tests.servers.prepared import put_database


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    put_database(tmp_path)
    database = SqliteDatabase(tmp_path / "noughts.db")
    server = Server(Settings(engine_processes=0), Environment(), database)
    await database.open()
    await server.open()
    yield server
    await server.close()
    await database.close()
