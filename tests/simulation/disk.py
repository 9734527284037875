"""A disk that loses unsynced data, tears the current commit, fills up and goes offline, and a store on this disk.

The files are SQLite's own, in memory, and so is the code that reads and writes them: only the writer's thread and the
disk's faults are virtual.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Connection, event

from noughts.storage import sqlite_commit, sqlite_connections
from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import Unavailable
from noughts.storage.sqlite import MOST_IN_A_COMMIT, SqliteDatabase
from tests.simulation.loop import NOBODY, Process

Result = TypeVar("Result")

COMMIT_SECONDS = 0.01
FULL_SYNC = 2

# Records every notice ever stored, because in the real table a newer one replaces the older.
_WATCH_NOTICES = """
    CREATE TABLE put_notices (player_id TEXT, game_id TEXT, kind TEXT, created_ms INTEGER);
    CREATE TRIGGER notice_added AFTER INSERT ON notices BEGIN
        INSERT INTO put_notices VALUES (new.player_id, new.game_id, new.kind, new.created_ms); END;
    CREATE TRIGGER notice_replaced AFTER UPDATE OF created_ms ON notices BEGIN
        INSERT INTO put_notices VALUES (new.player_id, new.game_id, new.kind, new.created_ms); END;
"""

# One engine for all seeds, so that statements are compiled once. It connects to the disk of the current seed.
_engine = sqlite_connections.open_engine(Path("nowhere"))
_current: "list[VirtualDisk]" = []


@event.listens_for(_engine, "do_connect")
def _connect(*_: object) -> sqlite3.Connection:
    return sqlite3.connect(_current[0].path, check_same_thread=False)


class VirtualDisk:
    """The disk with the store. `is_shared` if servers on other machines use the store."""

    def __init__(
        self, folder: Path, empty: bytes, chance: Random, trace: Callable[[str], None], *, is_shared: bool
    ) -> None:
        _engine.dispose()
        _current[:] = [self]
        self._folder = folder
        self._chance = chance
        self._trace = trace
        self.is_shared = is_shared
        self.is_away = False
        self.is_failing = False
        # The files from before the power loss stay where they are.
        self._number = 0
        self._synced_bytes = 0
        self._waiting: list[tuple[VirtualDatabase, list[Any]]] = []
        # The keys locked by `alone`.
        self.holders: dict[str, Process] = {}
        self.path.write_bytes(empty)
        with contextlib.closing(sqlite3.connect(self.path)) as raw:
            raw.executescript(_WATCH_NOTICES)
        self._keeper = self._keep_open()

    @property
    def path(self) -> Path:
        return self._folder / f"disk{self._number}.db"

    def _keep_open(self) -> sqlite3.Connection:
        """Prevent the last close from copying the log into the file: a killed process doesn't either."""
        raw = sqlite3.connect(self.path)
        raw.execute("SELECT count(*) FROM installation").fetchone()
        return raw

    def close(self) -> None:
        self._keeper.close()
        _engine.dispose()

    @property
    def _log(self) -> Path:
        return self.path.with_suffix(".db-wal")

    def commit_later(self, database: "VirtualDatabase", batch: list[Any]) -> None:
        """Commit this after a while, unless the machine or the process has ended by then."""
        item = (database, batch)
        self._waiting.append(item)
        # This doesn't belong to the process: a commit under way may succeed or fail after the process has died.
        asyncio.get_running_loop().call_later(self._late(), self._commit, item, context=NOBODY)

    def _commit(self, item: "tuple[VirtualDatabase, list[Any]]") -> None:
        if item not in self._waiting:
            return
        self._waiting.remove(item)
        database, batch = item
        if not database.process.is_alive:
            return
        told = self._try(database, batch)
        self._trace(f"commit {database.process.name} {len(batch)}")
        asyncio.get_running_loop().call_later(self._late(), database._written, told, context=database.process.context)

    def _late(self) -> float:
        return self._chance.random() * COMMIT_SECONDS

    def _try(self, database: "VirtualDatabase", batch: list[Any]) -> Any:
        lost = Unavailable("the store is away")
        if self.is_away:
            return [sqlite_commit.failed(item, lost) for item in batch]
        raw = database.connection.connection.driver_connection
        assert raw is not None
        if self.is_failing:
            # In the middle of any statement.
            raw.set_progress_handler(lambda: 1, self._chance.randrange(1, 200))
        told = database._commit(database.connection, batch)
        raw.set_progress_handler(None, 0)
        if raw.execute("PRAGMA synchronous").fetchone()[0] >= FULL_SYNC:
            self._synced_bytes = self._log.stat().st_size
        if self.is_shared and self._chance.random() < 0.02:
            # The commit is stored, but the answer is lost.
            return [sqlite_commit.failed(item, lost) for item in batch]
        return told

    def lose_power(self) -> None:
        """Lose everything since the last sync, perhaps with part of the current commit kept."""
        for database, batch in self._waiting:
            if database.process.is_alive and not self.is_away:
                database._commit(database.connection, batch)
                break
        log = self._log.read_bytes() if self._log.exists() else b""
        whole = self.path.read_bytes()
        kept = self._chance.randint(min(self._synced_bytes, len(log)), len(log))
        self._trace(f"power lost, {len(log) - kept} of {len(log) - self._synced_bytes} bytes with it")
        waiting, self._waiting = self._waiting, []
        self.close()
        self._number += 1
        self.path.write_bytes(whole)
        self._log.write_bytes(log[:kept])
        self._keeper = self._keep_open()
        self._synced_bytes = kept
        for database, batch in waiting:
            if database.process.is_alive:
                told = [sqlite_commit.failed(item, Unavailable("power lost")) for item in batch]
                asyncio.get_running_loop().call_soon(database._written, told, context=database.process.context)

    def newest(self) -> dict[str, int]:
        """Return the newest version of every game."""
        with contextlib.closing(sqlite3.connect(self.path)) as raw:
            return dict(raw.execute("SELECT game_id, max(version) FROM events GROUP BY game_id").fetchall())

    def rows(self, query: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self.path)) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return raw.execute(query).fetchall()


class VirtualDatabase(SqliteDatabase):
    """SQLite's store, with the virtual disk in place of the writer's thread."""

    def __init__(self, disk: VirtualDisk, process: Process) -> None:
        super().__init__(disk.path)
        self._engine = _engine
        self._disk = disk
        self.process = process
        self._connection: Connection | None = None
        self._opened_on = disk.path

    @property
    def connection(self) -> Connection:
        """The writer's connection. A power loss replaces it."""
        if self._connection is None or self._connection.invalidated or self._opened_on != self._disk.path:
            self._connection, self._opened_on = self._engine.connect(), self._disk.path
        return self._connection

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._restored_ms = await self.read(restored_at_ms)

    async def close(self) -> None:
        await self.write(lambda _: None)

    @contextlib.asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        holders = self._disk.holders
        while (holder := holders.get(key)) is not None and holder.is_alive:  # noqa: ASYNC110 - virtual time
            await asyncio.sleep(COMMIT_SECONDS)
        holders[key] = self.process
        try:
            yield
        finally:
            if holders.get(key) is self.process:
                del holders[key]

    def let_go(self) -> None:
        """Drop the connection of a dead process."""
        if self._connection is not None and self._opened_on == self._disk.path:
            self._connection.close()
        self._connection = None

    async def read(self, query: Callable[..., Result], *args: Any) -> Result:
        if self._disk.is_away:
            await asyncio.sleep(COMMIT_SECONDS)
            raise Unavailable("the store is away")
        return await super().read(query, *args)

    def _hand_over(self) -> None:
        if self.process.is_alive:
            self._disk.commit_later(self, self._waiting[:MOST_IN_A_COMMIT])
            del self._waiting[:MOST_IN_A_COMMIT]
