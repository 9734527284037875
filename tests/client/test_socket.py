"""Connections that never open."""

import asyncio
from collections.abc import Callable

import pytest

from noughts.client import ConnectionLost, open_socket
from tests.servers import free_port

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], "asyncio.Future[None]"]


async def _hang_up_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def _hang_up_after_the_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.close()


async def _refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    writer.close()


@pytest.mark.parametrize("answer", [_hang_up_at_once, _hang_up_after_the_request, _refuse])
async def test_reports_a_connection_that_never_opens(answer: Answer) -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(ConnectionLost):
        await open_socket(f"http://127.0.0.1:{port}", lambda _: None, lambda: None)
    server.close()


async def test_reports_a_server_that_cannot_be_reached() -> None:
    with pytest.raises(ConnectionLost):
        await open_socket(f"http://127.0.0.1:{free_port()}", lambda _: None, lambda: None)
