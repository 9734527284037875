"""PostgreSQL only: several processes on one database, broken connections, and the error text when it can't be used."""

import asyncio
import socket
from collections.abc import AsyncIterator

import asyncpg
import pytest

from noughts.games.application import created
from noughts.messages.ids import GameId
from noughts.messages.setup import Setup
from noughts.storage import games as stored
from noughts.storage import postgres
from noughts.storage.journal import Fate, StorageError, Write
from noughts.storage.postgres import PostgresDatabase
from tests.servers import free_port
from tests.storage.writing import move, must_store, new_id, new_player, opening, store


@pytest.fixture
async def nodes(postgres_url: str) -> AsyncIterator[tuple[PostgresDatabase, PostgresDatabase]]:
    """The databases of two processes."""
    nodes = PostgresDatabase(postgres_url), PostgresDatabase(postgres_url)
    for node in nodes:
        await node.open()
    yield nodes
    for node in nodes:
        await node.close()


@pytest.fixture
async def admin(postgres_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(postgres_url)
    yield connection
    await connection.close()


async def test_one_of_two_nodes_wins_every_version(
    nodes: tuple[PostgresDatabase, PostgresDatabase],
) -> None:
    games = [GameId(new_id("g")) for _ in range(20)]
    for version in range(1, 11):
        left, right = await asyncio.gather(
            *(
                store(node, *(move(game, version, command_id=name) for game in games))
                for name, node in zip("ab", nodes, strict=True)
            )
        )
        for ours, theirs in zip(left, right, strict=True):
            assert {ours, theirs} == {Fate.STORED, Fate.CONFLICT}
    assert await nodes[0].read(stored.versions_of, games) == dict.fromkeys(games, 10)


async def test_one_of_two_nodes_wins_whether_its_write_lists_the_game_or_not(
    nodes: tuple[PostgresDatabase, PostgresDatabase],
) -> None:
    for _ in range(20):
        change = opening(new_player())
        fates = await asyncio.gather(
            store(nodes[0], Write((change,), (created(change),))), store(nodes[1], Write((change,)))
        )
        assert sorted(fate.value for (fate,) in fates) == ["conflict", "stored"]


async def test_one_of_two_nodes_gets_a_name(nodes: tuple[PostgresDatabase, PostgresDatabase]) -> None:
    for _ in range(20):
        name = new_id("table ")
        opened = [opening(new_player(), Setup(name=name)) for _ in nodes]
        fates = await asyncio.gather(
            *(store(node, Write((change,), (created(change),))) for node, change in zip(nodes, opened, strict=True))
        )
        assert sorted(fate.value for (fate,) in fates) == ["conflict", "stored"]


async def test_commits_synchronously_whatever_the_databases_default(
    postgres_url: str, admin: asyncpg.Connection
) -> None:
    await admin.execute(f'ALTER DATABASE "{postgres_url.rpartition("/")[2]}" SET synchronous_commit = off')
    database = PostgresDatabase(postgres_url)
    await database.open()
    # A trigger records the setting within the transaction that stores a move.
    await admin.execute(
        """
        CREATE TABLE seen (value text);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
        CREATE TRIGGER noted BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION note();
        """
    )
    change = opening(new_player())
    await must_store(database, move(GameId(new_id("g")), 1), Write((change,), (created(change),)))
    assert [row["value"] for row in await admin.fetch("SELECT value FROM seen")] == ["on", "on"]
    await database.close()


async def test_a_broken_connection_fails_one_write_and_is_replaced(
    nodes: tuple[PostgresDatabase, PostgresDatabase], admin: asyncpg.Connection
) -> None:
    node, game = nodes[0], GameId(new_id("g"))
    await must_store(node, move(game, 1))
    # The move waits for this lock while its connection is cut, so the node can't know whether the move is stored.
    async with admin.transaction():
        await admin.execute("LOCK TABLE events")
        waiting = asyncio.ensure_future(store(node, move(game, 2)))
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while not await admin.fetchval(query):
            # Statistics don't change within a transaction unless the snapshot is cleared.
            await admin.execute("SELECT pg_stat_clear_snapshot()")
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert await waiting == [Fate.UNAVAILABLE]
    assert await node.read(stored.versions_of, [game]) == {game: 1}
    await must_store(node, move(game, 2))
    change = opening(new_player())
    await must_store(node, Write((change,), (created(change),)))


async def test_accepts_both_url_schemes_and_driver_options(postgres_url: str) -> None:
    for url in (postgres_url.replace("postgresql://", "postgres://"), f"{postgres_url}?sslmode=prefer"):
        database = PostgresDatabase(url)
        await database.open()
        await must_store(database, move(GameId(new_id("g")), 1))
        await database.close()


async def refused(url: str) -> str:
    """Return the error of opening a database at this URL."""
    database = PostgresDatabase(url)
    with pytest.raises(StorageError) as refusal:
        await database.open()
    await database.close()
    words = str(refusal.value)
    assert words.isprintable()
    assert "secret" not in words
    assert not words.rstrip().endswith(":")
    return words


@pytest.mark.parametrize(
    "place", ["127.0.0.1:{free}/db", "no-such-host.invalid/db", "127.0.0.1:abc/db", "127.0.0.1:99999/db", "[::1/db"]
)
async def test_reports_an_unreachable_database(place: str) -> None:
    words = await refused(f"postgresql://me:secret@{place.format(free=free_port())}")
    assert words.startswith("cannot use the database postgresql://")


async def test_reports_a_missing_database_user_or_wrong_option(postgres_url: str) -> None:
    assert 'database "elsewhere" does not exist' in await refused(postgres_url.rpartition("/")[0] + "/elsewhere")
    assert "does not exist" in await refused(postgres_url.replace("noughts@", "nobody:secret@"))
    assert "sslmode" in await refused(f"{postgres_url}?sslmode=perhaps")


async def test_reports_a_database_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres._OPTIONS, "timeout", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        words = await refused(f"postgresql://me:secret@127.0.0.1:{silent.getsockname()[1]}/db")
    assert words.endswith("no answer in time")


async def test_only_one_process_at_a_time_holds_a_lock(postgres_url: str) -> None:
    one, two = PostgresDatabase(postgres_url), PostgresDatabase(postgres_url)
    await one.open()
    await two.open()
    inside: list[str] = []

    async def enter(database: PostgresDatabase, name: str) -> None:
        async with database.alone("pair"):
            inside.append(f"{name} in")
            await asyncio.sleep(0.05)
            inside.append(f"{name} out")

    try:
        await asyncio.gather(enter(one, "one"), enter(two, "two"))
        assert sorted((inside[:2], inside[2:])) == [["one in", "one out"], ["two in", "two out"]]
    finally:
        await one.close()
        await two.close()
