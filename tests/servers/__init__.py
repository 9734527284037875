"""Real servers for the tests: PostgreSQL, Valkey, a browser. Fixtures are in `fixtures`, for tests to name.

Each server is started on loopback when a test first asks for it, one for each worker, and ends with the worker.
"""

from tests.servers.chromium import chromium_path
from tests.servers.noughts import NoughtsServer
from tests.servers.ports import free_port
from tests.servers.postgres import PostgresServer
from tests.servers.valkey import ValkeyServer

__all__ = ["NoughtsServer", "PostgresServer", "ValkeyServer", "chromium_path", "free_port"]
