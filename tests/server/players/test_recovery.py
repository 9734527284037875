"""Recovery takes the same time for every name, so that nobody learns which names exist."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from noughts.config import Settings
from noughts.messages.board_state import PlayerCard
from noughts.messages.people_answers import RecoveryCodes
from noughts.messages.refusals import Refusal
from noughts.server.players.accounts import Accounts
from noughts.server.players.passwords import Passwords
from noughts.server.players.recovery import Recovery
from noughts.server.runtime.budget import Budget
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.rates import limits_of
from noughts.storage.sqlite import SqliteDatabase
from tests.proving import sample
from tests.servers.prepared import put_database

HOME = "192.0.2.1"
PASSWORD = "correct horse"
MANY = Settings(logins_per_account=10_000, logins_per_address=10_000)


@pytest_asyncio.fixture
async def parts(tmp_path: Path) -> AsyncIterator[tuple[Accounts, Recovery]]:
    put_database(tmp_path)
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    environment, passwords = Environment(), Passwords(1)
    budget = Budget(limits_of(MANY), time.monotonic)
    accounts = Accounts(database, environment, passwords, budget)
    yield accounts, Recovery(database, environment, passwords, budget, accounts)
    accounts.close()
    await database.close()


async def test_takes_the_same_time_for_every_name(parts: tuple[Accounts, Recovery]) -> None:
    accounts, recovery = parts
    card = await accounts.register("ann", PASSWORD, HOME)
    assert isinstance(card, PlayerCard)
    assert isinstance(await recovery.make_codes(card, PASSWORD), RecoveryCodes)
    times: dict[str, list[float]] = {"ann": [], "nobody": []}
    for _ in range(sample(60, 600)):
        for name, taken in times.items():
            began = time.perf_counter()
            refused = await recovery.recover(name, "0000-0000-0000-0000", "battery staple", HOME)
            taken.append(time.perf_counter() - began)
            assert refused == Refusal("wrong_recovery_code")
    known, unknown = (min(taken) for taken in times.values())
    # The minimum shows only the work itself, so one query or hash more or less would be visible.
    assert known < 1.5 * unknown
    assert unknown < 1.5 * known
