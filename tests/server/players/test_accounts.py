"""Accounts: unique names, the same refusal for a wrong name and a wrong password, and limits with the wait."""

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

from noughts.config import Settings
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.players.accounts import Accounts, LoggedIn
from noughts.server.players.guests import Guests, Identity, token_hash
from noughts.server.players.known_devices import MARK_SECONDS, KnownDevices
from noughts.server.players.passwords import DUMMY_HASH, WAIT_SECONDS, Passwords
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.histogram import Histogram
from noughts.server.runtime.limits import MOST_WAITING_PASSWORDS as MOST_WAITING
from noughts.server.runtime.limits import share_of_an_address
from noughts.server.runtime.rates import ADDRESSES_OF_AN_ACCOUNT, limits_of
from noughts.storage.postgres import PostgresDatabase
from noughts.storage.sqlite import SqliteDatabase
from noughts.storage.tables import players, tokens
from noughts.storage.tokens import MOST_LOGINS
from tests.proving import sample
from tests.servers.prepared import put_database

HOME = "192.0.2.1"
STRANGER = "198.51.100.7"
# The number of logins of each kind to measure.
SAMPLE = sample(20, 200)
PASSWORD = "correct horse"
MANY = Settings(logins_per_account=10_000, logins_per_address=10_000, registrations_per_address=10_000)

Make = Callable[..., Accounts]


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    put_database(tmp_path)
    database = SqliteDatabase(tmp_path / "noughts.db")
    await database.open()
    yield database
    await database.close()


@pytest_asyncio.fixture
async def make(database: SqliteDatabase) -> AsyncIterator[Make]:
    made: list[Accounts] = []

    def make(settings: Settings = MANY, threads: int = 1) -> Accounts:
        made.append(Accounts(database, Environment(), Passwords(threads), Budget(limits_of(settings), time.monotonic)))
        return made[-1]

    yield make
    for accounts in made:
        accounts.close()


def code(result: object) -> str:
    assert isinstance(result, Refusal), result
    return result.code


async def test_registers_and_logs_in(make: Make, database: SqliteDatabase) -> None:
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
    assert await Guests(database, Environment()).identify(first.token) == Identity(card, token_hash(first.token))


@pytest.mark.usefixtures("real_hashing")
async def test_stores_a_hash_instead_of_the_password(make: Make, database: SqliteDatabase) -> None:
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
async def test_refuses_a_look_alike_of_a_taken_name(make: Make, twin: str) -> None:
    accounts = make()
    assert isinstance(await accounts.register("ann0", PASSWORD, HOME), PlayerCard)
    assert code(await accounts.register(twin, "another password", HOME)) == "username_taken"


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
async def test_refuses_names_and_passwords_that_break_the_rules(
    make: Make, username: str, password: str, why: str
) -> None:
    refusal = await make().register(username, password, HOME)
    assert code(refusal) == why


async def test_explains_the_length_of_a_password_that_is_too_short(make: Make) -> None:
    refusal = await make().register("ann", "1234", HOME)
    assert isinstance(refusal, Refusal)
    assert refusal.words == "Choose another password. Use at least 8 characters."


@pytest.mark.parametrize("password", ["8 chars!", "x1" * 64, "хороший пароль", "🐈🐈🐈🐈🐈🐈🐈🦊"])
async def test_accepts_good_passwords(make: Make, password: str) -> None:
    accounts = make()
    assert isinstance(await accounts.register("ann", password, HOME), PlayerCard)
    assert isinstance(await accounts.log_in("ann", password, HOME), LoggedIn)
    assert code(await accounts.log_in("ann", password + " ", HOME)) == "wrong_login"


async def test_one_of_50_simultaneous_registrations_gets_the_name(make: Make, database: SqliteDatabase) -> None:
    accounts = make(threads=2)
    names = ["Same-Name", "same-name", "SAME-NAME", "same-nAme", "Same-name"]
    results = await asyncio.gather(
        *(accounts.register(names[i % 5], f"password of {i}", f"192.0.{i}.1") for i in range(50))
    )
    won = [result for result in results if isinstance(result, PlayerCard)]
    assert len(won) == 1
    assert {code(result) for result in results if not isinstance(result, PlayerCard)} == {"username_taken"}
    winner = results.index(won[0])
    logged_in = await accounts.log_in("same-name", f"password of {winner}", HOME)
    assert isinstance(logged_in, LoggedIn)
    assert logged_in.card == won[0]
    accounts_only = select(players).where(players.c.kind == "account")
    assert await database.read(lambda connection: len(connection.execute(accounts_only).all())) == 1


async def test_one_of_50_registrations_on_two_nodes_gets_the_name(postgres_url: str) -> None:
    nodes = [PostgresDatabase(postgres_url) for _ in range(2)]
    for node in nodes:
        await node.open()
    both = [Accounts(node, Environment(), Passwords(1), Budget(limits_of(MANY), time.monotonic)) for node in nodes]
    for round_ in range(3):
        tries = [both[i % 2].register(f"same-{round_}", f"password of {i}", f"192.0.{i}.1") for i in range(50)]
        results = await asyncio.gather(*tries)
        won = [result for result in results if isinstance(result, PlayerCard)]
        assert len(won) == 1
        assert {code(result) for result in results if not isinstance(result, PlayerCard)} == {"username_taken"}
        winner = f"password of {results.index(won[0])}"
        assert isinstance(await both[0].log_in(f"same-{round_}", winner, HOME), LoggedIn)
    for accounts, node in zip(both, nodes, strict=True):
        accounts.close()
        await node.close()


@pytest.mark.proof
@pytest.mark.usefixtures("real_hashing")
async def test_a_wrong_name_and_a_wrong_password_are_indistinguishable(make: Make) -> None:
    """Measure processor time, alternating and in changing order, so that a busy machine makes no difference."""
    accounts = make()
    await accounts.register("ann", PASSWORD, HOME)
    took: dict[str, list[float]] = {"ann": [], "nobody-here": [], "no name\0": []}
    names = list(took)
    for turn in range(SAMPLE):
        for name in names[turn % 3 :] + names[: turn % 3]:
            begin = time.process_time()
            refusal = await accounts.log_in(name, "wrong password", HOME)
            took[name].append(time.process_time() - begin)
            assert refusal == Refusal("wrong_login")
    for other in names[1:]:
        # Without the hash, or at half its cost, the difference would be at least half of the time.
        differences = [known - unknown for known, unknown in zip(took["ann"], took[other], strict=True)]
        assert abs(statistics.median(differences)) < statistics.median(took["ann"]) / 3


@pytest.mark.parametrize("name", ["ann", "nobody-here"])
async def test_after_five_wrong_passwords_the_sender_has_to_wait(make: Make, name: str) -> None:
    accounts = make(Settings())
    await accounts.register("ann", PASSWORD, HOME)
    for i in range(5):
        assert code(await accounts.log_in(name, f"wrong {i}", STRANGER)) == "wrong_login"
    refusal = await accounts.log_in(name, PASSWORD, STRANGER)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_many_tries"
    assert refusal.wait_seconds is not None
    assert 100 < refusal.wait_seconds <= 180


async def test_strangers_do_not_lock_the_owner_out(make: Make) -> None:
    accounts = make(Settings())
    ann = await accounts.register("ann", PASSWORD, HOME)
    assert isinstance(ann, PlayerCard)
    for i in range(6):
        await accounts.log_in("ann", f"wrong {i}", STRANGER)
    assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)
    # Password checks of logged-in players have a separate limit.
    for i in range(5):
        assert code(await accounts.change_password(ann, f"wrong {i}", "another horse")) == "wrong_password"
    assert code(await accounts.change_password(ann, PASSWORD, "another horse")) == "too_many_tries"
    assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)


async def test_guesses_from_many_addresses_are_limited_except_on_known_devices(make: Make) -> None:
    accounts = make(Settings(logins_per_account=1, logins_per_address=10_000))
    ann, bob = [await accounts.register(name, PASSWORD, HOME) for name in ("ann", "bob")]
    assert isinstance(ann, PlayerCard)
    assert isinstance(bob, PlayerCard)
    mark = accounts.known_devices.mark(ann.id)
    for i in range(ADDRESSES_OF_AN_ACCOUNT):
        assert code(await accounts.log_in("ann", "wrong", f"192.0.2.{i}")) == "wrong_login"
    assert code(await accounts.log_in("ann", PASSWORD, "192.0.2.99")) == "too_many_tries"
    for wrong in (accounts.known_devices.mark(bob.id), mark[:-1], mark + "0", "", "...", "é", f"{ann.id}.9.x.y"):
        assert code(await accounts.log_in("ann", PASSWORD, "192.0.2.99", device=wrong)) == "too_many_tries"
    assert isinstance(await accounts.log_in("ann", PASSWORD, "192.0.2.99", device=mark), LoggedIn)
    # A stolen device mark allows no more attempts than one address.
    assert code(await accounts.log_in("ann", "wrong", HOME, device=mark)) == "wrong_login"
    assert code(await accounts.log_in("ann", PASSWORD, HOME, device=mark)) == "too_many_tries"


async def test_every_process_recognises_a_device_until_its_mark_expires(database: SqliteDatabase) -> None:
    now_ms = 1_700_000_000_000
    one, two = (KnownDevices(database, Environment(now_ms=lambda: now_ms)) for _ in range(2))
    await one.open()
    await two.open()
    mark = one.mark(PlayerId("ann"))
    assert two.is_known(mark, PlayerId("ann"))
    assert not two.is_known(mark, PlayerId("bob"))
    now_ms += MARK_SECONDS * 1000
    assert not two.is_known(mark, PlayerId("ann"))


async def test_after_thirty_wrong_names_the_address_has_to_wait(make: Make) -> None:
    accounts = make(Settings(), threads=2)
    for i in range(30):
        assert code(await accounts.log_in(f"name{i}", "wrong", HOME)) == "wrong_login"
    refusal = await accounts.log_in("another", "wrong", HOME)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "too_many_tries"
    assert refusal.wait_seconds is not None
    assert 5 < refusal.wait_seconds <= 20
    assert code(await accounts.log_in("another", "wrong", "192.0.2.2")) == "wrong_login"


async def test_knowing_the_password_allows_any_number_of_logins(make: Make) -> None:
    accounts = make(Settings())
    await accounts.register("ann", PASSWORD, HOME)
    for _ in range(8):
        assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)


async def test_limits_registrations_per_address(make: Make) -> None:
    accounts = make(Settings(registrations_per_address=2))
    assert isinstance(await accounts.register("ann", PASSWORD, HOME), PlayerCard)
    assert code(await accounts.register("ann", PASSWORD, HOME)) == "username_taken"
    assert code(await accounts.register("bob", PASSWORD, HOME)) == "too_many_tries"
    assert isinstance(await accounts.register("bob", PASSWORD, "192.0.2.2"), PlayerCard)


async def test_an_ipv6_network_counts_as_one_address_for_logins_and_registrations(make: Make) -> None:
    accounts = make(Settings(registrations_per_address=2, logins_per_address=5))
    registered = [await accounts.register(f"ann{n}", PASSWORD, f"2001:db8:1:2::{n:x}") for n in range(4)]
    assert [isinstance(answer, PlayerCard) for answer in registered] == [True, True, False, False]
    tried = [code(await accounts.log_in(f"bob{n}", "wrong", f"2001:db8:1:2::{n:x}")) for n in range(7)]
    assert tried == ["wrong_login"] * 5 + ["too_many_tries"] * 2
    tried = [code(await accounts.log_in("ann0", "wrong", f"2001:db8:1:{n:x}::1")) for n in range(3, 60)]
    assert tried.count("wrong_login") == 8 * 5 - 5


@pytest.mark.usefixtures("real_hashing")
async def test_refuses_password_checks_beyond_the_queue_and_says_how_long_to_wait() -> None:
    wait_seconds = Histogram()
    passwords = Passwords(1, wait_seconds)
    answers = await asyncio.gather(*(passwords.matches(None, "wrong") for _ in range(MOST_WAITING + 20)))
    assert answers[: MOST_WAITING + 1] == [False] * (MOST_WAITING + 1)
    assert answers[MOST_WAITING + 1 :] == [Refusal("logins_busy", wait_seconds=WAIT_SECONDS)] * 19
    assert wait_seconds.count == MOST_WAITING + 1
    # Most of them waited for the one thread.
    assert wait_seconds.total_seconds > 0.1
    # Afterwards the queue has room again.
    assert await passwords.matches(None, "wrong") is False
    passwords.close()


@pytest.mark.parametrize("mine", [STRANGER, "2001:db8:1:2::{:x}"])
async def test_one_address_cannot_fill_the_password_queue(mine: str) -> None:
    passwords = Passwords(1)
    guesses = [passwords.matches(None, "wrong", Client(mine.format(n))) for n in range(MOST_WAITING + 20)]
    guessing = asyncio.gather(*guesses)
    await asyncio.sleep(0)
    assert await passwords.matches(None, "wrong", Client(HOME)) is False
    answers = await guessing
    assert sum(answer is False for answer in answers) == share_of_an_address(MOST_WAITING + 1)
    passwords.close()


@pytest.mark.usefixtures("real_hashing")
async def test_waiting_requests_get_an_answer_when_the_server_ends() -> None:
    passwords = Passwords(1)
    waiting = asyncio.gather(*(passwords.matches(None, "wrong") for _ in range(10)))
    await asyncio.sleep(0)
    passwords.close()
    answers = await waiting
    assert answers[-1] == Refusal("shutting_down")
    assert await passwords.hash("too late") == Refusal("shutting_down")


@pytest.mark.usefixtures("real_hashing")
async def test_a_full_queue_does_not_count_as_an_attempt(make: Make) -> None:
    accounts = make(Settings(logins_per_address=10_000), threads=1)
    await accounts.register("ann", PASSWORD, HOME)
    waiting = [accounts._passwords.matches(None, "wrong") for _ in range(MOST_WAITING + 1)]
    full = asyncio.gather(*waiting)
    await asyncio.sleep(0)
    for _ in range(8):
        assert code(await accounts.log_in("ann", PASSWORD, HOME)) == "logins_busy"
    await full
    assert isinstance(await accounts.log_in("ann", PASSWORD, HOME), LoggedIn)


async def test_a_new_login_ends_the_oldest_one_beyond_the_limit(make: Make, database: SqliteDatabase) -> None:
    accounts = make()
    card = await accounts.register("ann", PASSWORD, HOME)
    assert isinstance(card, PlayerCard)
    given = []
    for _ in range(MOST_LOGINS + 2):
        given.append(await accounts.give_token(card, "login"))
        await asyncio.sleep(0.002)
    people = Guests(database, Environment())
    assert [await people.identify(token) is None for token in given[:3]] == [True, True, False]
    assert await people.identify(given[-1]) == Identity(card, token_hash(given[-1]))
