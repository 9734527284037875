"""Lightweight connections of the load generator for the other protocols: TCP, UDP and HTTP."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

Heard = Callable[[bytes], None]


class LineWire(asyncio.Protocol):
    """One object per line over TCP."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.Transport

    @classmethod
    async def open(cls, address: str, heard: Heard) -> "LineWire":
        host, _, port = address.rpartition(":")
        _, wire = await asyncio.get_running_loop().create_connection(lambda: cls(heard), host, int(port))
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._heard(line)

    def send(self, data: bytes) -> None:
        self._transport.write(data + b"\n")

    def close(self) -> None:
        self._transport.close()


class DatagramWire(asyncio.DatagramProtocol):
    """One object per datagram over UDP. Messages that need only an ack get it here."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._transport: asyncio.DatagramTransport

    @classmethod
    async def open(cls, address: str, heard: Heard) -> "DatagramWire":
        host, _, port = address.rpartition(":")
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_datagram_endpoint(lambda: cls(heard), remote_addr=(host, int(port)))
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, _: Any) -> None:
        if data.startswith(b'{"seq":'):
            self.send(b'{"ack":' + data[7:])
        else:
            self._heard(data)

    def send(self, data: bytes) -> None:
        self._transport.sendto(data)

    def close(self) -> None:
        self._transport.close()


class HttpWire(LineWire):
    """One request after the other on one connection; `heard` gets the body of each reply."""

    async def ask(self, path: str, body: bytes | None, token: str = "") -> bytes:
        """Send a request before the game begins, and wait for its reply."""
        reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        heard, self._heard = self._heard, reply.set_result
        self.request(path, body, token)
        data = await reply
        self._heard = heard
        return data

    def request(self, path: str, body: bytes | None, token: str = "") -> None:
        """Send a POST with this body, or a GET without one."""
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        if body is None:
            self._transport.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n{bearer}\r\n".encode())
        else:
            head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{bearer}"
            self._transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        head, end, body = self._rest.partition(b"\r\n\r\n")
        if not end:
            return
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) >= size:
            self._rest = body[size:]
            assert head.startswith(b"HTTP/1.1 2"), head
            self._heard(body[:size])
