"""Fixtures that give a test its servers: `postgres_url`, `redis_url`, and `valkey` for tests that take Redis away.

Our own server comes in two ways: `application` runs in the test's own process and event loop, `start_noughts` starts
processes that a test may kill.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.config import Settings
from tests.servers.noughts import NoughtsServer
from tests.servers.postgres import PostgresServer
from tests.servers.prepared import migrate_postgres, put_database
from tests.servers.valkey import ValkeyServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """This worker's PostgreSQL."""
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def empty_postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of a database without tables, for this test only."""
    url = postgres_server.create_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(scope="session")
def prepared_postgres(postgres_server: PostgresServer) -> str:
    """The URL of a migrated database, which others are copied from."""
    url = postgres_server.create_database()
    migrate_postgres(url)
    return url


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, prepared_postgres: str) -> Iterator[str]:
    """The URL of a migrated database, for this test only."""
    url = postgres_server.create_database(prepared_postgres)
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    """This worker's Valkey. An earlier test may have stopped it, so tests use `valkey` instead."""
    server = ValkeyServer()
    yield server
    server.stop()


@pytest.fixture
def valkey(valkey_server: ValkeyServer) -> ValkeyServer:
    """A running, empty Valkey that the test can `stop()`, and `start()` again on the same port."""
    valkey_server.start()
    valkey_server.flush()
    return valkey_server


@pytest.fixture
def redis_url(valkey: ValkeyServer) -> str:
    """The URL of a running, empty Redis."""
    return valkey.url


@pytest_asyncio.fixture
async def application(tmp_path: Path) -> AsyncIterator[Application]:
    """Our server, running in this process with its embedded store, at `application.address`."""
    put_database(tmp_path / "data")
    settings = Settings(
        port=0,
        line_port=0,
        data=str(tmp_path / "data"),
        commands_per_second=1e6,
        command_burst=1e6,
        guests_per_minute=1e6,
        connections_per_address=100_000,
        logins_per_address=1_000_000,
        registrations_per_address=1_000_000,
        warm_computer=False,
        computer_pause=0,
    )
    async with Application(settings).running() as application:
        yield application


@pytest.fixture
def start_noughts(tmp_path: Path) -> Iterator[Callable[..., NoughtsServer]]:
    """Starts a server process with these options, or with a separate data folder. All are killed at the end."""
    started: list[NoughtsServer] = []

    def start(*options: str, environment: dict[str, str] | None = None) -> NoughtsServer:
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        started.append(NoughtsServer(folder, *options, environment=environment))
        return started[-1].start()

    yield start
    for server in started:
        server.kill()
