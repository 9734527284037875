"""Backups on every database: a restore brings everything back, and servers with older data can't write."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.storage import backup, pictures
from noughts.storage.backup import TABLES, BackupError
from noughts.storage.export import PLAYER_COLUMNS
from noughts.storage.installation import restored_at_ms
from noughts.storage.journal import Database, Fate, Replaced, Write
from noughts.storage.migration import schema_of
from noughts.storage.tables import metadata
from tests.contracts.test_counting import RATED, Live, no_progress, resigned
from tests.contracts.test_standings import account
from tests.storage.stores import NewDatabase
from tests.storage.writing import NOW_MS, new_id, next_change, store

Rows = dict[str, list[tuple[Any, ...]]]


def all_rows(connection: Connection) -> Rows:
    return {table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr) for table in TABLES}


async def backed_up(database: Database, path: Path) -> Path:
    def write(connection: Connection) -> None:
        with path.open("wb") as file:
            backup.back_up(connection, file, NOW_MS, no_progress)

    await database.snapshot(write)
    return path


async def restored(new_database: NewDatabase, path: Path, now_ms: int) -> None:
    """Restore as an operator does, while others have the store open."""
    visitor = new_database()
    await visitor.visit()
    try:
        await visitor.write(backup.restore, path, now_ms, no_progress)
    finally:
        await visitor.close()


async def test_a_restore_brings_everything_back(new_database: NewDatabase, database: Database, tmp_path: Path) -> None:
    ann = await account(database, new_id("Ann"))
    for _ in range(3):
        await resigned(database, ann.id, (await account(database, new_id("Bob"))).id, RATED)
    await database.write(pictures.set_picture, ann.id, "/pictures/abc.png", bytes(range(256)), NOW_MS)
    before = await database.read(all_rows)
    path = await backed_up(database, tmp_path / "backup")
    await resigned(database, ann.id, (await account(database, new_id("Eve"))).id, RATED)
    assert await database.read(all_rows) != before
    header = backup.check_file(path, await database.read(schema_of))
    assert header.rows == {name: len(rows) for name, rows in before.items()}
    await restored(new_database, path, NOW_MS + 1)
    assert await database.read(all_rows) == before
    assert await database.read(restored_at_ms) == NOW_MS + 1


async def test_restores_more_rows_than_are_read_at_a_time(
    new_database: NewDatabase, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "ROWS_AT_A_TIME", 3)
    for _ in range(4):
        await account(database, new_id("Ann"))
    before = await database.read(all_rows)
    await restored(new_database, await backed_up(database, tmp_path / "backup"), NOW_MS + 2)
    assert await database.read(all_rows) == before


async def test_a_server_with_data_from_before_the_restore_cannot_write(
    new_database: NewDatabase, database: Database, tmp_path: Path
) -> None:
    ann, bob = await account(database, new_id("Ann")), await account(database, new_id("Bob"))
    # Another server has the game in memory.
    server = new_database() if type(database).__name__ == "PostgresDatabase" else database
    if server is not database:
        await server.open()
    try:
        live = await Live.start(server, ann.id, bob.id)
        path = await backed_up(database, tmp_path / "backup")
        assert await live.say(ann.id, c.MakeMove(cell=4))
        await restored(new_database, path, NOW_MS + 3)
        plain = Write((next_change(live.game, bob.id, e.MoveMade(0, "O")),))
        ended = live.write_of(bob.id, c.Resign())
        assert ended is not None
        fates = await store(server, plain) + await store(server, ended)
        assert Fate.STORED not in fates
        with pytest.raises(Replaced):
            await server.write(lambda _: None)
        assert await database.read(_versions, live.game.id) == [1, 2]
    finally:
        if server is not database:
            await server.close()


def _versions(connection: Connection, game: str) -> list[int]:
    events = metadata.tables["events"]
    return list(connection.scalars(select(events.c.version).where(events.c.game_id == game).order_by(events.c.version)))


@pytest.mark.parametrize("fault", ["cut", "other schema", "other format", "a row lost", "no gzip", "no backup"])
async def test_refuses_an_incomplete_file(database: Database, tmp_path: Path, fault: str) -> None:
    path = await backed_up(database, tmp_path / "backup")
    schema = await database.read(schema_of)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    match fault:
        case "cut":
            path.write_bytes(path.read_bytes()[:-30])
        case "other schema":
            schema = "9999"
        case "other format":
            path.write_bytes(gzip.compress(b"".join(lines).replace(b'"noughts":1', b'"noughts":2')))
        case "a row lost":
            row = next(line for line in lines if line.startswith(b"["))
            lines.remove(row)
            path.write_bytes(gzip.compress(b"".join(lines)))
        case "no gzip":
            path.write_bytes(b"".join(lines))
        case "no backup":
            path.write_bytes(gzip.compress(b"hello\n"))
    with pytest.raises(BackupError):
        backup.check_file(path, schema)


def test_every_column_that_may_name_a_player_is_exported_or_excluded() -> None:
    """Check that a new table with a person in it is part of that person's export."""
    known = PLAYER_COLUMNS | {
        # These belong to the game, or are the row's own id.
        "game_id", "id", "creation_id", "command_id", "report_id",
        # Reports about a person belong to the reporters.
        "about_id", "other_id",
    }  # fmt: skip
    named = {column.name for table in metadata.sorted_tables for column in table.c if column.name.endswith("_id")}
    assert named <= known, named - known
