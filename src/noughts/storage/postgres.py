"""PostgreSQL: the same journal for many server processes. Moves that wait are stored by one statement, one commit."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from noughts.storage.games import store
from noughts.storage.installation import hold_restored_at_ms, restored_at_ms
from noughts.storage.journal import EVENT_COLUMNS, Done, Fate, Replaced, StorageError, Write, event_row
from noughts.storage.migration import check_schema, is_empty, migrate_postgres

Result = TypeVar("Result")

log = structlog.get_logger()

MOST_IN_A_COMMIT = 1024
CONNECTIONS = 8
COMMAND_SECONDS = 10

# The rows that lost a race are the ones that do not come back; all of them, when the whole was restored meanwhile.
_INSERT = f"""
    INSERT INTO events ({", ".join(EVENT_COLUMNS)})
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    WHERE (SELECT restored_ms FROM installation) = $7
    ON CONFLICT DO NOTHING RETURNING game_id, version
"""

# What a connection may raise that cannot be made; the last two are about numbers and names in the URL.
_UNREACHABLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError, ValueError, OverflowError)

# How every connection is made. A server may be set up to answer before a commit is on disk: not to us.
_OPTIONS: dict[str, Any] = {
    "command_timeout": COMMAND_SECONDS,
    "timeout": COMMAND_SECONDS,
    "server_settings": {"synchronous_commit": "on"},
}


class PostgresDatabase:
    """The store of an installation with more than one server process."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._options = _OPTIONS
        # The driver reads the URL for both pools: SQLAlchemy does not know all that may be in it, such as `sslmode`.
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://", async_creator=self._connect, pool_size=CONNECTIONS, pool_pre_ping=True
        )
        self._waiting: list[tuple[Write, Done]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._journal: asyncpg.Pool[Any]
        # When the whole had last been restored, at the time of opening; None for a visitor, who may restore it.
        self._restored_ms: int | None = None

    async def open(self) -> None:
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(migrate_postgres)
            self._restored_ms = await self.read(restored_at_ms)
            self._journal = await asyncpg.create_pool(self._url, min_size=1, max_size=1, **_OPTIONS)
        except _UNREACHABLE as error:
            raise self._unusable(error) from error
        self._spawn(self._write_all())

    async def visit(self, *, create: bool = False) -> None:
        # What an operator asks for may take long.
        self._options = {**_OPTIONS, "command_timeout": None}
        try:
            if create and await self.read(is_empty):
                async with self._engine.begin() as connection:
                    await connection.run_sync(migrate_postgres)
            await self.read(check_schema)
        except _UNREACHABLE as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> StorageError:
        cause = error.orig if isinstance(error, DBAPIError) else error
        words = str(cause) or "no answer in time"
        return StorageError(f"cannot use the database {_without_password(self._url)}: {words}")

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._url, **self._options)

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        while self._tasks:
            await asyncio.wait(self._tasks)
        if hasattr(self, "_journal"):
            await self._journal.close()
        await self._engine.dispose()

    def append(self, write: Write, done: Done) -> None:
        if write.is_plain:
            self._waiting.append((write, done))
            self._wake.set()
        else:
            self._spawn(self._store_alone(write, done))

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._engine.connect() as connection:
            return await connection.run_sync(query, *args)

    async def snapshot(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            return await connection.run_sync(query, *args)

    async def write(self, query: Callable[..., Result], *args: Any) -> Result:
        async with self._engine.begin() as connection:
            if self._restored_ms is not None:
                await connection.run_sync(self._check_not_restored)
            return await connection.run_sync(query, *args)

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
            columns = list(zip(*map(event_row, changes), strict=True))
            stored = {tuple(row) for row in await self._journal.fetch(_INSERT, *columns, self._restored_ms)}
        except Exception as error:
            # Whatever it is, the writer outlives it: all that waits behind would wait for ever.
            log.error("the database refused a commit", error=str(error), writes=len(batch))
            fates = [Fate.UNAVAILABLE] * len(batch)
        else:
            fates = [_fate_of((change.game, change.version), stored) for change in changes]
        for (_, done), fate in zip(batch, fates, strict=True):
            _tell(done, fate)

    async def _store_alone(self, write: Write, done: Done) -> None:
        try:
            await self.write(_store, write)
            fate = Fate.STORED
        except IntegrityError:
            fate = Fate.CONFLICT
        except Exception as error:
            log.error("the database refused a commit", error=str(error), writes=1)
            fate = Fate.UNAVAILABLE
        _tell(done, fate)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _fate_of(key: tuple[str, int], stored: set[Any]) -> Fate:
    """The first in a batch to ask for a stored row has written it; any other came second."""
    if key not in stored:
        return Fate.CONFLICT
    stored.remove(key)
    return Fate.STORED


def _store(connection: Connection, write: Write) -> None:
    store(lambda statement, parameters: connection.execute(text(statement), parameters), write)


def _tell(done: Done, fate: Fate) -> None:
    try:
        done(fate)
    except Exception:
        # One game's fault must not keep the others from hearing of their moves.
        log.exception("telling of a stored write failed")


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
