"""Who is silent is asked, and who does not answer is let go: a client that answers pings stays for ever."""

import asyncio
import socket

import pytest
from websockets.asyncio.client import connect

from noughts.app import Application
from noughts.server import porter
from tests.waiting import until

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING_FRAME, CLOSE_FRAME = 0x89, 0x88


async def test_the_silent_are_asked_and_then_let_go(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(porter, "PING_SECONDS", 0.2)
    monkeypatch.setattr(porter, "SILENT_SECONDS", 0.6)
    monkeypatch.setattr(porter, "ROUND_SECONDS", 0.2)
    # The porter still pauses as long as before; only after that does it go round at the new pace.
    await asyncio.sleep(1.2)
    port = int(application.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as dead:
        dead.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(dead, HANDSHAKE)
        async with connect(application.address.replace("http", "ws") + "/ws") as living:
            await until(lambda: application.hall.meters.sessions == 2)
            await until(lambda: application.hall.meters.sessions == 1)
            # Several times as long as the dead one was borne with.
            await asyncio.sleep(2)
            await living.send('{"type":"ListGames"}')
            assert "ListOfGames" in str(await living.recv())
        frames = (await loop.sock_recv(dead, 10_000)).partition(b"\r\n\r\n")[2]
        assert frames[0] == PING_FRAME
        assert bytes((CLOSE_FRAME, 2 + len("silent"))) + (1001).to_bytes(2) + b"silent" in frames
