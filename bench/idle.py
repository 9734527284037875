"""The memory of idle connections: each is a guest who opens the lobby and stays."""

import asyncio
import resource

from msgspec import Struct

from bench.process import Measured
from noughts.client import Socket, open_socket

AT_ONCE = 100


class IdleFigures(Struct, frozen=True):
    """The memory before and with the connections, and their number."""

    connections: int
    before_bytes: int
    with_them_bytes: int

    @property
    def bytes_each(self) -> float:
        return (self.with_them_bytes - self.before_bytes) / self.connections


async def measure_idle(server: Measured, connections: int) -> IdleFigures:
    """Hold this many connections open, and measure the server's memory."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (connections + 1000, connections + 1000))
    sockets: list[Socket] = []
    # The first few connections load what all connections share.
    sockets += await _opened(server.url, AT_ONCE)
    before = server.memory_bytes
    while len(sockets) < connections + AT_ONCE:
        sockets += await _opened(server.url, AT_ONCE)
    await asyncio.sleep(1)
    figures = IdleFigures(connections, before, server.memory_bytes)
    for socket in sockets:
        socket.drop()
    return figures


async def _opened(url: str, count: int) -> list[Socket]:
    return await asyncio.gather(*(_guest(url) for _ in range(count)))


async def _guest(url: str) -> Socket:
    welcomed = asyncio.Event()

    def heard(data: bytes) -> None:
        if b'"Welcome"' in data:
            welcomed.set()

    socket = await open_socket(url, heard, lambda: None)
    socket.send(b'{"type":"PlayAsGuest"}')
    await welcomed.wait()
    return socket
