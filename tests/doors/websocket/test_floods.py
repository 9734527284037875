"""Frames without effect and unread pongs count too, and after a flood the server stops reading."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.config import Settings
from noughts.doors.websocket.link import WebSocketLink
from noughts.messages.refusals import Refusal
from tests.attacks.target import CONTINUATION, PING, PONG, TEXT, Target, frame, upgrade
from tests.doors.websocket.test_conformance import RawSocket
from tests.servers.prepared import put_database
from tests.waiting import until

FLOOD_CODE = Refusal("too_many_requests").close_code


@pytest_asyncio.fixture
async def strict(tmp_path: Path) -> AsyncIterator[Application]:
    """A server that allows five messages."""
    put_database(tmp_path / "data")
    settings = Settings(
        port=0, line_port=0, data=str(tmp_path / "data"), commands_per_second=1, command_burst=5, warm_computer=False
    )
    async with Application(settings).running() as application:
        yield application


def port_of(application: Application) -> int:
    return int(application.address.rpartition(":")[2])


async def upgraded(application: Application) -> RawSocket:
    raw = RawSocket(*await asyncio.open_connection("127.0.0.1", port_of(application)))
    await raw.send(upgrade())
    assert (await raw.head()).startswith(b"HTTP/1.1 101")
    return raw


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(frame(PING) * 200, id="pings"),
        pytest.param(frame(PONG) * 200, id="pongs"),
        pytest.param(frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 200, id="empty fragments"),
    ],
)
async def test_frames_without_effect_count_towards_the_limit(strict: Application, flood: bytes) -> None:
    raw = await upgraded(strict)
    await raw.send(flood)
    await raw.is_closed_with(FLOOD_CODE)
    # Parsing what this client keeps sending would cost others time.
    [link] = [one for turn in strict.connections._turns for one in turn if isinstance(one, WebSocketLink)]
    assert not link._stream.is_reading()
    raw.hang_up()


async def test_reads_until_the_close_frame_of_a_client_closed_for_another_reason(strict: Application) -> None:
    raw = await upgraded(strict)
    await raw.send(frame(CONTINUATION))
    await raw.is_closed_with(1002)
    [link] = [one for turn in strict.connections._turns for one in turn if isinstance(one, WebSocketLink)]
    assert link._stream.is_reading()
    raw.hang_up()


async def test_unread_pongs_end_the_connection(application: Application) -> None:
    metrics = application.services.metrics
    target = Target(port_of(application), 0, time.monotonic() + 5)
    with await asyncio.to_thread(target.websocket, receive_bytes=4096) as deaf:
        deaf.setblocking(False)
        with suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(deaf, frame(PING, b"x" * 125) * 5000)
        await until(lambda: metrics.sessions_cut == 1, timeout=3)
