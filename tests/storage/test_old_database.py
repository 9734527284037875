"""A database written by version 0.1.0: it migrates on both stores, and its games are unchanged.

`golden/noughts-0.1.0.sql` is the dump of a SQLite database on which three people played that version. It must never
change. PostgreSQL gets the same rows, in tables as that version made them.
"""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from noughts.client.api import Api
from noughts.games.application import replay
from noughts.games.change_facts import is_plain_move
from noughts.messages.ids import GameId
from noughts.storage import games as stored
from noughts.storage import rebuilding
from noughts.storage.idle import untouched_games
from noughts.storage.journal import Database
from noughts.storage.migration import MIGRATIONS, migrate_postgres
from noughts.storage.players import cards_of
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.tables import events, games, records, streaks
from tests.servers.noughts import NoughtsServer

DUMP = Path(__file__).with_name("golden") / "noughts-0.1.0.sql"
SCHEMA = "0003"

ANN, BOB, CAT = "0brnb0IrNY6cqhNFQ", "0oI8eozlu8TiQHsYi", "038lqR9sdobglMPOz"
ULTIMATE, GOMOKU, UNMOVED = "1xTIZiJhuSoEDB71X", "1xTIZiIJtJgIeGMWP", "1xTIZi3cAlCLfLpv2"
# For each game: how it ended and the winner's seat, or None and the number of moves on the board.
GAMES: dict[str, tuple[str | None, str | int | None]] = {
    "1xTIZhBOSZADinzQQ": ("line", "X"),
    "1xTIZh4hs70bxcGI5": ("full", None),
    "1xTIZi2S1aeypnnbO": ("resigned", "X"),
    "1xTIZi2ZGHJf13wV8": ("aborted", None),
    "1xTIZi49OZfrT8acr": ("score", None),
    "1xTIZi4ZSn84aMkVg": ("line", "X"),
    "1xTIZi020TibHP2T2": ("agreed", None),
    ULTIMATE: (None, 1),
    GOMOKU: (None, 2),
    UNMOVED: (None, 0),
    "1xTIZiCK8azHVXNQY": ("full", None),
    "1xTIZiJlvhwVrPohL": (None, 0),
    "1xTIZi7xr2XtADKXg": (None, 0),
    "1xTIZiBOuSGRzkTm5": (None, 3),
}


def old_sqlite(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text())
    return path


async def old_postgres(url: str, folder: Path) -> None:
    """Create the tables of the old version, and insert its rows."""
    older = folder / "older"
    newer = [path.name for path in MIGRATIONS.glob("versions/[0-9]*.py") if path.name[:4] > SCHEMA]
    shutil.copytree(MIGRATIONS, older, ignore=shutil.ignore_patterns("__pycache__", *newer))

    def fill(connection: Connection) -> None:
        migrate_postgres(connection, older)
        with closing(sqlite3.connect(old_sqlite(folder / "old.db"))) as old:
            for (table,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                rows = old.execute(f"SELECT * FROM {table}")
                names = [column[0] for column in rows.description]
                insert = text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{n}' for n in names)})")
                for row in rows:
                    if table != "alembic_version":
                        connection.execute(insert, dict(zip(names, row, strict=True)))

    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"))
    async with engine.begin() as connection:
        await connection.run_sync(fill)
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
async def old_database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A store of version 0.1.0, opened by this version."""
    database: Database
    if request.param == "sqlite":
        database = SqliteDatabase(old_sqlite(tmp_path / "noughts.db"))
    else:
        url: str = request.getfixturevalue("empty_postgres_url")
        await old_postgres(url, tmp_path)
        database = PostgresDatabase(url)
    await database.open()
    yield database
    await database.close()


async def test_games_of_version_0_1_0_are_unchanged(old_database: Database) -> None:
    for game_id, (reason, more) in GAMES.items():
        game = replay(await old_database.read(stored.changes_of, GameId(game_id)))
        if reason is None:
            assert (game.result, len(game.moves)) == (None, more)
        else:
            assert game.result is not None
            assert (game.result.reason, game.result.winner) == (reason, more)
    names = {card.name for card in (await old_database.read(cards_of, [ANN, BOB, CAT])).values()}
    assert names == {"Ann", "Bob", "Cat"}
    assert len(await old_database.read(stored.refusals_of, GameId(ULTIMATE))) == 2


async def test_the_added_columns_match_the_events(old_database: Database) -> None:
    def plain_moves(connection: Connection) -> dict[tuple[str, int], bool]:
        query = select(events.c.game_id, events.c.version, events.c.plain_move)
        return {(row[0], row[1]): row[2] for row in connection.execute(query)}

    found = await old_database.read(plain_moves)
    expected: dict[tuple[str, int], bool] = {}
    for game_id in GAMES:
        for change in await old_database.read(stored.changes_of, GameId(game_id)):
            expected[game_id, change.version] = is_plain_move(change.events)
    assert found == expected
    assert set(expected.values()) == {True, False}
    idle = {row.id: row.moves for row in await old_database.read(untouched_games, 2**53, GameId(""), 100)}
    assert (idle[ULTIMATE], idle[GOMOKU], idle[UNMOVED]) == (1, 3, 0)
    paces = {row.id: row.pace for row in await old_database.read(lambda c: c.execute(select(games)).all())}
    assert (paces[ULTIMATE], paces[GOMOKU], paces["1xTIZiBOuSGRzkTm5"]) == ("untimed", "slow", "realtime")


async def test_rebuilding_records_counts_the_old_finished_games(old_database: Database) -> None:
    rebuilt = await rebuilding.rebuild(old_database, lambda done, total: None)
    assert (rebuilt.games, rebuilt.left) == (7, 0)

    def sums(connection: Connection) -> dict[str, tuple[int, ...]]:
        found = {}
        for player in (ANN, BOB, CAT):
            rows = connection.execute(select(records).where(records.c.player_id == player)).all()
            found[player] = tuple(sum(getattr(row, name) for row in rows) for name in ("won", "lost", "drawn"))
        return found

    assert await old_database.read(sums) == {ANN: (2, 0, 3), BOB: (0, 2, 4), CAT: (1, 1, 1)}
    streak = await old_database.read(lambda c: c.execute(select(streaks).where(streaks.c.player_id == ANN)).one())
    assert (streak.outcome, streak.length, streak.longest_won) == ("drawn", 2, 1)


async def test_an_account_of_version_0_1_0_can_log_in_and_continue_its_games(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    old_sqlite(tmp_path / "data" / "noughts.db")
    server = NoughtsServer(tmp_path, "--data", str(tmp_path / "data")).start()
    try:
        async with Api(server.url) as bob:
            await bob.log_in("Bob", "another pass word")
            state = await bob.game(ULTIMATE)
            # In the middle board, where Ann's move sent Bob.
            moved = await bob.move(ULTIMATE, 30)
            assert (moved.version, moved.cells[30]) == (state.version + 1, "O")
        assert server.tracebacks == []
    finally:
        server.kill()
