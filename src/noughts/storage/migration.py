"""Brings a database to this version of the schema at start: a copy first, then the missing steps. Never backwards."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from noughts.storage.journal import StorageError

log = structlog.get_logger()

# Any number that no other program uses on the same PostgreSQL: two nodes that start at once migrate one after another.
_ADVISORY_LOCK = 5_005_005


def migrate_sqlite(engine: Engine, path: Path) -> None:
    """Migrate the file at `path`; a copy of an older one is left beside it. Raises `StorageError` on a newer one."""
    with engine.begin() as connection:
        _migrate(connection, lambda revision: _copy_file(connection, path, revision))


def migrate_postgres(connection: Connection) -> None:
    """Migrate a PostgreSQL database in one transaction; an older one is copied into a schema of its own."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    _migrate(connection, lambda revision: _copy_schema(connection, revision))


def _migrate(connection: Connection, copy: Callable[[str], str]) -> None:
    config = Config()
    config.set_main_option("script_location", "noughts.storage:migrations")
    config.attributes["connection"] = connection
    newest = ScriptDirectory.from_config(config).get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == newest:
        return
    if current is not None:
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if current not in known:
            raise StorageError(
                f"the database was written by a newer Noughts (schema {current}, this one knows {newest}): "
                "install that version or newer; nothing was changed"
            )
        log.info("migrating the database", from_schema=current, to_schema=newest, copy=copy(current))
    command.upgrade(config, "head")


def _copy_file(connection: Connection, path: Path, revision: str) -> str:
    target = path.with_name(f"{path.stem}-before-{revision}-{_stamp()}{path.suffix}")
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    with sqlite3.connect(target) as copy:
        raw.backup(copy)
    copy.close()
    return str(target)


def _copy_schema(connection: Connection, revision: str) -> str:
    schema = f"before_{revision}_{_stamp()}"
    connection.execute(text(f'CREATE SCHEMA "{schema}"'))
    for table in inspect(connection).get_table_names():
        connection.execute(text(f'CREATE TABLE "{schema}"."{table}" AS TABLE "{table}"'))
    return f"schema {schema}"


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d%H%M%S%f")
