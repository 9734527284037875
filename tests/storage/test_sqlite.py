"""SQLite only: durable connection settings, one server for each folder, and the error text when it can't be used."""

import asyncio
import gc
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from noughts.messages.ids import GameId
from noughts.storage import games as stored
from noughts.storage.journal import Fate, StorageError, Unavailable
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.sqlite_commit import Job
from tests.storage.writing import move, must_store, new_id, store


def pragmas(connection: Connection) -> dict[str, Any]:
    names = ("journal_mode", "synchronous", "wal_autocheckpoint", "busy_timeout")
    return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}


async def test_syncs_every_commit_to_disk(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    # 2 is FULL: the log is synced at every commit. NORMAL would lose the last commits in a power failure.
    assert (await database.write(pragmas))["synchronous"] == 2
    assert (await database.write(pragmas))["journal_mode"] == "wal"
    assert (await database.read(pragmas))["journal_mode"] == "wal"
    await database.close()


async def test_all_writes_run_in_one_separate_thread(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()

    def who(connection: Connection) -> str:
        return threading.current_thread().name

    assert {await database.write(who) for _ in range(5)} == {"noughts-writer"}
    assert (await database.read(who)).startswith("noughts-reader")
    await database.close()


def seen_by_another_process(path: Path) -> str:
    script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT game_id FROM events').fetchall())"
    return subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True).stdout


async def test_another_process_can_read_commits_while_the_server_runs(tmp_path: Path) -> None:
    path, game = tmp_path / "noughts.db", GameId(new_id("g"))
    database = SqliteDatabase(path)
    await database.open()
    await must_store(database, move(game, 1))
    assert await asyncio.to_thread(seen_by_another_process, path) == f"[('{game}',)]\n"
    await database.close()


@pytest.mark.parametrize("name", ["plain", "with space", "100%", "a?b=c", "#1", "ж🐈", "file:x", "a;b'c\"d"])
async def test_works_in_folders_with_any_name(tmp_path: Path, name: str) -> None:
    folder, game = tmp_path / name / "deeper", GameId(new_id("g"))
    for version in (1, 2):
        database = SqliteDatabase(folder / "noughts.db")
        await database.open()
        await must_store(database, move(game, version))
        assert len(await database.read(stored.changes_of, game)) == version
        await database.close()
    assert {path.name for path in folder.iterdir()} == {"noughts.db", "noughts.lock"}


async def refused(path: Path) -> str:
    """Return the error of opening a database at this path."""
    database = SqliteDatabase(path)
    with pytest.raises(StorageError) as refusal:
        await database.open()
    await database.close()
    words = str(refusal.value)
    assert "\n" not in words
    return words


async def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    words = await refused(tmp_path / "noughts.db")
    assert "another Noughts server" in words
    assert str(tmp_path) in words
    await database.close()
    await open_and_close(tmp_path / "noughts.db")


_HOLD = """
import asyncio, pathlib, sys
from noughts.storage.sqlite import SqliteDatabase

async def hold():
    await SqliteDatabase(pathlib.Path(sys.argv[1])).open()
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(hold())
"""


def test_a_killed_server_releases_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "noughts.db"
    with subprocess.Popen([sys.executable, "-c", _HOLD, path], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        assert f"process {holder.pid}" in asyncio.run(refused(path))
        holder.kill()
    asyncio.run(open_and_close(path))


async def open_and_close(path: Path) -> None:
    database = SqliteDatabase(path)
    await database.open()
    await database.close()


async def test_reports_a_file_in_place_of_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    assert "cannot use the data folder" in await refused(tmp_path / "data" / "noughts.db")


async def test_reports_a_folder_that_cannot_be_created() -> None:
    assert "cannot use the data folder /proc" in await refused(Path("/proc/noughts/noughts.db"))


async def test_reports_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "noughts.db").write_text("my shopping list " * 100)
    assert "file is not a database" in await refused(tmp_path / "noughts.db")


async def test_a_write_fails_while_another_process_locks_the_file(tmp_path: Path) -> None:
    database, game = SqliteDatabase(tmp_path / "noughts.db"), GameId(new_id("g"))
    await database.open()
    await database.write(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 20").scalar())
    other = sqlite3.connect(tmp_path / "noughts.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert await store(database, move(game, 1)) == [Fate.UNAVAILABLE]
    other.execute("ROLLBACK")
    other.close()
    await must_store(database, move(game, 1))
    await database.close()


async def test_the_error_of_a_cancelled_caller_is_not_logged_as_unhandled() -> None:
    reported: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: reported.append(context))
    Job(pragmas, loop.create_future()).fail(Unavailable("the disk is full"))
    gc.collect()
    assert reported == []
