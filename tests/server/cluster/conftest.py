"""Two nodes in one process, on one database, without doors."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from noughts.bus.local import Exchange, LocalBus
from noughts.composition import Server
from noughts.config import Settings
from noughts.server.runtime.environment import Environment
from noughts.storage.sqlite import SqliteDatabase
from tests.servers.prepared import put_database


@pytest.fixture
async def joined_nodes(tmp_path: Path) -> AsyncIterator[list[Server]]:
    put_database(tmp_path)
    database, exchange = SqliteDatabase(tmp_path / "noughts.db"), Exchange()
    await database.open()
    settings = Settings(engine_processes=0)
    servers = [Server(settings, Environment(), database, LocalBus(exchange)) for _ in range(2)]
    for server in servers:
        await server.open()
    yield servers
    for server in servers:
        await server.close()
    await database.close()
