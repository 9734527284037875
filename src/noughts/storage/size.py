"""The size of the database on its disk."""

from pathlib import Path

from sqlalchemy import Connection, text


def sizes(connection: Connection) -> dict[str, int]:
    """Return the bytes of each part: the data, and the log where this connection may see it."""
    if connection.dialect.name == "postgresql":
        return {"data": connection.scalar(text("SELECT pg_database_size(current_database())")) or 0}
    path = Path(str(connection.engine.url.database))
    log = path.with_name(f"{path.name}-wal")
    return {"data": path.stat().st_size, "log": log.stat().st_size if log.exists() else 0}
