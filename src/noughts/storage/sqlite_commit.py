"""One commit on SQLite: stores everything that waits for the writer, together or, after a conflict, one by one."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from itertools import chain
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from noughts.storage.games import store
from noughts.storage.journal import EVENT_COLUMNS, Done, Fate, Replaced, Write, event_row

# The most rows of one INSERT. Few statements are best, because the writer waits for the interpreter's lock after each
# one. There are prepared statements for every number of rows.
MOST_ROWS = 128
_INTO = f"INTO events ({', '.join(EVENT_COLUMNS)}) VALUES"
_ONE_ROW = f"({', '.join('?' * len(EVENT_COLUMNS))})"
_ROWS = {size: ", ".join([_ONE_ROW] * size) for size in range(1, MOST_ROWS + 1)}
# Within a transaction. OR FAIL, because a failed row rolls it back anyway: to undo one statement, SQLite would first
# copy every page that it changes.
_INSERTS = {size: f"INSERT OR FAIL {_INTO} {rows}" for size, rows in _ROWS.items()}
# As a transaction by itself. If the database was restored, the last value is NULL, and its column refuses that.
_UNLESS_RESTORED = "(SELECT ? FROM installation WHERE restored_ms = ?))"
_COMMITS = {size: f"INSERT {_INTO} {rows.removesuffix('?)')}{_UNLESS_RESTORED}" for size, rows in _ROWS.items()}


class Job:
    """An ordinary query that waits for the writer."""

    def __init__(self, query: Callable[[Connection], Any], future: "asyncio.Future[Any]") -> None:
        self.query = query
        self._future = future

    def succeed(self, result: Any) -> None:
        """Give the result to the caller that waits for it."""
        if not self._future.done():
            self._future.set_result(result)

    def fail(self, error: Exception) -> None:
        """Raise the error in the caller that waits. It may have been cancelled meanwhile."""
        if not self._future.done():
            self._future.set_exception(error)
            # Otherwise asyncio logs the error of a cancelled caller as unhandled.
            self._future.exception()


Item = tuple[Write, Done] | Job
# Looked up once, because the class of an enumeration is slow to ask.
STORED = Fate.STORED


_RESTORED_AT = "SELECT restored_ms FROM installation"

# Callbacks with their argument: a closure for each would cost more than the call.
Told = list[tuple[Callable[[Any], None], Any]]


def commit(connection: Connection, batch: list[Item], restored_ms: int | None) -> Told:
    """Commit a batch, and return whom to notify. Nothing is announced as stored before the commit returned.

    Raises what keeps the whole batch from being stored.
    """
    raw = connection.connection.driver_connection
    assert raw is not None
    told = None if restored_ms is None else _commit_moves(raw, batch, restored_ms)
    return _commit_all(connection, raw, batch, restored_ms) if told is None else told


def _commit_moves(raw: sqlite3.Connection, batch: list[Item], restored_ms: int) -> Told | None:
    """Commit a batch of moves by one statement. Return None when it takes more than that, and nothing is stored."""
    if len(batch) > MOST_ROWS:
        return None
    values: list[Any] = []
    told: Told = []
    for item in batch:
        if isinstance(item, Job):
            return None
        write, done = item
        changes = write.changes
        # `Write.is_plain`, written out, because every move passes here.
        if len(changes) != 1 or write.listings or write.refused is not None:
            return None
        values += event_row(changes[0])
        told.append((done, STORED))
    values.append(restored_ms)
    try:
        raw.execute(_COMMITS[len(told)], values)
    except sqlite3.IntegrityError:
        # A conflict, or the database was restored.
        return None
    return told


def _commit_all(connection: Connection, raw: sqlite3.Connection, batch: list[Item], restored_ms: int | None) -> Told:
    try:
        raw.execute("BEGIN IMMEDIATE")
        if restored_ms is not None and restored_ms != raw.execute(_RESTORED_AT).fetchone()[0]:
            raise Replaced("the database was restored from a backup")
        told = _store_batch(connection, raw, batch)
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                raw.rollback()
        raise
    return told


def _store_batch(connection: Connection, raw: sqlite3.Connection, batch: list[Item]) -> Told:
    writes = [item for item in batch if isinstance(item, tuple)]
    jobs = [item for item in batch if isinstance(item, Job)]
    try:
        rows = []
        for write, _ in writes:
            if write.is_plain:
                rows.append(event_row(write.changes[0]))
            else:
                store(raw.execute, write)
        _insert(raw, rows)
        told: Told = [(done, Fate.STORED) for _, done in writes]
    except Exception as error:
        if is_whole_database(error):
            raise
        # One of them conflicts, or can't be stored: start again, and store each one separately.
        raw.execute("ROLLBACK")
        raw.execute("BEGIN IMMEDIATE")
        told = [_store_alone(connection, raw, item) for item in writes]
    return told + [_store_alone(connection, raw, job) for job in jobs]


def _insert(raw: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    for start in range(0, len(rows), MOST_ROWS):
        some = rows[start : start + MOST_ROWS]
        raw.execute(_INSERTS[len(some)], list(chain.from_iterable(some)))


def _store_alone(connection: Connection, raw: sqlite3.Connection, item: Item) -> tuple[Callable[[Any], None], Any]:
    raw.execute("SAVEPOINT alone")
    try:
        if isinstance(item, Job):
            tell: tuple[Callable[[Any], None], Any] = item.succeed, item.query(connection)
        else:
            store(raw.execute, item[0])
            tell = item[1], Fate.STORED
    except Exception as error:
        if is_whole_database(error):
            raise
        raw.execute("ROLLBACK TO alone")
        tell = failed(item, error)
    raw.execute("RELEASE alone")
    return tell


# Faults of one statement, after which the transaction still stands: a rule of the table, the SQL, a value.
_OF_ONE_STATEMENT = (
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
)


def is_whole_database(error: Exception) -> bool:
    """Return whether the disk or the database failed, rather than this one write: then the whole batch fails."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    # The low byte is the kind of error. Errors that SQLite did not report have no code.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return isinstance(cause, sqlite3.Error) and code not in _OF_ONE_STATEMENT


def failed(item: Item, error: Exception) -> tuple[Callable[[Any], None], Any]:
    """Return the call that answers an item which could not be stored."""
    if isinstance(item, Job):
        return item.fail, error
    return item[1], Fate.CONFLICT if isinstance(error, sqlite3.IntegrityError) else Fate.UNAVAILABLE
