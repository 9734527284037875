"""Rebuilds records and ratings from the events of every game, and mends the rows that differ. The server may run on.

What should be stored is computed from one snapshot and compared with what the same snapshot holds. A row is mended
only if it is still as it was found: one that a game has changed meanwhile is looked at again in the next pass.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, Table, and_, func, select, tuple_, update

from noughts.games.application import replay
from noughts.games.game import Game
from noughts.games.rated import Rated, advantage_of, after_game
from noughts.games.results import VOID_REASONS, PlayerResult, Streak, results_of, streak_after
from noughts.games.speed import speed_of
from noughts.messages.events import Change
from noughts.messages.ids import PlayerId
from noughts.storage.counting import first_and_second, points_of
from noughts.storage.journal import EVENT_COLUMNS, Database, change_of
from noughts.storage.tables import events, games, players, rating_changes, ratings, records, rivals, streaks

# The streaks first: they are the lock of the rest, see `counting.py`.
DERIVED: tuple[Table, ...] = (streaks, records, rivals, ratings, rating_changes)

GAMES_AT_A_TIME = 500
PLAYERS_AT_A_TIME = 50
MOST_PASSES = 5

Progress = Callable[[int, int], None]
Key = tuple[Any, ...]
Rows = dict[Key, tuple[Any, ...]]


class Difference(Struct, frozen=True):
    """A row that is not as it should be; None where there is none, or should be none."""

    table: Table
    key: Key
    found: tuple[Any, ...] | None
    right: tuple[Any, ...] | None


class Rebuilt(Struct, frozen=True):
    """How many games were replayed, how many rows were wrong and mended, and how many could not be."""

    games: int
    mended: int
    left: int


async def rebuild(database: Database, progress: Progress) -> Rebuilt:
    """Make the records what the events say."""
    await database.write(number_uncounted)
    mended = counted = 0
    left: dict[PlayerId, list[Difference]] = {}
    for _ in range(MOST_PASSES):
        counted, left = await database.snapshot(differences, progress)
        if not left:
            break
        mended += await _mend(database, left)
    else:
        counted, left = await database.snapshot(differences, progress)
    return Rebuilt(counted, mended, sum(map(len, left.values())))


async def _mend(database: Database, wrong: dict[PlayerId, list[Difference]]) -> int:
    mended, each = 0, list(wrong.values())
    for start in range(0, len(each), PLAYERS_AT_A_TIME):
        some = each[start : start + PLAYERS_AT_A_TIME]
        mended += sum(await asyncio.gather(*(database.write(mend_player, rows) for rows in some)))
    return mended


def number_uncounted(connection: Connection) -> None:
    """Give a number to games that ended before there were records, in the order in which they ended."""
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
    """How many games count, and what is stored wrongly, by player."""
    counted, right = _computed(connection, progress)
    wrong: dict[PlayerId, list[Difference]] = {}
    for table in DERIVED:
        found, should_be = _stored(connection, table), right[table.name]
        for key in found.keys() | should_be.keys():
            difference = Difference(table, key, found.get(key), should_be.get(key))
            if difference.found != difference.right:
                player = PlayerId(key[_key_names(table).index("player_id")])
                wrong.setdefault(player, []).append(difference)
    return counted, wrong


def mend_player(connection: Connection, wrong: Sequence[Difference]) -> int:
    """Mend these rows of one player, and count those that were still as they were found."""
    mended = 0
    for difference in wrong:
        table = difference.table
        key = dict(zip(_key_names(table), difference.key, strict=True))
        right = None if difference.right is None else dict(zip(_value_names(table), difference.right, strict=True))
        found = {} if difference.found is None else dict(zip(_value_names(table), difference.found, strict=True))
        as_found = and_(*(table.c[name] == value for name, value in (key | found).items()))
        if right is None:
            mended += connection.execute(table.delete().where(as_found)).rowcount
        elif difference.found is not None:
            mended += connection.execute(table.update().where(as_found).values(right)).rowcount
        elif connection.execute(select(*table.primary_key).where(as_found)).first() is None:
            mended += connection.execute(table.insert().values(key | right)).rowcount
    return mended


# What should be stored.


class _Sums:
    """All that is derived from the games, in memory."""

    def __init__(self, kinds: dict[PlayerId, str]) -> None:
        self._kinds = kinds
        self.rows: dict[str, Rows] = {table.name: {} for table in DERIVED}
        self._streaks: dict[PlayerId, Streak] = {}
        self._ratings: dict[tuple[str, str, PlayerId], tuple[Rated, int]] = {}

    def add(self, game: Game, number: int) -> None:
        results = results_of(game)
        for result in results:
            sums = (1, *(int(result.outcome == outcome) for outcome in ("won", "lost", "drawn")))
            key = (result.player, result.variant, result.speed, result.seat, result.against)
            self._add("records", key, (*sums, result.played_ms))
            self._add("rivals", (result.player, result.opponent), sums)
        if len(results) == 2:
            self._lengthen_streaks(results)
            if game.setup.rated:
                self._rate(game, number)

    def _add(self, table: str, key: Key, sums: tuple[int, ...]) -> None:
        rows = self.rows[table]
        rows[key] = tuple(a + b for a, b in zip(rows.get(key, (0,) * len(sums)), sums, strict=True))

    def _lengthen_streaks(self, results: tuple[PlayerResult, ...]) -> None:
        for result in results:
            streak = self._streaks[result.player] = streak_after(self._streaks.get(result.player), result.outcome)
            row = (streak.outcome, streak.length, streak.longest_won, streak.longest_lost)
            self.rows["streaks"][result.player,] = row

    def _rate(self, game: Game, number: int) -> None:
        assert game.finished_ms is not None
        variant, speed = game.setup.variant, speed_of(game.setup)
        two = first_and_second(game)
        old = [self._ratings.get((variant, speed, player), (Rated(), 0)) for player in two]
        points, advantage = points_of(game, two[0]), advantage_of(game.setup)
        new = after_game(old[0][0], old[1][0], points, advantage, game.finished_ms)
        for player, (before, played), after in zip(two, old, new, strict=True):
            key = (variant, speed, player)
            self._ratings[key] = (after, played + 1)
            kind = self._kinds.get(player, "account")
            self.rows["ratings"][key] = (
                kind, after.rating, after.deviation, after.volatility, played + 1, game.finished_ms,
            )  # fmt: skip
            self.rows["rating_changes"][game.id, player] = (
                variant, speed, number, game.finished_ms, before.rating, after.rating, after.deviation,
            )  # fmt: skip


def _computed(connection: Connection, progress: Progress) -> tuple[int, dict[str, Rows]]:
    kinds = select(players.c.id, players.c.kind).where(players.c.kind != "guest")
    sums = _Sums({row[0]: row[1] for row in connection.execute(kinds)})
    total = connection.scalar(select(func.count()).where(games.c.number.is_not(None))) or 0
    done = 0
    for done, (number, game) in enumerate(_counted_games(connection), 1):
        sums.add(game, number)
        if done % GAMES_AT_A_TIME == 0:
            progress(done, total)
    return done, sums.rows


def _counted_games(connection: Connection) -> Iterator[tuple[int, Game]]:
    """Every game that counts, in the order in which they were counted, replayed from its events."""
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
            select(*(events.c[name] for name in EVENT_COLUMNS))
            .where(events.c.game_id.in_([game for _, game in numbers]))
            .order_by(events.c.game_id, events.c.version)
        )
        changes: dict[str, list[Change]] = {}
        for row in connection.execute(rows):
            changes.setdefault(row[0], []).append(change_of(row))
        for number, game in numbers:
            yield number, replay(changes[game])


# What is stored.


def _stored(connection: Connection, table: Table) -> Rows:
    width = len(_key_names(table))
    columns: list[Column[Any]] = [table.c[name] for name in (*_key_names(table), *_value_names(table))]
    return {tuple(row[:width]): tuple(row[width:]) for row in connection.execute(select(*columns))}


def _key_names(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _value_names(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.primary_key]
