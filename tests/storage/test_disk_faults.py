"""A full or failing disk: the server never reports unstored data as stored, and continues afterwards."""

import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx2 import AsyncClient
from sqlalchemy import Connection

from noughts.app import Application
from noughts.config import Settings
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import GameId
from noughts.server.presence import uptime
from noughts.storage import games as stored
from noughts.storage.journal import Fate, Write
from noughts.storage.sqlite import SqliteDatabase
from tests.servers.prepared import put_database
from tests.storage.writing import NOW_MS, must_store, new_id, open_game, store


def large(game: GameId, version: int) -> Write:
    """Return a move that fills about a page."""
    line = tuple(range(1000, 1800))
    return Write((Change(game, version, NOW_MS, None, None, (e.RoundFinished("X", "line", line),)),))


def limit_pages(connection: Connection, more: int) -> None:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar() or 0
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")


def is_intact(connection: Connection) -> bool:
    return bool(connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok")


async def test_a_full_database_is_unavailable_until_there_is_room(tmp_path: Path) -> None:
    database, game = SqliteDatabase(tmp_path / "noughts.db"), GameId(new_id("g"))
    await database.open()
    await database.write(limit_pages, 20)
    fates = [(await store(database, large(game, version)))[0] for version in range(1, 40)]
    held = fates.index(Fate.UNAVAILABLE)
    assert fates == [Fate.STORED] * held + [Fate.UNAVAILABLE] * (39 - held)
    assert 5 < held < 35
    assert await database.read(stored.versions_of, [game]) == {game: held}
    await database.write(limit_pages, 1000)
    await must_store(database, *(large(game, version) for version in range(held + 1, 40)))
    assert await database.read(is_intact)
    await database.close()


async def test_stores_no_part_of_a_batch_that_does_not_fit(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    games = [GameId(new_id("g")) for _ in range(60)]
    listed = await open_game(database)
    await database.write(limit_pages, 20)
    fates = await store(database, *(large(game, 1) for game in games))
    found = await database.read(stored.versions_of, games)
    assert Fate.UNAVAILABLE in fates
    assert found == {game: 1 for game, fate in zip(games, fates, strict=True) if fate is Fate.STORED}
    # Small writes still fit, and earlier data is still there.
    assert await database.read(stored.versions_of, [listed.id]) == {listed.id: 1}
    await database.close()


async def test_a_conflict_in_a_batch_that_does_not_fit_stores_nothing(tmp_path: Path) -> None:
    database, taken = SqliteDatabase(tmp_path / "noughts.db"), GameId(new_id("g"))
    await database.open()
    await must_store(database, large(taken, 1))
    await database.write(limit_pages, 20)
    games = [GameId(new_id("g")) for _ in range(40)]
    fates = await store(database, *(large(game, 1) for game in games), large(taken, 1))
    found = await database.read(stored.versions_of, games)
    assert found == {game: 1 for game, fate in zip(games, fates, strict=False) if fate is Fate.STORED}
    assert len(found) < 40
    assert fates[-1] in (Fate.CONFLICT, Fate.UNAVAILABLE)
    assert await database.read(is_intact)
    await database.close()


# A separate process, because the limit applies to every file that a process writes.
_LIMITED = """
import asyncio, json, pathlib, resource, sys
from noughts.messages.ids import GameId
from noughts.storage.sqlite import SqliteDatabase
from tests.storage.test_disk_faults import large
from tests.storage.writing import store

async def fates_under(room):
    folder = pathlib.Path(sys.argv[1]) / str(room)
    database, game = SqliteDatabase(folder / "noughts.db"), GameId("g")
    await database.open()
    log_bytes = (folder / "noughts.db-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_bytes + room, resource.RLIM_INFINITY))
    fates = [(await store(database, large(game, version)))[0].value for version in range(1, 40)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    fates += [(await store(database, large(game, version)))[0].value for version in range(40, 45)]
    await database.close()
    return fates

print(json.dumps([asyncio.run(fates_under(int(room))) for room in sys.argv[2:]]))
"""

# How many bytes the log may grow. With each value, a different write to the log fails.
ROOMS = (0, 1, 4_096, 11_776, 20_000, 24_064, 30_000, 40_000, 60_000, 80_000)


def test_reports_a_write_as_stored_only_if_the_system_accepted_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, tmp_path, *map(str, ROOMS)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    held = set()
    for room, fates in zip(ROOMS, json.loads(done.stdout.splitlines()[-1]), strict=True):
        assert "unavailable" in fates
        assert fates[39:] == ["stored"] * 5, "it goes on when there is room again"
        told = {version for version, fate in enumerate(fates, 1) if fate == "stored"}
        assert asyncio.run(versions_in(tmp_path / str(room))) == told
        held.add(len(told))
    assert len(held) > 3, f"the limits failed at the same writes: {held}"


async def versions_in(folder: Path) -> set[int]:
    """Check that the database is intact, and return its versions of the game."""
    database = SqliteDatabase(folder / "noughts.db")
    await database.open()
    changes = await database.read(stored.changes_of, GameId("g"))
    assert await database.read(is_intact)
    await database.close()
    return {change.version for change in changes}


@contextmanager
def full_disk(log: Path) -> Iterator[None]:
    """Limit the size of files that this process writes to the current size of the store's log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_server_with_a_full_disk_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uptime, "BEAT_SECONDS", 0.02)
    monkeypatch.setattr(uptime, "UNREADY_SECONDS", 0.3)
    settings = Settings(port=0, line_port=0, data=str(tmp_path), warm_computer=False, command_burst=1000)
    put_database(tmp_path)
    async with Application(settings).running() as server, AsyncClient(base_url=server.address) as http:

        async def is_answered(status: int) -> str:
            async with asyncio.timeout(3):
                while (answer := await http.get("/readyz")).status_code != status:
                    pass
            return answer.text

        await is_answered(200)
        with full_disk(tmp_path / "noughts.db-wal"):
            assert "its disk is full" in await is_answered(503)
            assert (await http.get("/healthz")).status_code == 200
        await is_answered(200)
