"""The stores that a contract holds for: each test runs on a real SQLite file and on a real PostgreSQL."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from tests.servers import PostgresServer

# Makes a `Database`, not yet open, on one and the same store.
NewDatabase = Callable[[], Database]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewDatabase]:
    """A store for the tests of one module: they use separate ids, so one test's data does not affect another."""
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
    """The store, open."""
    database = new_database()
    await database.open()
    yield database
    await database.close()
