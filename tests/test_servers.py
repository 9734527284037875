"""The servers for tests are real, fresh for each test, and end with their tests."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
import redis
import redis.exceptions

from tests.servers import PostgresServer, ValkeyServer, chromium_path, free_port

ROOT = Path(__file__).parents[1]


async def tables_after_making_one(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE TABLE seen (id int)")
        rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [row["tablename"] for row in rows]
    finally:
        await connection.close()


@pytest.mark.parametrize("run", [1, 2])
async def test_each_test_has_an_empty_postgres_database(empty_postgres_url: str, run: int) -> None:
    assert empty_postgres_url.startswith("postgresql://noughts@127.0.0.1:")
    assert await tables_after_making_one(empty_postgres_url) == ["seen"]


async def test_postgres_databases_are_separate(postgres_server: PostgresServer, empty_postgres_url: str) -> None:
    other_url = postgres_server.create_database()
    assert other_url != empty_postgres_url
    assert await tables_after_making_one(other_url) == ["seen"]
    assert await tables_after_making_one(empty_postgres_url) == ["seen"]
    postgres_server.drop_database(other_url)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await asyncpg.connect(other_url)


@pytest.mark.parametrize("run", [1, 2])
def test_each_test_has_an_empty_redis(redis_url: str, run: int) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.keys() == []
        client.set("seen", run)


def test_redis_can_restart_on_the_same_port(valkey: ValkeyServer) -> None:
    url = valkey.url
    valkey.stop()
    with redis.Redis.from_url(url) as client, pytest.raises(redis.exceptions.ConnectionError):
        client.ping()
    valkey.start()
    with redis.Redis.from_url(url) as client:
        assert client.ping()


@pytest.fixture
def server_folder() -> Iterator[Path]:
    # Not pytest's own folder: only its owner may enter it, and PostgreSQL may run as another user.
    with tempfile.TemporaryDirectory(prefix="noughts-") as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path


@pytest.mark.proof(only=True)
def test_a_killed_worker_leaves_no_server(server_folder: Path) -> None:
    script = (
        "import time; from tests.servers import PostgresServer;print(PostgresServer().port, flush=True); time.sleep(60)"
    )
    env = {**os.environ, "TMPDIR": str(server_folder)}
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdout is not None
        port = int(worker.stdout.readline())
        os.kill(worker.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while is_listening(port) or any(entry.is_dir() for entry in server_folder.iterdir()):
        assert time.monotonic() < deadline, "the server or its data is still there"
        time.sleep(0.05)


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.proof(only=True)
def test_free_ports_are_free_and_differ() -> None:
    ports = {free_port() for _ in range(5)}
    assert len(ports) == 5
    assert all(is_reserved(port) for port in ports)
    assert not any(is_listening(port) for port in ports)


def is_reserved(port: int) -> bool:
    """Return whether other processes can't get this port, even while nothing listens on it."""
    script = "import sys, tests.servers.ports as ports; sys.exit(ports._reserve(int(sys.argv[1])))"
    return subprocess.run([sys.executable, "-c", script, str(port)], cwd=ROOT, check=False).returncode == 0


def test_the_browser_is_installed() -> None:
    said = subprocess.run([chromium_path(), "--version"], capture_output=True, text=True, check=True).stdout
    assert "Chrom" in said
