"""Databases with tables, migrated once for each worker and then copied."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase


def put_database(data: Path) -> None:
    """Put an empty, migrated SQLite database into this data folder unless it holds one."""
    path = data / "noughts.db"
    if not path.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_bytes(_sqlite_file())


@cache
def _sqlite_file() -> bytes:
    with tempfile.TemporaryDirectory(prefix="noughts-prepared-") as folder:
        path = Path(folder) / "noughts.db"
        _migrate(SqliteDatabase(path))
        return path.read_bytes()


def migrate_postgres(url: str) -> None:
    """Create the tables in this PostgreSQL database."""
    _migrate(PostgresDatabase(url))


def _migrate(database: Database) -> None:
    async def open_once() -> None:
        await database.open()
        await database.close()

    # In a thread, because the caller may be a coroutine.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, open_once()).result()
