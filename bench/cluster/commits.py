"""The limit of one PostgreSQL, in moves and commits a second by several writers: python -m bench.cluster.commits

Each node has one writer: a connection that stores all waiting moves in one commit. Nothing else runs.
"""

import asyncio
import time

from bench.cluster.parts import debian_postgres, tree_seconds
from noughts.messages.events import Change, MoveMade
from noughts.messages.ids import GameId
from noughts.storage.journal import Fate, Write
from noughts.storage.postgres import PostgresDatabase

SECONDS = 3.0
# Writers, and games in flight at each of them.
CASES = ((1, 1), (1, 20), (1, 200), (2, 200), (4, 200), (8, 200))


class Game:
    """A game whose next move is stored as soon as the last one is."""

    def __init__(self, database: PostgresDatabase, name: str) -> None:
        self._database = database
        self._id = GameId(name)
        self.version = 0
        self.is_over = False
        self._next()

    def _next(self) -> None:
        change = Change(self._id, self.version + 1, 0, None, f"m{self.version}", (MoveMade(4, "X"),))
        self._database.append(Write((change,)), self._stored)

    def _stored(self, fate: Fate) -> None:
        assert fate is Fate.STORED
        self.version += 1
        if not self.is_over:
            self._next()


async def measure(url: str, pid: int, writers: int, games: int, run: int) -> str:
    """Return a row of the table."""
    databases = [PostgresDatabase(url) for _ in range(writers)]
    for database in databases:
        await database.open()
    playing = [Game(database, f"{run}-{w}-{g}") for w, database in enumerate(databases) for g in range(games)]
    await asyncio.sleep(0.5)
    commits, moves, cpu = await _commits(databases[0]), _moves(playing), tree_seconds(pid)
    start = time.perf_counter()
    await asyncio.sleep(SECONDS)
    took = time.perf_counter() - start
    stored, cpu = _moves(playing) - moves, tree_seconds(pid) - cpu
    for game in playing:
        game.is_over = True
    for database in databases[1:]:
        await database.close()
    await asyncio.sleep(1.1)
    # PostgreSQL updates its statistics at least once a second.
    committed = await _commits(databases[0]) - commits
    await databases[0].close()
    return (
        f"| {writers} | {games} | {stored / took:,.0f} | {committed / took:,.0f} | {stored / max(1, committed):.0f} "
        f"| {cpu * 1e6 / max(1, stored):.0f} |"
    )


def _moves(games: list[Game]) -> int:
    return sum(game.version for game in games)


async def _commits(database: PostgresDatabase) -> int:
    rows = await database._journal.fetch("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
    return int(rows[0][0])


def main() -> None:
    print("| writers | games each | moves/s | commits/s | moves a commit | PostgreSQL µs a move |", flush=True)
    print("|---:|---:|---:|---:|---:|---:|", flush=True)
    with debian_postgres() as database:
        for run, (writers, games) in enumerate(CASES):
            url = database.create_database()
            print(asyncio.run(measure(url, database.pid, writers, games, run)), flush=True)


if __name__ == "__main__":
    main()
