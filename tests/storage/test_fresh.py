"""The newest changes on SQLite: appended without an index, sorted in later, and one table for whoever reads."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.event import listen, remove

from noughts.messages.computers import COMPUTER_LEVELS
from noughts.messages.ids import GameId, PlayerId
from noughts.storage import games as stored
from noughts.storage.export import games_about
from noughts.storage.fresh import MOST_FRESH
from noughts.storage.idle import untouched_games
from noughts.storage.journal import EVENT_COLUMNS, Fate, event_row
from noughts.storage.sqlite import SqliteDatabase
from tests.storage.writing import NOW_MS, move, must_store, new_id, new_player, play, store

COMPUTER = next(iter(COMPUTER_LEVELS))


def sizes(connection: Connection) -> tuple[int, int]:
    """Rows sorted in, and rows that are not."""
    settled, fresh = (
        connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
        for table in ("settled_events", "fresh_events")
    )
    return settled, fresh


async def opened(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path / "noughts.db")
    await database.open()
    return database


async def fill(database: SqliteDatabase, rows: int) -> list[GameId]:
    """Games with ten changes each, in an order in which no two of a game follow one another."""
    games = [GameId(new_id("g")) for _ in range(rows // 10)]
    for version in range(1, 11):
        await must_store(database, *(move(game, version) for game in games))
    return games


async def test_changes_are_sorted_in_once_there_are_enough_and_no_reader_notices(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    games = await fill(database, 600)
    assert await database.read(sizes) == (0, 600)
    before = [await database.read(stored.changes_of, game) for game in games]
    assert [[change.version for change in changes] for changes in before] == [[*range(1, 11)]] * len(games)
    more = await fill(database, MOST_FRESH)
    settled, fresh = await database.read(sizes)
    assert settled + fresh == 600 + len(more) * 10
    assert settled >= MOST_FRESH > fresh
    assert [await database.read(stored.changes_of, game) for game in games] == before
    assert await database.read(stored.versions_of, [*games, *more]) == dict.fromkeys([*games, *more], 10)
    await database.close()


async def test_a_version_is_taken_once_wherever_its_row_lies(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    (old,) = await fill(database, 10)
    await fill(database, MOST_FRESH)
    (young,) = await fill(database, 10)
    for game in (old, young):
        assert await store(database, move(game, 10)) == [Fate.CONFLICT]
        assert await store(database, move(game, 11), move(game, 11)) == [Fate.STORED, Fate.CONFLICT]
        assert await store(database, move(game, 12)) == [Fate.STORED]
        assert await store(database, move(game, 12)) == [Fate.CONFLICT]
        assert [change.version for change in await database.read(stored.changes_of, game)] == [*range(1, 13)]
    await database.close()


async def test_a_version_stored_beside_a_loser_is_taken_too(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    loser, other = await fill(database, 20)
    assert await store(database, move(loser, 10), move(other, 11)) == [Fate.CONFLICT, Fate.STORED]
    assert await store(database, move(other, 11)) == [Fate.CONFLICT]
    assert [change.version for change in await database.read(stored.changes_of, other)] == [*range(1, 12)]
    await database.close()


async def test_a_server_that_starts_finds_out_what_lies_there(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    (game,) = await fill(database, 10)
    await database.close()
    database = await opened(tmp_path)
    assert await database.read(sizes) == (0, 10)
    assert await store(database, move(game, 10), move(game, 11)) == [Fate.CONFLICT, Fate.STORED]
    await database.close()


async def test_what_another_process_has_written_meanwhile_is_not_written_again(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    (game,) = await fill(database, 10)
    row = event_row(move(game, 11).changes[0])
    with sqlite3.connect(tmp_path / "noughts.db") as other:
        other.execute(f"INSERT INTO events ({', '.join(EVENT_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)", row)
    other.close()
    assert await store(database, move(game, 11)) == [Fate.CONFLICT]
    assert await store(database, move(game, 12)) == [Fate.STORED]
    visitor = SqliteDatabase(tmp_path / "noughts.db")
    await visitor.visit()
    assert await store(visitor, move(game, 12), move(game, 13)) == [Fate.CONFLICT, Fate.STORED]
    await visitor.close()
    assert await store(database, move(game, 13), move(game, 14)) == [Fate.CONFLICT, Fate.STORED]
    assert [change.version for change in await database.read(stored.changes_of, game)] == [*range(1, 15)]
    await database.close()


def plans(connection: Connection) -> dict[str, list[str]]:
    """How SQLite looks for the rows of every query over events."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    listen(connection, "before_cursor_execute", note)
    game, player = GameId("g"), PlayerId("p")
    stored.changes_of(connection, game)
    stored.versions_of(connection, [game])
    stored.entered_by(connection, player, "c")
    stored.games_with_the_computer(connection, NOW_MS * 2)
    untouched_games(connection, NOW_MS * 2, GameId(""), 10)
    list(games_about(connection, COMPUTER))
    remove(connection, "before_cursor_execute", note)
    return {
        statement: [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        for statement, parameters in asked
        if "FROM events" in statement
    }


async def test_no_query_reads_all_that_is_sorted_in(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    await play(database, COMPUTER, new_player())
    found = await database.read(plans)
    assert len(found) == 6
    for statement, plan in found.items():
        assert any(line.startswith("SEARCH settled_events") for line in plan), statement
        assert not any("SCAN settled_events" in line for line in plan), statement
    await database.close()


def keys(connection: Connection, table: str) -> list[str]:
    described = connection.exec_driver_sql(f"PRAGMA table_info({table})")
    return [row[1] for row in described]


async def test_the_view_is_a_table_for_everybody_else(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    for table in ("events", "settled_events", "fresh_events"):
        assert await database.read(keys, table) == list(EVENT_COLUMNS)
    kept, gone = await fill(database, 20)
    row = event_row(move(kept, 10).changes[0])
    with sqlite3.connect(tmp_path / "noughts.db") as other:
        refused = ""
        try:
            other.execute(f"INSERT INTO events ({', '.join(EVENT_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError as error:
            refused = str(error)
        assert refused == "UNIQUE constraint failed: events.game_id, events.version"
        assert other.execute("DELETE FROM events WHERE game_id = ?", (gone,)).rowcount >= 0
    other.close()
    assert await database.read(stored.versions_of, [kept, gone]) == {kept: 10}
    await database.close()
