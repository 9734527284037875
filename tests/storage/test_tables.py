"""The migrations build exactly the schema of `tables.py`, on both databases."""

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.tables import metadata

INDEXES = [index for table in metadata.tables.values() for index in table.indexes]
PARTIAL = sum(index.dialect_options["sqlite"]["where"] is not None for index in INDEXES)


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def indexes(connection: Connection) -> str:
    if connection.dialect.name == "sqlite":
        statement = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    else:
        statement = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
    return "\n".join(connection.exec_driver_sql(statement).scalars())


async def check(database: Database) -> None:
    await database.open()
    try:
        assert await database.read(differences) == []
        # The conditions of partial indexes are not compared above.
        assert (await database.read(indexes)).count("WHERE") == PARTIAL
    finally:
        await database.close()


async def test_the_migrated_sqlite_schema_matches_the_tables(tmp_path: Path) -> None:
    await check(SqliteDatabase(tmp_path / "noughts.db"))


async def test_the_migrated_postgres_schema_matches_the_tables(empty_postgres_url: str) -> None:
    await check(PostgresDatabase(empty_postgres_url))
