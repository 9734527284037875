"""Only the server's own user can read its data, and it reports a folder that others can open."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from noughts.messages.ids import GameId
from noughts.storage.sqlite import SqliteDatabase
from tests.storage.writing import move, must_store, new_id


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes_in(folder: Path) -> set[int]:
    return {mode(path) for path in folder.iterdir()}


def open_to_others(folder: Path) -> None:
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)


@pytest.fixture(autouse=True)
def careless_user() -> Iterator[None]:
    """Make new files readable by everybody by default."""
    before = os.umask(0o022)
    yield
    os.umask(before)


async def run_once(folder: Path) -> list[str]:
    """Open a database in this folder for a moment, and return the warnings."""
    database = SqliteDatabase(folder / "noughts.db")
    with capture_logs() as logs:
        await database.open()
    try:
        await must_store(database, move(GameId(new_id("g")), 1))
        assert modes_in(folder) == {0o600}
    finally:
        await database.close()
    return [str(entry["event"]) for entry in logs if entry["log_level"] == "warning"]


async def test_a_new_folder_is_private_to_its_owner(tmp_path: Path) -> None:
    assert await run_once(tmp_path / "data" / "inner") == []
    assert mode(tmp_path / "data" / "inner") == 0o700


async def test_reports_a_readable_folder_and_makes_its_files_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    await run_once(folder)
    open_to_others(folder)
    assert await run_once(folder) == ["other users can open the data folder"]
    assert mode(folder) == 0o755
