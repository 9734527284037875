"""Fixtures that give a test its servers: `postgres_url`, `redis_url`, and `valkey` for tests that take Redis away."""

from collections.abc import Iterator

import pytest

from tests.servers.postgres import PostgresServer
from tests.servers.valkey import ValkeyServer


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """This worker's PostgreSQL."""
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of an empty database that is this test's alone."""
    url = postgres_server.create_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    """This worker's Valkey, perhaps stopped by an earlier test: tests ask for `valkey`."""
    server = ValkeyServer()
    yield server
    server.stop()


@pytest.fixture
def valkey(valkey_server: ValkeyServer) -> ValkeyServer:
    """A running, empty Valkey that the test may `stop()` and `start()` again on the same port."""
    valkey_server.start()
    valkey_server.flush()
    return valkey_server


@pytest.fixture
def redis_url(valkey: ValkeyServer) -> str:
    """The URL of a running, empty Redis."""
    return valkey.url
