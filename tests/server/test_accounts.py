"""Accounts: one name for one, the same no for a wrong name and a wrong password, and limits that tell how long."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from argon2 import extract_parameters
from argon2.low_level import Type
from sqlalchemy import Connection, select

from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.accounts import Accounts, LoggedIn, Tries
from noughts.server.outside import Outside
from noughts.server.passwords import DUMMY_HASH, MOST_WAITING, WAIT_SECONDS, Passwords
from noughts.server.people import Identity, People, token_hash
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.tables import players, tokens
from noughts.storage.tokens import MOST_LOGINS

HOME = "192.0.2.1"
# Logins of each kind whose time is taken.
SAMPLE = 200
PASSWORD = "correct horse"
MANY = Tries(logins_per_account=10_000, logins_per_address=10_000, registrations_per_address=10_000)

Make = Callable[..., Accounts]


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    yield database
    await database.close()


@pytest_asyncio.fixture
async def make(database: SqliteDatabase) -> AsyncIterator[Make]:
    made: list[Accounts] = []

    def make(tries: Tries = MANY, threads: int = 1) -> Accounts:
        made.append(Accounts(database, Outside(), Passwords(threads), tries))
        return made[-1]

    yield make
    for accounts in made:
        accounts.close()


def code(result: object) -> str:
    assert isinstance(result, Refusal), result
    return result.code


async def test_register_and_log_in(make: Make, database: SqliteDatabase) -> None:
    accounts = make()
    card = await accounts.register("Ann", PASSWORD, HOME)
    assert isinstance(card, PlayerCard)
    assert (card.name, card.kind) == ("Ann", "account")
    first, second = [await accounts.log_in(name, PASSWORD, HOME) for name in ("ann", "ANN")]
    assert isinstance(first, LoggedIn)
    assert isinstance(second, LoggedIn)
    assert first.card == second.card == card
    assert first.token != second.token
    assert len(first.token) == 43
    assert await People(database, Outside()).identify(first.token) == Identity(card, token_hash(first.token))


async def test_nothing_that_was_typed_is_stored(make: Make, database: SqliteDatabase) -> None:
    accounts = make()
    await accounts.register("Ann", PASSWORD, HOME)
    logged_in = await accounts.log_in("Ann", PASSWORD, HOME)
    assert isinstance(logged_in, LoggedIn)

    def stored(connection: Connection) -> tuple[str, list[str]]:
        password_hash = connection.scalar(select(players.c.password_hash).where(players.c.kind == "account"))
        return str(password_hash), list(connection.scalars(select(tokens.c.hash)))

    password_hash, hashes = await database.read(stored)
    assert hashes == [token_hash(logged_in.token)]
    parameters = extract_parameters(password_hash)
    assert (parameters.type, parameters.memory_cost, parameters.time_cost, parameters.parallelism) == (
        Type.ID,
        19 * 1024,
        2,
        1,
    )
    assert extract_parameters(DUMMY_HASH) == parameters


@pytest.mark.parametrize("twin", ["ann0", "ANN0", "annO", "AnnO"])
async def test_a_name_belongs_to_one(make: Make, twin: str) -> None:
    accounts = make()
    assert isinstance(await accounts.register("ann0", PASSWORD, HOME), PlayerCard)
    assert code(await accounts.register(twin, "another password", HOME)) == "username_taken"
    assert await accounts.is_registered(twin)
    assert not await accounts.is_registered("anne")


@pytest.mark.parametrize(
    ("username", "password", "why"),
    [
        ("a", PASSWORD, "bad_username"),
        ("ann\0", PASSWORD, "bad_username"),
        ("Анна", PASSWORD, "bad_username"),
        ("Admin", PASSWORD, "username_reserved"),
        ("ann", "1234", "bad_password"),
        ("ann", "7 chars", "bad_password"),
        ("ann", "x" * 129, "bad_password"),
        ("ann", "Password1", "bad_password"),
        ("ann", "zzzzzzzzzz", "bad_password"),
        ("annabella", "Annabella", "bad_password"),
    ],
)
async def test_what_cannot_be_registered(make: Make, username: str, password: str, why: str) -> None:
    refusal = await make().register(username, password, HOME)
    assert code(refusal) == why


async def test_a_short_password_is_told_how_long_it_should_be(make: Make) -> None:
    refusal = await make().register("ann", "1234", HOME)
    assert isinstance(refusal, Refusal)
    assert refusal.words == "This password cannot be used. It needs at least 8 characters."


@pytest.mark.parametrize("password", ["8 chars!", "x1" * 64, "хороший пароль", "🐈🐈🐈🐈🐈🐈🐈🦊"])
async def test_passwords_that_are_good(make: Make, password: str) -> None:
    accounts = make()
    assert isinstance(await accounts.register("ann", password, HOME), PlayerCard)
    assert isinstance(await accounts.log_in("ann", password, HOME), LoggedIn)
    assert code(await accounts.log_in("ann", password + " ", HOME)) == "wrong_login"


async def test_50_ask_for_one_name_at_once(make: Make, database: SqliteDatabase) -> None:
    accounts = make(threads=2)
    names = ["Same-Name", "same-name", "SAME-NAME", "same-nAme", "Same-name"]
    results = await asyncio.gather(*(accounts.register(names[i % 5], f"password of {i}", HOME) for i in range(50)))
    won = [result for result in results if isinstance(result, PlayerCard)]
    assert len(won) == 1
    assert {code(result) for result in results if not isinstance(result, PlayerCard)} == {"username_taken"}
    winner = results.index(won[0])
    logged_in = await accounts.log_in("same-name", f"password of {winner}", HOME)
    assert isinstance(logged_in, LoggedIn)
    assert logged_in.card == won[0]
    accounts_only = select(players).where(players.c.kind == "account")
    assert await database.read(lambda connection: len(connection.execute(accounts_only).all())) == 1


async def test_50_ask_for_one_name_on_two_nodes(postgres_url: str) -> None:
    nodes = [PostgresDatabase(postgres_url) for _ in range(2)]
    for node in nodes:
        await node.open()
    both = [Accounts(node, Outside(), Passwords(1), MANY) for node in nodes]
    for round_ in range(3):
        tries = [both[i % 2].register(f"same-{round_}", f"password of {i}", HOME) for i in range(50)]
        results = await asyncio.gather(*tries)
        won = [result for result in results if isinstance(result, PlayerCard)]
        assert len(won) == 1
        assert {code(result) for result in results if not isinstance(result, PlayerCard)} == {"username_taken"}
        winner = f"password of {results.index(won[0])}"
        assert isinstance(await both[0].log_in(f"same-{round_}", winner, HOME), LoggedIn)
    for accounts, node in zip(both, nodes, strict=True):
        accounts.close()
        await node.close()


async def test_a_wrong_name_and_a_wrong_password_are_the_same(make: Make) -> None:
    """In turns and in changing order, so that a busy machine troubles all alike."""
    accounts = make()
    await accounts.register("ann", PASSWORD, HOME)
    took: dict[str, list[float]] = {"ann": [], "nobody-here": [], "no name\0": []}
    names = list(took)
    for turn in range(SAMPLE):
        for name in names[turn % 3 :] + names[: turn % 3]:
            begin = time.perf_counter()
            refusal = await accounts.log_in(name, "wrong password", HOME)
            took[name].append(time.perf_counter() - begin)
            assert refusal == Refusal("wrong_login")
    for other in names[1:]:
        # The hash takes tens of milliseconds, everything else less than one: a weaker one would show at once.
        differences = [known - unknown for known, unknown in zip(took["ann"], took[other], strict=True)]
        assert abs(statistics.median(differences)) < statistics.median(took["ann"]) / 10


async def test_five_wrong_passwords_and_the_account_waits(make: Make) -> None:
    accounts = make(Tries())
    await accounts.register("ann", PASSWORD, HOME)
    for i in range(5):
        assert code(await accounts.log_in("ann", f"wrong {i}", f"192.0.2.{i}")) == "wrong_login"
    refusal = await accounts.log_in("ann", PASSWORD, "192.0.2.99")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_many_tries"
    assert refusal.wait_seconds is not None
    assert 100 < refusal.wait_seconds <= 180
    # A name that nobody has is no different.
    for i in range(5):
        assert code(await accounts.log_in("nobody-here", "wrong", f"192.0.2.{i}")) == "wrong_login"
    assert code(await accounts.log_in("nobody-here", "wrong", "192.0.2.99")) == "too_many_tries"


async def test_thirty_wrong_names_and_the_address_waits(make: Make) -> None:
    accounts = make(Tries(), threads=2)
    for i in range(30):
        assert code(await accounts.log_in(f"name{i}", "wrong", HOME)) == "wrong_login"
    refusal = await accounts.log_in("another", "wrong", HOME)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_many_tries"
    assert refusal.wait_seconds is not None
    assert 5 < refusal.wait_seconds <= 20
    assert code(await accounts.log_in("another", "wrong", "192.0.2.2")) == "wrong_login"


async def test_who_knows_the_password_may_come_often(make: Make) -> None:
    accounts = make(Tries())
    await accounts.register("ann", PASSWORD, HOME)
    for _ in range(8):
        assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)


async def test_registrations_of_one_address_are_counted(make: Make) -> None:
    accounts = make(Tries(registrations_per_address=2))
    assert isinstance(await accounts.register("ann", PASSWORD, HOME), PlayerCard)
    assert code(await accounts.register("ann", PASSWORD, HOME)) == "username_taken"
    assert code(await accounts.register("bob", PASSWORD, HOME)) == "too_many_tries"
    assert isinstance(await accounts.register("bob", PASSWORD, "192.0.2.2"), PlayerCard)


async def test_too_many_hashes_at_once_are_refused_with_the_wait() -> None:
    passwords = Passwords(1)
    answers = await asyncio.gather(*(passwords.matches(None, "wrong") for _ in range(MOST_WAITING + 20)))
    assert answers[: MOST_WAITING + 1] == [False] * (MOST_WAITING + 1)
    assert answers[MOST_WAITING + 1 :] == [Refusal("logins_busy", wait_seconds=WAIT_SECONDS)] * 19
    # Once they are done there is room again.
    assert await passwords.matches(None, "wrong") is False
    passwords.close()


async def test_who_waits_when_the_server_ends_is_told_so() -> None:
    passwords = Passwords(1)
    waiting = asyncio.gather(*(passwords.matches(None, "wrong") for _ in range(10)))
    await asyncio.sleep(0)
    passwords.close()
    answers = await waiting
    assert answers[-1] == Refusal("shutting_down")
    assert await passwords.hash("too late") == Refusal("shutting_down")


async def test_who_finds_the_queue_full_has_not_tried(make: Make) -> None:
    accounts = make(Tries(logins_per_address=10_000), threads=1)
    await accounts.register("ann", PASSWORD, HOME)
    waiting = [accounts._passwords.matches(None, "wrong") for _ in range(MOST_WAITING + 1)]
    full = asyncio.gather(*waiting)
    await asyncio.sleep(0)
    for _ in range(8):
        assert code(await accounts.log_in("ann", PASSWORD, HOME)) == "logins_busy"
    await full
    assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)


async def test_old_tokens_end_when_there_are_too_many(make: Make, database: SqliteDatabase) -> None:
    accounts = make()
    card = await accounts.register("ann", PASSWORD, HOME)
    assert isinstance(card, PlayerCard)
    given = []
    for _ in range(MOST_LOGINS + 2):
        given.append(await accounts.give_token(card, "login"))
        await asyncio.sleep(0.002)
    people = People(database, Outside())
    assert [await people.identify(token) is None for token in given[:3]] == [True, True, False]
    assert await people.identify(given[-1]) == Identity(card, token_hash(given[-1]))
