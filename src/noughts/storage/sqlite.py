"""SQLite: one writer thread that commits whatever has gathered while the last commit ran, and readers beside it.

There is no batching timer. Alone, a write waits for nobody; under load all that one turn of the event loop has brought,
and all that came during the commit before, share one sync.
"""

import asyncio
import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from noughts.storage.games import store
from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import EVENT_COLUMNS, Done, Fate, Replaced, StorageError, Write, event_row
from noughts.storage.migration import check_schema, migrate_sqlite

Result = TypeVar("Result")

log = structlog.get_logger()

MOST_IN_A_COMMIT = 1024
READERS = 2

# Rows of one INSERT. Few sizes, so that every statement stays prepared. OR FAIL, since the transaction is rolled back
# when a row fails: to undo the statement alone, SQLite would first copy every page that it changes.
_CHUNKS = (64, 8, 1)
_ONE_ROW = f"({', '.join('?' * len(EVENT_COLUMNS))})"
_INSERTS = {
    size: f"INSERT OR FAIL INTO events ({', '.join(EVENT_COLUMNS)}) VALUES {', '.join([_ONE_ROW] * size)}"
    for size in _CHUNKS
}


class _Job:
    """An ordinary query that waits for the writer."""

    def __init__(self, query: Callable[[Connection], Any], future: "asyncio.Future[Any]") -> None:
        self.query = query
        self.future = future


_Item = tuple[Write, Done] | _Job


class SqliteDatabase:
    """The embedded store: one file in the data folder, for one server process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: list[_Item] = []
        self._is_writing = False
        self._batches: SimpleQueue[list[_Item] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "noughts-reader")
        self._engine = _engine(path)
        self._thread = threading.Thread(target=self._write_all, name="noughts-writer")
        self._lock: IO[str] | None = None
        # When the whole had last been restored, at the time of opening; None for a visitor, who may restore it.
        self._restored_ms: int | None = None
        self._loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self._path.with_suffix(".lock"))
            await asyncio.to_thread(migrate_sqlite, self._engine, self._path)
            self._restored_ms = await self.read(restored_at_ms)
        except (OSError, DBAPIError) as error:
            raise self._unusable(error) from error
        self._thread.start()

    async def visit(self, *, create: bool = False) -> None:
        if create and not self._path.exists():
            await self.open()
            self._restored_ms = None
            return
        self._loop = asyncio.get_running_loop()
        if not self._path.exists():
            raise StorageError(f"there is no database in the data folder {self._path.parent}: start the server once")
        try:
            await self.read(check_schema)
        except (OSError, DBAPIError) as error:
            raise self._unusable(error) from error
        self._thread.start()

    def _unusable(self, error: Exception) -> StorageError:
        cause = error.orig if isinstance(error, DBAPIError) else error
        return StorageError(f"cannot use the data folder {self._path.parent}: {cause}")

    async def close(self) -> None:
        if self._thread.is_alive():
            # Everything that was asked for before is stored before this is.
            with contextlib.suppress(Replaced):
                await self.write(lambda _: None)
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def append(self, write: Write, done: Done) -> None:
        self._wait((write, done))

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        def run() -> Result:
            with self._engine.connect() as connection:
                return query(connection, *args)

        return await self._loop.run_in_executor(self._readers, run)

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        # Every read is one: the transaction sees the log as it was when it began.
        return await self.read(query, *args)

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        future: asyncio.Future[Result] = self._loop.create_future()
        self._wait(_Job(lambda connection: query(connection, *args), future))
        return await future

    def _wait(self, item: _Item) -> None:
        self._waiting.append(item)
        if not self._is_writing:
            self._is_writing = True
            # At the end of this turn of the loop, with all else that the turn brings.
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._batches.put(self._waiting[:MOST_IN_A_COMMIT])
        del self._waiting[:MOST_IN_A_COMMIT]

    def _written(self, told: "_Told") -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._is_writing = False
        _tell(told)

    # The writer thread.

    def _write_all(self) -> None:
        with self._engine.connect() as connection:
            while (batch := self._batches.get()) is not None:
                self._loop.call_soon_threadsafe(self._written, _commit(connection, batch, self._restored_ms))


_RESTORED_AT = "SELECT restored_ms FROM installation"

_Told = list[Callable[[], None]]


def _tell(told: _Told) -> None:
    for tell in told:
        try:
            tell()
        except Exception:
            # One game's fault must not keep the others from hearing of their moves.
            log.exception("telling of a stored write failed")


def _commit(connection: Connection, batch: list[_Item], restored_ms: int | None) -> _Told:
    """Commit a batch, and say whom to tell what. Nothing is said to be stored unless the commit returned."""
    raw = connection.connection.driver_connection
    assert raw is not None
    try:
        raw.execute("BEGIN IMMEDIATE")
        if restored_ms is not None and restored_ms != raw.execute(_RESTORED_AT).fetchone()[0]:
            raise Replaced("the database was restored from a backup")
        told = _store_batch(connection, raw, batch)
        raw.execute("COMMIT")
    except Exception as error:
        # Whatever it is, the writer outlives it: all that waits behind would wait for ever.
        log.error("the database refused a commit", error=str(error), writes=len(batch))
        if raw.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                raw.rollback()
        return [_failed(item, error) for item in batch]
    return told


def _store_batch(connection: Connection, raw: sqlite3.Connection, batch: list[_Item]) -> _Told:
    writes = [item for item in batch if isinstance(item, tuple)]
    jobs = [item for item in batch if isinstance(item, _Job)]
    try:
        rows = []
        for write, _ in writes:
            if write.is_plain:
                rows.append(event_row(write.changes[0]))
            else:
                store(raw.execute, write)
        _insert(raw, rows)
        told: _Told = [partial(done, Fate.STORED) for _, done in writes]
    except Exception as error:
        if _is_the_databases(error):
            raise
        # Somebody was first with one of them, or one cannot be stored: start again, and let each stand or fall alone.
        raw.execute("ROLLBACK")
        raw.execute("BEGIN IMMEDIATE")
        told = [_store_alone(connection, raw, item) for item in writes]
    return told + [_store_alone(connection, raw, job) for job in jobs]


def _insert(raw: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    start = 0
    for size in _CHUNKS:
        while len(rows) - start >= size:
            raw.execute(_INSERTS[size], list(chain.from_iterable(rows[start : start + size])))
            start += size


def _store_alone(connection: Connection, raw: sqlite3.Connection, item: _Item) -> Callable[[], None]:
    raw.execute("SAVEPOINT alone")
    try:
        if isinstance(item, _Job):
            tell = _result(item.future, item.query(connection))
        else:
            store(raw.execute, item[0])
            tell = partial(item[1], Fate.STORED)
    except Exception as error:
        if _is_the_databases(error):
            raise
        raw.execute("ROLLBACK TO alone")
        tell = _failed(item, error)
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


def _is_the_databases(error: Exception) -> bool:
    """Whether the disk or the database failed, rather than this one write: then the whole batch fails."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    # The low byte is the kind of error; what never came to the database has no code.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return isinstance(cause, sqlite3.Error) and code not in _OF_ONE_STATEMENT


def _result(future: "asyncio.Future[Any]", result: Any) -> Callable[[], None]:
    return lambda: None if future.done() else future.set_result(result)


def _failed(item: _Item, error: Exception) -> Callable[[], None]:
    if isinstance(item, _Job):
        future = item.future
        return lambda: None if future.done() else future.set_exception(error)
    return partial(item[1], Fate.CONFLICT if isinstance(error, sqlite3.IntegrityError) else Fate.UNAVAILABLE)


# Connections.


def _engine(path: Path) -> Engine:
    engine = create_engine(
        # Not as text: a folder's name may hold what means something in a URL.
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=READERS + 1,
        connect_args={"check_same_thread": False},
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


def _locked(path: Path) -> IO[str]:
    """Hold the folder for this process. Two servers on one SQLite file would each believe to be the only one."""
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
