"""The stores for contract tests: each test runs on a real SQLite file and on a real PostgreSQL."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from tests.servers import PostgresServer

# Creates a `Database` on the same store each time, not yet opened.
NewDatabase = Callable[[], Database]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewDatabase]:
    """A store for the tests of one module. They use separate ids, so they don't affect each other."""
    if request.param == "sqlite":
        path: Path = tmp_path_factory.mktemp("store") / "noughts.db"
        yield lambda: SqliteDatabase(path)
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url = server.create_database()
    yield lambda: PostgresDatabase(url)
    server.drop_database(url)


@pytest.fixture
async def database(new_database: NewDatabase) -> AsyncIterator[Database]:
    """An open store."""
    database = new_database()
    await database.open()
    yield database
    await database.close()
