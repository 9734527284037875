"""A server on virtual time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from noughts.app import Application
from noughts.config import Settings
from noughts.server.runtime.environment import Environment
from tests.servers.prepared import put_database

START_MS = 1_790_000_000_000
SECOND_MS = 1_000
DAY_MS = 86_400_000


class Time:
    """The server's time, which stands still until the test moves it."""

    def __init__(self) -> None:
        self.ms = START_MS

    def now_ms(self) -> int:
        return self.ms

    def pass_seconds(self, seconds: float) -> None:
        self.ms += round(seconds * SECOND_MS)

    def pass_days(self, days: float) -> None:
        self.ms += round(days * DAY_MS)


@asynccontextmanager
async def server_at(time: Time, data: Path | None = None, **settings: object) -> AsyncIterator[Application]:
    """Run a server on this time, with its store in this folder or where the settings say."""
    if data is not None:
        put_database(data)
    generous = {"commands_per_second": 1e6, "command_burst": 1e6, "guests_per_minute": 1e6}
    computer = {"warm_computer": False, "computer_pause": 0}
    chosen = {"port": 0, "line_port": 0, "data": str(data or ""), **generous, **computer, **settings}
    async with Application(Settings(**chosen), Environment(time.now_ms)).running() as application:  # type: ignore[arg-type]
        yield application
