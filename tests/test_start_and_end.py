"""A server accepts connections only when it can answer, and disconnects clients cleanly when it shuts down."""

import asyncio
from pathlib import Path

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from noughts.app import Application
from noughts.config import Settings
from noughts.server.sessions import connections as connections_module
from tests.servers import free_port
from tests.servers.loop_time import LoopTime
from tests.waiting import until


async def test_a_starting_server_refuses_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(port=free_port(), line_port=free_port(), data=str(tmp_path), warm_computer=False)
    application = Application(settings)
    refused = []
    open_server = application.server.open

    async def open_and_knock() -> None:
        await open_server()
        for port in (settings.port, settings.line_port):
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("127.0.0.1", port)
            refused.append(port)

    monkeypatch.setattr(application.server, "open", open_and_knock)
    async with application.running():
        for port in (settings.port, settings.line_port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await writer.wait_closed()
    assert refused == [settings.port, settings.line_port]


async def test_a_server_closes_connections_in_groups_when_it_shuts_down(
    application: Application, monkeypatch: pytest.MonkeyPatch, loop_time: LoopTime
) -> None:
    monkeypatch.setattr(connections_module, "CLOSED_AT_ONCE", 2)
    monkeypatch.setattr(connections_module, "CLOSING_PAUSE_SECONDS", 10)
    url = application.address.replace("http", "ws") + "/ws"
    sockets = [await connect(url) for _ in range(5)]
    async with httpx2.AsyncClient(base_url=application.address) as http:
        assert (await http.get("/readyz")).status_code == 200
        closing = asyncio.create_task(application.connections.close_all())
        await until(lambda: _closed(sockets) == 2)
        # Other connections still work, and new requests learn that the server is shutting down.
        [*_, last] = (socket for socket in sockets if socket.close_code is None)
        await last.send('{"type":"PlayAsGuest"}')
        assert '"value":true' in str(await last.recv())
        answer = await http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "not ready: the server is shutting down\n")
        await loop_time.pass_seconds(20)
        await closing
    await until(lambda: _closed(sockets) == 5)
    # 1012 means "service restart": clients reconnect.
    assert {socket.close_code for socket in sockets} == {1012}


def _closed(sockets: list[ClientConnection]) -> int:
    return sum(socket.close_code is not None for socket in sockets)
