"""Silent connections are pinged, and closed if they don't answer."""

import asyncio
import socket

from websockets.asyncio.client import connect

from noughts.app import Application
from noughts.server.sessions.connections import SILENT_SECONDS
from tests.servers.loop_time import LoopTime
from tests.waiting import until

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING_FRAME, CLOSE_FRAME = 0x89, 0x88


async def test_pings_silent_connections_and_then_closes_them(application: Application, loop_time: LoopTime) -> None:
    port = int(application.address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as dead:
        dead.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(dead, HANDSHAKE)
        async with connect(application.address.replace("http", "ws") + "/ws") as living:
            await until(lambda: application.services.metrics.sessions == 2)
            await loop_time.pass_seconds(1.5 * SILENT_SECONDS)
            assert application.services.metrics.sessions == 1
            # After the same time again, the client that answers is still connected.
            await loop_time.pass_seconds(1.5 * SILENT_SECONDS)
            await living.send('{"type":"ListGames"}')
            assert "ListOfGames" in str(await living.recv())
        frames = (await loop.sock_recv(dead, 10_000)).partition(b"\r\n\r\n")[2]
        assert frames[0] == PING_FRAME
        assert bytes((CLOSE_FRAME, 2 + len("silent"))) + (1001).to_bytes(2) + b"silent" in frames
