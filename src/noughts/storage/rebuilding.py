"""Rebuilds records and ratings from the events of every game, and repairs the rows that differ. The server may keep
running.

The correct rows are computed from one snapshot and compared with the stored rows of the same snapshot. A row is
repaired only if it has not changed since: one that a game has changed meanwhile is checked again in the next pass.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, MetaData, String, Table, and_, create_engine, func, select, tuple_, update

from noughts.games.application import replay
from noughts.games.game import Game
from noughts.games.results import VOID_REASONS
from noughts.messages.events import Change
from noughts.messages.ids import PlayerId
from noughts.storage.counting import count
from noughts.storage.journal import CHANGE_COLUMNS, Database, change_of
from noughts.storage.tables import events, games, metadata, players, rating_changes, ratings, records, rivals, streaks

# The streaks first: they are the lock of the rest, see `counting.py`.
DERIVED: tuple[Table, ...] = (streaks, records, rivals, ratings, rating_changes)

# The part of the table of players that counting a game looks at.
_KINDS = Table("players", MetaData(), Column("id", String(32), primary_key=True), Column("kind", String(8)))

GAMES_AT_A_TIME = 500
PLAYERS_AT_A_TIME = 50
MOST_PASSES = 5

Progress = Callable[[int, int], None]
Key = tuple[Any, ...]
Rows = dict[Key, tuple[Any, ...]]


class Difference(Struct, frozen=True):
    """A wrong row, as it is stored and as it should be. None means no row."""

    table: Table
    key: Key
    found: tuple[Any, ...] | None
    right: tuple[Any, ...] | None


class Rebuilt(Struct, frozen=True):
    """How many games were replayed, how many wrong rows were repaired, and how many could not be."""

    games: int
    repaired: int
    left: int


async def rebuild(database: Database, progress: Progress) -> Rebuilt:
    """Correct the records from the events."""
    await database.write(number_uncounted)
    repaired = counted = 0
    left: dict[PlayerId, list[Difference]] = {}
    for _ in range(MOST_PASSES):
        counted, left = await database.snapshot(differences, progress)
        if not left:
            break
        repaired += await _repair(database, left)
    else:
        counted, left = await database.snapshot(differences, progress)
    return Rebuilt(counted, repaired, sum(map(len, left.values())))


async def _repair(database: Database, wrong: dict[PlayerId, list[Difference]]) -> int:
    repaired, each = 0, list(wrong.values())
    for start in range(0, len(each), PLAYERS_AT_A_TIME):
        some = each[start : start + PLAYERS_AT_A_TIME]
        repaired += sum(await asyncio.gather(*(database.write(repair_player, rows) for rows in some)))
    return repaired


def number_uncounted(connection: Connection) -> None:
    """Number the games that ended before there were records, in the order in which they ended."""
    is_uncounted = and_(
        games.c.status == "finished",
        games.c.number.is_(None),
        games.c.reason.not_in(VOID_REASONS),
        games.c.x_id.is_not(None),
        games.c.o_id.is_not(None),
    )
    uncounted = list(
        connection.scalars(select(games.c.id).where(is_uncounted).order_by(games.c.finished_ms, games.c.id))
    )
    last = connection.scalar(select(func.max(games.c.number)).where(games.c.number.is_not(None))) or 0
    for number, game in enumerate(uncounted, last + 1):
        connection.execute(update(games).where(games.c.id == game).values(number=number))


def differences(connection: Connection, progress: Progress) -> tuple[int, dict[PlayerId, list[Difference]]]:
    """Return how many games count, and what is stored wrongly, by player."""
    counted, right = _computed(connection, progress)
    wrong: dict[PlayerId, list[Difference]] = {}
    for table in DERIVED:
        found, should_be = _rows_of(connection, table), right[table.name]
        for key in found.keys() | should_be.keys():
            difference = Difference(table, key, found.get(key), should_be.get(key))
            if difference.found != difference.right:
                player = PlayerId(key[_key_names(table).index("player_id")])
                wrong.setdefault(player, []).append(difference)
    return counted, wrong


def repair_player(connection: Connection, wrong: Sequence[Difference]) -> int:
    """Repair these rows of one player, and count those that had not changed since."""
    repaired = 0
    for difference in wrong:
        table = difference.table
        key = dict(zip(_key_names(table), difference.key, strict=True))
        right = None if difference.right is None else dict(zip(_value_names(table), difference.right, strict=True))
        found = {} if difference.found is None else dict(zip(_value_names(table), difference.found, strict=True))
        as_found = and_(*(table.c[name] == value for name, value in (key | found).items()))
        if right is None:
            repaired += connection.execute(table.delete().where(as_found)).rowcount
        elif difference.found is not None:
            repaired += connection.execute(table.update().where(as_found).values(right)).rowcount
        elif connection.execute(select(*table.primary_key).where(as_found)).first() is None:
            repaired += connection.execute(table.insert().values(key | right)).rowcount
    return repaired


# The correct rows.


def _computed(connection: Connection, progress: Progress) -> tuple[int, dict[str, Rows]]:
    """Count every game again, as it is counted when it ends, in an empty database in memory."""
    total = connection.scalar(select(func.count()).where(games.c.number.is_not(None))) or 0
    done = 0
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as scratch:
            metadata.create_all(scratch, DERIVED)
            _KINDS.create(scratch)
            _copy_kinds(connection, scratch)
            raw = scratch.connection.driver_connection
            assert raw is not None
            for done, (number, game) in enumerate(_counted_games(connection), 1):
                count(raw.execute, game, number)
                if done % GAMES_AT_A_TIME == 0:
                    progress(done, total)
            return done, {table.name: _rows_of(scratch, table) for table in DERIVED}
    finally:
        engine.dispose()


def _copy_kinds(connection: Connection, scratch: Connection) -> None:
    """Copy which players are bots: ratings store this for the leaderboards."""
    kinds = select(players.c.id, players.c.kind).where(players.c.kind != "guest")
    for rows in connection.execute(kinds).mappings().partitions(1000):
        scratch.execute(_KINDS.insert(), [dict(row) for row in rows])


def _counted_games(connection: Connection) -> Iterator[tuple[int, Game]]:
    """Return every game that counts, in the order in which they were counted, replayed from its events."""
    last: tuple[int, str] = (0, "")
    while True:
        page = (
            select(games.c.number, games.c.id)
            .where(games.c.number.is_not(None), tuple_(games.c.number, games.c.id) > last)
            .order_by(games.c.number, games.c.id)
            .limit(GAMES_AT_A_TIME)
        )
        numbers = [(row[0], row[1]) for row in connection.execute(page)]
        if not numbers:
            return
        last = numbers[-1]
        rows = (
            select(*(events.c[name] for name in CHANGE_COLUMNS))
            .where(events.c.game_id.in_([game for _, game in numbers]))
            .order_by(events.c.game_id, events.c.version)
        )
        changes: dict[str, list[Change]] = {}
        for row in connection.execute(rows):
            changes.setdefault(row[0], []).append(change_of(row))
        for number, game in numbers:
            yield number, replay(changes[game])


def _rows_of(connection: Connection, table: Table) -> Rows:
    width = len(_key_names(table))
    columns: list[Column[Any]] = [table.c[name] for name in (*_key_names(table), *_value_names(table))]
    return {tuple(row[:width]): tuple(row[width:]) for row in connection.execute(select(*columns))}


def _key_names(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _value_names(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.primary_key]
