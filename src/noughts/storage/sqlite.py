"""SQLite: one writer thread, which commits all writes that arrived during the last commit, and separate readers.

There is no batching timer. A single write is committed at once. Under load, all writes of one turn of the event loop,
and all that arrived during the previous commit, share one sync.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from noughts.outage import Part
from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import Done, Replaced, StorageError, Unavailable, Write
from noughts.storage.migration import check_schema, migrate_sqlite
from noughts.storage.private_files import close_to_others, make_private_folder
from noughts.storage.sqlite_commit import Item, Job, Told, commit, failed, is_whole_database
from noughts.storage.sqlite_connections import READERS, lock_folder, open_engine

Result = TypeVar("Result")

log = structlog.get_logger()

MOST_IN_A_COMMIT = 1024


class SqliteDatabase:
    """The embedded store: one file in the data folder, for one server process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: list[Item] = []
        self._is_writing = False
        self._batches: SimpleQueue[list[Item] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "noughts-reader")
        self._engine = open_engine(path)
        self._thread = threading.Thread(target=self._write_all, name="noughts-writer")
        self._lock: IO[str] | None = None
        # When the store was last restored, as read at opening. None for a visitor, which may restore it.
        self._restored_ms: int | None = None
        self._part = Part("the database", logs_before_use=False)
        self._loop: asyncio.AbstractEventLoop

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            make_private_folder(self._path.parent)
            self._lock = lock_folder(self._path.with_suffix(".lock"))
            close_to_others(self._path)
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
            # Writes keep their order, so this one returns after all earlier ones are stored.
            with contextlib.suppress(Replaced):
                await self.write(lambda _: None)
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def append(self, write: Write, done: Done) -> None:
        self._waiting.append((write, done))
        if not self._is_writing:
            self._begin()

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        def run() -> Result:
            try:
                with self._engine.connect() as connection:
                    return query(connection, *args)
            except DBAPIError as error:
                if not is_whole_database(error):
                    raise
                self._part.failed(error)
                raise Unavailable(str(error.orig)) from error

        return await self._loop.run_in_executor(self._readers, run)

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        # Every read is a snapshot: the transaction sees the log as it was when it began.
        return await self.read(query, *args)

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        future: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.append(Job(lambda connection: query(connection, *args), future))
        if not self._is_writing:
            self._begin()
        return await future

    @contextlib.asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        # No other process uses this file.
        yield

    def _begin(self) -> None:
        self._is_writing = True
        # At the end of this turn of the loop, together with all other writes of the turn.
        self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._batches.put(self._waiting[:MOST_IN_A_COMMIT])
        del self._waiting[:MOST_IN_A_COMMIT]

    def _written(self, told: Told) -> None:
        if self._waiting:
            self._hand_over()
        else:
            self._is_writing = False
        _tell(told)

    # The writer thread.

    def _write_all(self) -> None:
        with self._engine.connect() as connection:
            while (batch := self._batches.get()) is not None:
                self._loop.call_soon_threadsafe(self._written, self._commit(connection, batch))

    def _commit(self, connection: Connection, batch: list[Item]) -> Told:
        try:
            told = commit(connection, batch, self._restored_ms)
        except Replaced as error:
            return [failed(item, error) for item in batch]
        except Exception as error:
            # The writer must survive any error: everything queued behind it would wait forever.
            self._part.failed(error)
            unavailable = Unavailable(str(error))
            unavailable.__cause__ = error
            return [failed(item, unavailable) for item in batch]
        self._part.worked()
        return told


def _tell(told: Told) -> None:
    for tell, outcome in told:
        try:
            tell(outcome)
        except Exception:
            # A fault in one game must not stop the answers to others.
            log.exception("reporting a stored write failed")
