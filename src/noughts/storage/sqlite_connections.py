"""How SQLite files are opened: the settings of every connection, and the lock that keeps a second server out."""

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from noughts.storage.private_files import make_private_file
from noughts.storage.sqlite_commit import MOST_ROWS

READERS = 2
# Prepared statements that a connection keeps: the two for every number of rows in `sqlite_commit`, and others.
KEPT_STATEMENTS = 3 * MOST_ROWS


def open_engine(path: Path) -> Engine:
    """Return the connections to this file: one for the writer, the rest for readers."""
    engine = create_engine(
        # Not as text: a folder's name may contain characters that have a meaning in a URL.
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=READERS + 1,
        connect_args={"check_same_thread": False, "cached_statements": KEPT_STATEMENTS},
    )

    @event.listens_for(engine, "connect")
    def _configure(raw: sqlite3.Connection, _record: object) -> None:
        # Transactions are begun by hand: the driver's own guessing would commit in the middle of a batch.
        raw.isolation_level = None
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")
        raw.execute("PRAGMA busy_timeout = 5000")
        # A checkpoint every 16 MB of log instead of every 4: fewer, larger copies into the main file.
        raw.execute("PRAGMA wal_autocheckpoint = 4000")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        raw = connection.connection.driver_connection
        if raw is not None and not raw.in_transaction:
            raw.execute("BEGIN")

    return engine


def lock_folder(path: Path) -> IO[str]:
    """Lock the folder for this process: two servers must not write to the same SQLite file."""
    make_private_file(path)
    lock = path.open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise OSError(f"another Noughts server (process {holder}) is using it") from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock
