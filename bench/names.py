"""`python -m bench.names`: 50 people register one name at once, 200 times. Each time exactly one gets it.

With real passwords, on the embedded store or on `--database`. The tests have a shorter version.
"""

import argparse
import asyncio
import secrets
import tempfile
import time
from pathlib import Path

import uvloop

from noughts.config import Settings
from noughts.messages.board_state import PlayerCard
from noughts.server.players.accounts import Accounts
from noughts.server.players.passwords import Passwords
from noughts.server.runtime.budget import Budget
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.rates import limits_of
from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase

AT_ONCE = 50


async def race(database: Database, rounds: int) -> None:
    passwords = Passwords(2)
    budget = Budget(limits_of(Settings(registrations_per_address=10**9)), time.monotonic)
    accounts = Accounts(database, Environment(), passwords, budget)
    for round_ in range(rounds):
        name = f"name-{secrets.token_hex(4)}"
        asked = (accounts.register(name, f"password of {n}", f"192.0.{n}.1") for n in range(AT_ONCE))
        won = [answer for answer in await asyncio.gather(*asked) if isinstance(answer, PlayerCard)]
        assert len(won) == 1, f"{len(won)} players have the name {name}"
        if round_ % 20 == 19:
            print(f"{round_ + 1} of {rounds}: one each time", flush=True)
    accounts.close()


async def main(rounds: int, url: str) -> None:
    with tempfile.TemporaryDirectory(prefix="noughts-names-") as folder:
        database = PostgresDatabase(url) if url else SqliteDatabase(Path(folder) / "noughts.db")
        await database.open()
        await race(database, rounds)
        await database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.names", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="how often")
    parser.add_argument("--database", default="", help="the URL of a PostgreSQL, instead of the embedded store")
    arguments = parser.parse_args()
    uvloop.run(main(arguments.rounds, arguments.database))
