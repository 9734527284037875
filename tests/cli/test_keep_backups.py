"""`noughts admin keep-backups` tests each backup before it deletes old ones."""

import asyncio
import gzip
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts.cli import admin_backups
from noughts.cli.admin_store import write_backup
from noughts.client import Client
from noughts.storage import backup
from noughts.storage.journal import Database
from noughts.storage.sqlite import SqliteDatabase
from tests.cli.test_admin import Installation, installation  # noqa: F401 - a fixture


async def play(url: str) -> str:
    async with Client(url) as ann, Client(url) as bob:
        x = await ann.create(visibility="private")
        o = await bob.join(x.id)
        for game, cell in [(x, 4), (o, 0), (x, 2), (o, 1), (x, 6)]:
            await game.until_my_turn()
            await game.move(cell)
        return x.id


def backups_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("noughts-*.backup"))


async def test_tests_a_backup_and_deletes_old_ones(installation: Installation) -> None:  # noqa: F811
    folder = installation.folder / "backups"
    game = await play(installation.server.url)
    folder.mkdir(mode=0o700)
    others = [folder / name for name in ("noughts-monday.backup", "letter.txt")]
    for path in others:
        path.touch()
    old = [folder / f"noughts-2020010{day}T000000Z.backup" for day in (1, 2, 3)]
    for path in old:
        path.touch()
    said = installation.admin("keep-backups", str(folder), "--keep", "2")
    assert "found them equal" in said
    assert "Removed 2 old backups." in said
    kept = [path for path in backups_in(folder) if path not in others]
    assert len(kept) == 2
    assert kept[0] == old[2]
    assert stat.S_IMODE(kept[1].stat().st_mode) == 0o600
    assert all(path.exists() for path in others)
    assert not list(folder.glob("scratch-*"))
    assert game.encode() in gzip.decompress(kept[1].read_bytes())
    assert backup.contents(kept[1])["events"][0] >= 7


async def test_deletes_nothing_if_the_backup_cannot_be_restored(
    installation: Installation,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = installation.folder / "backups"
    folder.mkdir(mode=0o700)
    old = folder / "noughts-20200101T000000Z.backup"
    old.touch()
    write = write_backup

    async def lose_the_end(database: Database, path: Path) -> int:
        rows = await write(database, path)
        await asyncio.to_thread(cut, path)
        return rows

    def cut(path: Path) -> None:
        lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
        path.write_bytes(gzip.compress(b"".join(lines[:-2])))

    monkeypatch.setattr(admin_backups, "write_backup", lose_the_end)
    assert "is incomplete or damaged" in installation.refusal("keep-backups", str(folder), "--keep", "1")
    assert backups_in(folder) == [old]
    [untested] = folder.glob("*.untested")
    untested.rename(folder / "noughts-20200102T000000Z.untested")
    monkeypatch.undo()
    assert "Removed 2 old backups." in installation.admin("keep-backups", str(folder), "--keep", "1")
    assert len(list(folder.iterdir())) == 1


async def test_detects_a_restore_that_changes_a_row(
    installation: Installation,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installation.create("ann")
    write = SqliteDatabase.write

    async def spoil(database: SqliteDatabase, query: Callable[..., Any], *given: Any) -> Any:
        result: Any = await write(database, query, *given)
        if query is backup.restore:
            await write(
                database,
                lambda connection: connection.exec_driver_sql("UPDATE players SET created_ms = created_ms + 1"),
            )
        return result

    monkeypatch.setattr(SqliteDatabase, "write", spoil)
    words = installation.refusal("keep-backups", str(installation.folder / "backups"))
    assert "can't be restored unchanged: players" in words


async def test_refuses_to_keep_zero_backups(installation: Installation) -> None:  # noqa: F811
    with pytest.raises(SystemExit):
        await asyncio.to_thread(installation.try_admin, "keep-backups", "somewhere", "--keep", "0")
