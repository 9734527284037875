"""Brings a database to this version of the schema at start: a copy first, then the missing steps. Never backwards."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog
from sqlalchemy import Connection, Engine, inspect, text

from noughts.storage.journal import StorageError
from noughts.storage.private_files import make_private_file

log = structlog.get_logger()

# Alembic's folder, whose `versions` are the steps. Tests pass one with the steps of a future version.
MIGRATIONS = Path(__file__).parent / "migrations"

# Any number that no other program uses on the same PostgreSQL: two nodes that start at once migrate one after another.
_ADVISORY_LOCK = 5_005_005


def migrate_sqlite(engine: Engine, path: Path, migrations: Path = MIGRATIONS) -> None:
    """Migrate the file at `path`; a copy of an older one is left beside it. Raises `StorageError` on a newer one."""
    with engine.begin() as connection:
        _migrate(connection, migrations, lambda revision: _copy_file(connection, path, revision))


def migrate_postgres(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Migrate a PostgreSQL database in one transaction; an older one is first copied into a separate schema."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    _migrate(connection, migrations, lambda revision: _copy_schema(connection, revision))


def _migrate(connection: Connection, migrations: Path, copy: Callable[[str], str]) -> None:
    known = _revisions(migrations)
    current = _current_revision(connection)
    if current == known[-1]:
        return
    if current is not None and current not in known:
        raise StorageError(
            f"the database was written by a newer Noughts (schema {current}, this one knows {known[-1]}): "
            "install that version or newer; nothing was changed"
        )
    if current is not None:
        log.info("migrating the database", from_schema=current, to_schema=known[-1], copy=copy(current))
    _upgrade(connection, migrations)


def check_schema(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Raise `StorageError` unless the schema is the one of this version."""
    current, known = _current_revision(connection), _revisions(migrations)[-1]
    if current is None:
        raise StorageError("the database is empty: start the server once")
    if current != known:
        raise StorageError(
            f"the database has schema {current}, and this version of Noughts works on {known}: "
            "start the server of this version once, or use the version that the server has"
        )


def is_empty(connection: Connection) -> bool:
    """Return whether nothing was ever stored here."""
    return _current_revision(connection) is None


def schema_of(connection: Connection) -> str:
    """Return the schema's number."""
    return _current_revision(connection) or ""


def _revisions(migrations: Path) -> list[str]:
    """Return the schemas that this version knows, oldest first: each migration's file begins with its number."""
    return sorted(path.name[:4] for path in migrations.glob("versions/[0-9]*_*.py"))


def _current_revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _upgrade(connection: Connection, migrations: Path) -> None:
    # Here and not above: nearly every start finds nothing to do, and Alembic takes long to load.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copy_file(connection: Connection, path: Path, revision: str) -> str:
    target = path.with_name(f"{path.stem}-before-{revision}-{_stamp()}{path.suffix}")
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    make_private_file(target)
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
