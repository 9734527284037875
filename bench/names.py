"""`python -m bench.names`: 50 people ask for one name at once, 200 times; each time exactly one gets it.

With real passwords, on the embedded store or on `--database`. The tests have a shorter version of it.
"""

import argparse
import asyncio
import secrets
import tempfile
from pathlib import Path

import uvloop

from noughts.messages.answers import PlayerCard
from noughts.server.accounts import Accounts, Tries
from noughts.server.outside import Outside
from noughts.server.passwords import Passwords
from noughts.storage.journal import Database
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase

AT_ONCE = 50


async def race(database: Database, rounds: int) -> None:
    passwords = Passwords(2)
    accounts = Accounts(database, Outside(), passwords, Tries(registrations_per_address=10**9))
    for round_ in range(rounds):
        name = f"name-{secrets.token_hex(4)}"
        asked = (accounts.register(name, f"password of {n}", "192.0.2.1") for n in range(AT_ONCE))
        won = [answer for answer in await asyncio.gather(*asked) if isinstance(answer, PlayerCard)]
        assert len(won) == 1, f"{len(won)} have got the name {name}"
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
