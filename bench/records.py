"""`python -m bench.records`: every page of records with a million generated games, and the cost of a game's end.

The rows are those of a million games, without the moves, which these pages don't read. Some of the accounts have
played very often. Each page is requested from a real server, for the busiest players and for others. The processor time
is shown next to the real time: it says more on a busy machine.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import Connection, insert

from bench.process import Measured, noughts_server
from noughts.games.application import apply, created
from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage import tables
from noughts.storage.journal import Database, Fate, Write
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from tests.servers import PostgresServer

VARIANTS = ("gomoku", "ultimate", "9x9")
SPEEDS = {"bullet": '{"baseSeconds":60}', "blitz": '{"baseSeconds":180}', "rapid": '{"baseSeconds":900}'}
DAY_MS = 86_400_000
ROWS_AT_A_TIME = 20_000
BAR_MS = 50.0

Row = dict[str, Any]


class History:
    """The stored sums of a million games."""

    def __init__(self, games: int, players: int, now_ms: int) -> None:
        self._chance = random.Random(1)
        self._games, self._players, self._now_ms = games, players, now_ms
        self._records: dict[tuple[str, ...], Counter[str]] = {}
        self._rivals: dict[tuple[str, str], Counter[str]] = {}
        self._ratings: dict[tuple[str, str, str], list[float]] = {}

    def name(self, number: int) -> str:
        return f"p{number:06}"

    def players(self) -> Iterator[Row]:
        for number in range(self._players):
            name = self.name(number)
            yield {"id": name, "kind": "account", "username": name, "username_key": name, "lookalike_key": name,
                   "display_name": name, "created_ms": 0, "seen_ms": 0}  # fmt: skip

    def played(self) -> Iterator[tuple[Row, list[Row]]]:
        """Yield each game's listing and its effect on ratings. A few accounts play very many of them."""
        for number in range(1, self._games + 1):
            x, o = self._pick(), self._pick()
            if x == o:
                o = (x + 1) % self._players
            yield self._game(number, self.name(x), self.name(o))

    def _pick(self) -> int:
        return int(self._players * self._chance.random() ** 3)

    def _game(self, number: int, x: str, o: str) -> tuple[Row, list[Row]]:
        variant, speed = self._chance.choice(VARIANTS), self._chance.choice(tuple(SPEEDS))
        winner = self._chance.choice(("X", "O", None))
        at_ms = self._now_ms - (self._games - number) * 60_000
        changes = []
        for player, seat, opponent in ((x, "X", o), (o, "O", x)):
            outcome = "drawn" if winner is None else "won" if winner == seat else "lost"
            key = (player, variant, speed, seat, "people")
            self._records.setdefault(key, Counter()).update(("played", outcome))
            self._rivals.setdefault((player, opponent), Counter()).update(("played", outcome))
            rating = self._ratings.setdefault((variant, speed, player), [1500.0, 350.0, 0, 0])
            before = rating[0]
            rating[0] += self._chance.gauss(0, 8)
            rating[1] = max(45.0, rating[1] * 0.93)
            rating[2] += 1
            rating[3] = at_ms
            changes.append({"game_id": f"g{number:08}", "player_id": player, "variant": variant, "speed": speed,
                            "number": number, "at_ms": at_ms, "before": before, "after": rating[0],
                            "deviation": rating[1]})  # fmt: skip
        listing = {"id": f"g{number:08}", "status": "finished", "variant": variant, "rounds": 1,
                   "clock": SPEEDS[speed], "visibility": "public", "creator_id": x, "x_id": x, "o_id": o,
                   "created_ms": at_ms - 30_000, "changed_ms": at_ms, "finished_ms": at_ms, "winner": winner,
                   "reason": "line", "rated": True, "number": number, "computer": False}  # fmt: skip
        return listing, changes

    def sums(self) -> dict[str, Iterator[Row]]:
        """Return the rows of the derived tables after all games."""
        return {
            "records": (
                dict(zip(("player_id", "variant", "speed", "seat", "against"), key, strict=True))
                | {name: count[name] for name in ("played", "won", "lost", "drawn")} | {"played_ms": 1000}
                for key, count in self._records.items()
            ),
            "rivals": (
                {"player_id": key[0], "opponent_id": key[1]}
                | {name: count[name] for name in ("played", "won", "lost", "drawn")}
                for key, count in self._rivals.items()
            ),
            "streaks": (
                {"player_id": self.name(number), "outcome": "won", "length": 1, "longest_won": 3, "longest_lost": 3}
                for number in range(self._players)
            ),
            "ratings": (
                {"variant": key[0], "speed": key[1], "player_id": key[2], "kind": "account", "rating": row[0],
                 "deviation": row[1], "volatility": 0.06, "games": int(row[2]), "rated_ms": int(row[3])}
                for key, row in self._ratings.items()
            ),
        }  # fmt: skip


async def fill(database: Database, history: History) -> None:
    async def store(table: Any, rows: list[Row]) -> None:
        def write(connection: Connection) -> None:
            if connection.dialect.name == "sqlite":
                names = list(rows[0])
                values = ", ".join(f":{name}" for name in names)
                raw: Any = connection.connection.driver_connection
                raw.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values})", rows)
            else:
                connection.execute(insert(table), rows)

        if rows:
            await database.write(write)

    async def store_all(table: Any, rows: Iterator[Row]) -> None:
        some: list[Row] = []
        for row in rows:
            some.append(row)
            if len(some) >= ROWS_AT_A_TIME:
                await store(table, some)
                some = []
        await store(table, some)

    indexes = [index for table in (tables.games, tables.rating_changes) for index in table.indexes]

    def drop(connection: Connection) -> None:
        for index in indexes:
            index.drop(connection)

    def create(connection: Connection) -> None:
        for index in indexes:
            index.create(connection)
        connection.exec_driver_sql("ANALYZE")

    # Created at the end, which is faster.
    await database.write(drop)
    await store_all(tables.players, history.players())
    listings: list[Row] = []
    changes: list[Row] = []
    for number, (listing, changed) in enumerate(history.played(), 1):
        listings.append(listing)
        changes += changed
        if len(listings) >= ROWS_AT_A_TIME:
            await store(tables.games, listings)
            await store(tables.rating_changes, changes)
            listings, changes = [], []
            print(f"\r{number:,} games", end="", file=sys.stderr, flush=True)
    await store(tables.games, listings)
    await store(tables.rating_changes, changes)
    for name, rows in history.sums().items():
        await store_all(tables.metadata.tables[name], rows)
    await database.write(create)


async def measure_pages(server: Measured, players: int, times: int) -> None:
    chance = random.Random(2)

    def anybody() -> str:
        # The first few are the busiest by far; half of the requests are about them.
        return f"p{chance.choice((chance.randrange(5), chance.randrange(players))):06}"

    board = "leaderboards/gomoku/blitz"
    pages: dict[str, Callable[[], str]] = {
        "(no query at all)": lambda: "variants",
        "player": lambda: f"players/{anybody()}",
        "games": lambda: f"players/{anybody()}/games",
        "games, deep": lambda: f"players/{anybody()}/games?before={int(time.time() * 1000) - 300 * DAY_MS}-g",
        "versus": lambda: f"players/{anybody()}/versus/{anybody()}",
        "rating history": lambda: f"players/{anybody()}/ratings/gomoku/blitz",
        "leaderboard": lambda: board,
        "leaderboard, deep": lambda: f"{board}?after={1400 + 200 * chance.random()}-p",
        "around me": lambda: f"{board}?around={anybody()}",
    }
    print(f"{'page':20}{'p50 ms':>9}{'p99 ms':>9}{'worst ms':>10}{'processor ms':>15}")
    async with httpx2.AsyncClient(base_url=f"{server.url}/api/v1/", timeout=30) as http:
        for name, path in pages.items():
            taken = []
            cpu_seconds = server.cpu_seconds
            for _ in range(times):
                begun = time.perf_counter()
                reply = await http.get(path())
                taken.append((time.perf_counter() - begun) * 1000)
                assert reply.status_code == 200, reply.text
            cpu_ms = (server.cpu_seconds - cpu_seconds) / times * 1000
            taken.sort()
            p99 = taken[int(len(taken) * 0.99) - 1]
            print(
                f"{name:20}{statistics.median(taken):>9.1f}{p99:>9.1f}{taken[-1]:>10.1f}{cpu_ms:>15.1f}"
                f"{'' if p99 <= BAR_MS else '   above the bar'}",
                flush=True,
            )


# The cost of the end of a game.

UNRATED, RATED = Setup("gomoku", clock=ClockSetting(60)), Setup("gomoku", clock=ClockSetting(60), rated=True)


def _playing(number: int, setup: Setup) -> tuple[Game, tuple[Change, ...]]:
    x, o = PlayerId(f"x{number % 100}"), PlayerId(f"o{number % 97}")
    game_id = GameId(f"{'r' if setup.rated else 'u'}{number}")
    first = Change(game_id, 1, number, x, None, (e.GameCreated(setup, x, "X"),))
    game = created(first)
    second = Change(game_id, 2, number, o, None, (e.PlayerJoined(o, "O"),))
    return apply(game, second), (first, second)


async def measure_ends(database: Database, count: int) -> None:
    """Measure moves and both kinds of ends in turns, with all of one kind at once, as under load."""
    taken: dict[str, list[float]] = {"a move": [], "an unrated end": [], "a rated end": []}
    for turn in range(3):
        numbers = range(turn * count, (turn + 1) * count)
        for name, setup in (("an unrated end", UNRATED), ("a rated end", RATED)):
            games = [_playing(number, setup) for number in numbers]
            await _store(database, [Write(changes, (game,)) for game, changes in games])
            if setup is UNRATED:
                moves = [Write((Change(game.id, 3, 5, game.x, None, (e.MoveMade(0, "X"),)),)) for game, _ in games]
                taken["a move"].append(await _store(database, moves))
                games = [(apply(game, write.changes[0]), ()) for (game, _), write in zip(games, moves, strict=True)]
            ends = []
            for game, _ in games:
                end = Change(game.id, game.version + 1, 9, game.o, None, (e.GameFinished("X", "resigned"),))
                ends.append(Write((end,), (apply(game, end),)))
            taken[name].append(await _store(database, ends))
    for name, seconds in taken.items():
        print(f"{name:20}{statistics.median(seconds) / count * 1e6:>9.0f} µs of the processor")


async def _store(database: Database, writes: list[Write]) -> float:
    loop = asyncio.get_running_loop()
    begun, fates = time.process_time(), [loop.create_future() for _ in writes]
    for write, fate in zip(writes, fates, strict=True):
        database.append(write, fate.set_result)
    assert set(await asyncio.gather(*fates)) == {Fate.STORED}
    return time.process_time() - begun


async def main(games: int, players: int, times: int, on_postgres: bool) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="noughts-bench-")))
        if on_postgres:
            server = PostgresServer()
            stack.callback(server.stop)
            url = server.create_database()
            database: Database = PostgresDatabase(url)
            flags: tuple[str, ...] = ("--database", url)
        else:
            database = SqliteDatabase(folder / "noughts.db")
            flags = ("--data", str(folder))
        await database.open()
        await measure_ends(database, 1000)
        history = History(games, players, int(time.time() * 1000))
        await fill(database, history)
        await database.close()
        print(f"{games:,} games of {players:,} players", flush=True)
        with noughts_server(*flags) as measured:
            await measure_pages(measured, players, times)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.records", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--times", type=int, default=200, help="how often each page is asked for")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.games, arguments.players, arguments.times, arguments.postgres))
