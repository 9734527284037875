"""An older database is copied and then migrated. A newer one is refused and left unchanged.

The tests make a future version: a copy of the migrations with steps of their own.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from noughts.messages.ids import GameId
from noughts.storage import games as stored
from noughts.storage.journal import StorageError
from noughts.storage.migration import MIGRATIONS, migrate_postgres, migrate_sqlite
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.sqlite_connections import open_engine
from tests.storage.writing import move, must_store, new_id

STEP = '''"""a step of a version to come"""

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = {newest!r}


def upgrade() -> None:
    op.create_table("trophies", sa.Column("id", sa.String(length=32), nullable=False))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("motto", sa.Text(), nullable=True))
    {then}
'''


def known_revisions() -> list[str]:
    return sorted(path.name[:4] for path in MIGRATIONS.glob("versions/[0-9]*.py"))


@pytest.fixture
def future(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a folder of migrations of a future version, whose last step ends with this code."""

    def make(then: str = "pass") -> Path:
        folder = tmp_path / "to come"
        shutil.copytree(MIGRATIONS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        step = STEP.format(newest=known_revisions()[-1], then=then)
        (folder / "versions" / "9001_a_step_to_come.py").write_text(step)
        return folder

    return make


def test_migration_files_are_numbered_in_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    steps = list(reversed(list(scripts.walk_revisions())))
    assert [step.revision for step in steps] == known_revisions()
    assert [step.down_revision for step in steps] == [None, *known_revisions()[:-1]]


# SQLite.


def tables(path: Path) -> set[str]:
    return {row[0] for row in query(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def query(path: Path, statement: str) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def copies_in(folder: Path) -> list[Path]:
    return list(folder.glob("*before*"))


async def used_sqlite(folder: Path) -> tuple[Path, GameId]:
    """Return a database of this version with a game in it."""
    path, game = folder / "noughts.db", GameId(new_id("g"))
    database = SqliteDatabase(path)
    await database.open()
    await must_store(database, move(game, 1), move(game, 2))
    await database.close()
    return path, game


def migrate(path: Path, migrations: Path) -> None:
    engine = open_engine(path)
    try:
        migrate_sqlite(engine, path, migrations)
    finally:
        engine.dispose()


async def test_a_new_sqlite_database_needs_no_copy(tmp_path: Path) -> None:
    path, _ = await used_sqlite(tmp_path)
    assert query(path, "SELECT version_num FROM alembic_version") == [(known_revisions()[-1],)]
    assert copies_in(tmp_path) == []


def test_migration_fills_in_the_pace_of_older_games(tmp_path: Path) -> None:
    older = tmp_path / "older"
    shutil.copytree(MIGRATIONS, older, ignore=shutil.ignore_patterns("__pycache__", "001[3-9]*", "00[2-9]*"))
    path = tmp_path / "noughts.db"
    migrate(path, older)
    clocks = {"untimed": None, "realtime": '{"baseSeconds":60}', "slow": '{"daysPerMove":3}'}
    with sqlite3.connect(path) as connection:
        for pace, clock in clocks.items():
            connection.execute(
                "INSERT INTO games (id, status, variant, rounds, clock, visibility, creator_id, created_ms, changed_ms)"
                " VALUES (?, 'playing', 'classic', 1, ?, 'public', 'ann', 1, 1)",
                (pace, clock),
            )
    connection.close()
    migrate(path, MIGRATIONS)
    assert set(query(path, "SELECT id, pace FROM games")) == {(pace, pace) for pace in clocks}


async def test_copies_and_then_migrates_an_older_sqlite_database(tmp_path: Path, future: Callable[..., Path]) -> None:
    path, game = await used_sqlite(tmp_path)
    migrate(path, future())
    assert query(path, "SELECT version_num FROM alembic_version") == [("9001",)]
    assert "trophies" in tables(path)
    assert query(path, f"SELECT version FROM events WHERE game_id = '{game}'") == [(1,), (2,)]
    (copy,) = copies_in(tmp_path)
    assert copy.name.startswith(f"noughts-before-{known_revisions()[-1]}-")
    assert "trophies" not in tables(copy)
    assert query(copy, "SELECT version_num FROM alembic_version") == [(known_revisions()[-1],)]
    assert query(copy, f"SELECT version FROM events WHERE game_id = '{game}'") == [(1,), (2,)]
    assert query(copy, "PRAGMA integrity_check") == [("ok",)]


async def test_the_copy_can_replace_the_sqlite_database(tmp_path: Path, future: Callable[..., Path]) -> None:
    path, game = await used_sqlite(tmp_path)
    migrate(path, future())
    (copy,) = copies_in(tmp_path)
    database = SqliteDatabase(copy)
    await database.open()
    assert len(await database.read(stored.changes_of, game)) == 2
    await must_store(database, move(game, 3))
    await database.close()


async def test_refuses_a_newer_sqlite_database_and_leaves_it_unchanged(
    tmp_path: Path, future: Callable[..., Path]
) -> None:
    path, _ = await used_sqlite(tmp_path)
    migrate(path, future())
    before = query(path, "SELECT * FROM sqlite_master"), query(path, "SELECT * FROM events")
    database = SqliteDatabase(path)
    with pytest.raises(StorageError, match=r"written by a newer Noughts \(schema 9001, this one knows \d{4}\)"):
        await database.open()
    await database.close()
    assert (query(path, "SELECT * FROM sqlite_master"), query(path, "SELECT * FROM events")) == before
    assert len(copies_in(tmp_path)) == 1, "the copy of the first migration, and no other"


async def test_a_failed_migration_leaves_the_sqlite_database_unchanged(
    tmp_path: Path, future: Callable[..., Path]
) -> None:
    path, game = await used_sqlite(tmp_path)
    with pytest.raises(DBAPIError, match="no such table"):
        migrate(path, future('op.execute("INSERT INTO nowhere VALUES (1)")'))
    assert "trophies" not in tables(path)
    assert query(path, "SELECT version_num FROM alembic_version") == [(known_revisions()[-1],)]
    database = SqliteDatabase(path)
    await database.open()
    assert len(await database.read(stored.changes_of, game)) == 2
    await database.close()


# PostgreSQL.


@pytest.fixture
async def engine(empty_postgres_url: str) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(empty_postgres_url.replace("postgresql://", "postgresql+asyncpg://"))
    yield engine
    await engine.dispose()


async def rows(engine: AsyncEngine, statement: str) -> list[Any]:
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(statement))]


async def used_postgres(url: str) -> GameId:
    game, database = GameId(new_id("g")), PostgresDatabase(url)
    await database.open()
    await must_store(database, move(game, 1), move(game, 2))
    await database.close()
    return game


async def upgrade(engine: AsyncEngine, migrations: Path) -> None:
    def run(connection: Connection) -> None:
        migrate_postgres(connection, migrations)

    async with engine.begin() as connection:
        await connection.run_sync(run)


async def test_copies_and_migrates_an_older_postgres_which_older_servers_then_refuse(
    empty_postgres_url: str, engine: AsyncEngine, future: Callable[..., Path]
) -> None:
    game = await used_postgres(empty_postgres_url)
    await upgrade(engine, future())
    assert await rows(engine, "SELECT version_num FROM alembic_version") == [("9001",)]
    assert await rows(engine, f"SELECT version FROM events WHERE game_id = '{game}'") == [(1,), (2,)]
    (schema,) = await rows(engine, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'")
    assert schema[0].startswith(f"before_{known_revisions()[-1]}_")
    assert await rows(engine, f'SELECT version_num FROM "{schema[0]}".alembic_version') == [(known_revisions()[-1],)]
    assert await rows(engine, f"SELECT version FROM \"{schema[0]}\".events WHERE game_id = '{game}'") == [(1,), (2,)]
    database = PostgresDatabase(empty_postgres_url)
    with pytest.raises(StorageError, match="written by a newer Noughts"):
        await database.open()
    await database.close()
    assert await rows(engine, "SELECT version_num FROM alembic_version") == [("9001",)]


async def test_a_failed_migration_leaves_postgres_unchanged(
    empty_postgres_url: str, engine: AsyncEngine, future: Callable[..., Path]
) -> None:
    await used_postgres(empty_postgres_url)
    with pytest.raises(DBAPIError, match="nowhere"):
        await upgrade(engine, future('op.execute("INSERT INTO nowhere VALUES (1)")'))
    assert await rows(engine, "SELECT to_regclass('trophies')") == [(None,)]
    assert await rows(engine, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'") == []
    await used_postgres(empty_postgres_url)


async def test_nodes_can_start_together_on_an_empty_postgres(empty_postgres_url: str) -> None:
    nodes = [PostgresDatabase(empty_postgres_url) for _ in range(4)]
    await asyncio.gather(*(node.open() for node in nodes))
    game = GameId(new_id("g"))
    for version, node in enumerate(nodes, 1):
        await must_store(node, move(game, version))
    await asyncio.gather(*(node.close() for node in nodes))


async def test_nodes_that_start_together_migrate_an_older_postgres_once(
    empty_postgres_url: str, engine: AsyncEngine, future: Callable[..., Path]
) -> None:
    await used_postgres(empty_postgres_url)
    migrations = future()
    await asyncio.gather(*(upgrade(engine, migrations) for _ in range(4)))
    assert len(await rows(engine, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'")) == 1
