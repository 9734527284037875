"""On port 5005 every object and every byte counts, even without effect."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.config import Settings
from tests.doors.conftest import Port
from tests.doors.line_talker import LineTalker
from tests.servers.prepared import put_database


@pytest_asyncio.fixture
async def talker(tmp_path: Path) -> AsyncIterator[LineTalker]:
    """A connection to a server that allows twenty messages."""
    put_database(tmp_path / "data")
    settings = Settings(
        port=0, line_port=0, data=str(tmp_path / "data"), commands_per_second=1, command_burst=20, warm_computer=False
    )
    async with Application(settings).running() as application, AsyncExitStack() as stack:
        yield await Port(application, application.line_address, stack).line()


@pytest.mark.parametrize(
    "flood",
    [pytest.param(b"{}" * 300, id="a first message again and again"), pytest.param(b"\n" * 4096 * 150, id="newlines")],
)
async def test_a_flood_ends_the_connection(talker: LineTalker, flood: bytes) -> None:
    assert "gameId" in await talker.ask({})
    talker.writer.write(flood)
    while (await talker.hear(2)).get("code") != "too_many_requests":
        pass
    async with asyncio.timeout(3):
        await talker.reader.read()
