"""PostgreSQL: the same journal for many server processes.

All waiting moves are stored by one statement, in one commit.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from noughts.outage import Part
from noughts.storage.installation import hold_restored_at_ms, restored_at_ms
from noughts.storage.journal import Done, Fate, Replaced, StorageError, Unavailable, Write
from noughts.storage.migration import check_schema, is_empty, migrate_postgres
from noughts.storage.postgres_commit import store_changes, store_write

Result = TypeVar("Result")

log = structlog.get_logger()

MOST_IN_A_COMMIT = 1024
CONNECTIONS = 8
# Connections that store everything but moves.
WRITERS = 4
COMMAND_SECONDS = 10
LOCK_MS = 2000
CONNECT_SECONDS = 3
# How long a query may wait for one of the connections.
POOL_SECONDS = 5

# What a failing connection may raise; the last two are about numbers and names in the URL.
_UNREACHABLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError, ValueError, OverflowError)

# Errors of a server that is unreachable, too busy, or cannot write, including the causes that SQLAlchemy wraps.
_SERVER_FAILURES = (
    OSError,
    TimeoutError,
    NoConnectionFree,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
)

# How every connection is made. The server may be configured to answer before a commit is on disk; these options prevent
# that.
_OPTIONS: dict[str, Any] = {
    "command_timeout": COMMAND_SECONDS,
    "timeout": CONNECT_SECONDS,
    "server_settings": {"synchronous_commit": "on"},
}


class PostgresDatabase:
    """The store of an installation with more than one server process."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._options = _OPTIONS
        # The driver reads the URL for both pools: SQLAlchemy does not know all that may be in it, such as `sslmode`.
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,
        )
        self._part = Part("the database", logs_before_use=False)
        self._waiting: list[tuple[Write, Done]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        # One connection for moves, and some for all other writes.
        self._journal: asyncpg.Pool[Any]
        self._events: asyncpg.Pool[Any]
        # When the store was last restored, as read at opening. None for a visitor, which may restore it.
        self._restored_ms: int | None = None

    async def open(self) -> None:
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate_postgres)
            self._restored_ms = await self.read(restored_at_ms)
            self._journal, self._events = await self._new_pool(1), await self._new_pool(WRITERS)
        except _UNREACHABLE as error:
            raise self._unusable(error) from error
        except Unavailable as error:
            raise self._unusable(error.__cause__ or error) from error
        self._spawn(self._write_all())

    async def visit(self, *, create: bool = False) -> None:
        # An operator's request may take long.
        self._options = {**_OPTIONS, "command_timeout": None}
        try:
            if create and await self.read(is_empty):
                async with self._engine.begin() as connection:
                    await connection.run_sync(migrate_postgres)
            await self.read(check_schema)
        except _UNREACHABLE as error:
            raise self._unusable(error) from error
        except Unavailable as error:
            raise self._unusable(error.__cause__ or error) from error

    def _unusable(self, error: BaseException) -> StorageError:
        cause = error.orig if isinstance(error, DBAPIError) else error
        words = str(cause) or "no answer in time"
        return StorageError(f"cannot use the database {_without_password(self._url)}: {words}")

    async def _new_pool(self, size: int) -> Any:
        return await asyncpg.create_pool(
            self._url, min_size=0, max_size=size, max_inactive_connection_lifetime=0, reset=_leave_as_is, **_OPTIONS
        )

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._url, **self._options)

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        while self._tasks:
            await asyncio.wait(self._tasks)
        if hasattr(self, "_journal"):
            await self._journal.close()
            await self._events.close()
        await self._engine.dispose()

    def append(self, write: Write, done: Done) -> None:
        if write.is_plain:
            self._waiting.append((write, done))
            self._wake.set()
        else:
            self._spawn(self._store_alone(write, done))

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._used(), self._engine.connect() as connection:
            return await connection.run_sync(query, *args)

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._used(), self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            return await connection.run_sync(query, *args)

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._used(), self._engine.begin() as connection:
            if self._restored_ms is not None:
                await connection.run_sync(self._check_not_restored)
            return await connection.run_sync(query, *args)

    @asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        number = int.from_bytes(sha256(key.encode()).digest()[:8], signed=True)
        async with self._used(), self._engine.connect() as connection:
            try:
                # The lock ends with the transaction, which the end of the context rolls back.
                await connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
                await connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})
            except DBAPIError as error:
                if _is_away(error):
                    raise
                # A process that was stopped while it held the lock must not stop the others.
                log.warning("a lock could not be taken in time", key=key, error=str(error.orig))
            yield

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[None]:
        """Record whether the server answers. Raises `Unavailable` when it does not."""
        try:
            yield
        except Exception as error:
            if not _is_away(error):
                raise
            self._part.failed(error)
            raise Unavailable(str(error) or type(error).__name__) from error
        self._part.worked()

    def _check_not_restored(self, connection: Connection) -> None:
        if hold_restored_at_ms(connection) != self._restored_ms:
            raise Replaced("the database was restored from a backup")

    async def _write_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_IN_A_COMMIT], self._waiting[MOST_IN_A_COMMIT:]
                await self._store_batch(batch)
            if self._closing:
                return

    async def _store_batch(self, batch: list[tuple[Write, Done]]) -> None:
        changes = [write.changes[0] for write, _ in batch]
        try:
            fates = await store_changes(self._journal, changes, self._restored_ms)
        except Exception as error:
            # The writer must survive any error: everything queued behind it would wait forever.
            self._refused(error, len(batch))
            fates = [Fate.UNAVAILABLE] * len(batch)
        else:
            self._part.worked()
        for (_, done), fate in zip(batch, fates, strict=True):
            _tell(done, fate)

    async def _store_alone(self, write: Write, done: Done) -> None:
        try:
            async with self._used(), self._events.acquire(timeout=POOL_SECONDS) as connection:
                await store_write(connection, write, self._restored_ms)
            fate = Fate.STORED
        except asyncpg.IntegrityConstraintViolationError:
            fate = Fate.CONFLICT
        except Exception as error:
            self._refused(error, 1)
            fate = Fate.UNAVAILABLE
        _tell(done, fate)

    def _refused(self, error: Exception, writes: int) -> None:
        if isinstance(error, Unavailable) or _is_away(error):
            self._part.failed(error)
        else:
            log.error("the database refused a commit", error=str(error), writes=writes)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _leave_as_is(connection: Any) -> None:
    """Reset nothing: a statement of the journal leaves nothing behind, and a reset would cost a round trip for each
    commit.
    """


def _is_away(error: Exception) -> bool:
    """Return whether the server failed, rather than this one query."""
    cause: BaseException | None = error
    while isinstance(cause, DBAPIError):
        if cause.connection_invalidated:
            return True
        cause = cause.orig
    # SQLAlchemy wraps the driver's exceptions in its own. A value that the driver cannot send is an InterfaceError too,
    # and a ValueError.
    return any(
        isinstance(e, _SERVER_FAILURES) and not isinstance(e, ValueError) for e in (cause, cause and cause.__cause__)
    )


def _tell(done: Done, fate: Fate) -> None:
    try:
        done(fate)
    except Exception:
        # A fault in one game must not stop the answers to others.
        log.exception("reporting a stored write failed")


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
