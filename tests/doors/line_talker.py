"""Plain clients of port 5005, written from the documentation: a socket and JSON, without our own code."""

import asyncio
import contextlib
import json
from typing import Any

from noughts.app import Application
from noughts.doors.line.amplification_limit import packet_bytes

PATIENCE_SECONDS = 5


class Silence(AssertionError):
    """Raised if nothing is received."""


class LineTalker:
    """A TCP connection with one object per line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, address: str) -> "LineTalker":
        host, _, port = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def say(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message).encode() + b"\n")

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hear(self, timeout: float = PATIENCE_SECONDS) -> dict[str, Any]:
        try:
            line = await asyncio.wait_for(self.reader.readline(), timeout)
        except TimeoutError as error:
            raise Silence from error
        if not line:
            raise ConnectionResetError("the server closed the connection")
        message: dict[str, Any] = json.loads(line)
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        await self.say(message)
        return await self.hear()

    async def hang_up(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


class DatagramTalker(asyncio.DatagramProtocol):
    """A separate UDP socket."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.packet_bytes_heard = 0
        self.transport: asyncio.DatagramTransport

    @classmethod
    async def connect(cls, address: str) -> "DatagramTalker":
        host, _, port = address.rpartition(":")
        loop = asyncio.get_running_loop()
        transport, talker = await loop.create_datagram_endpoint(cls, remote_addr=(host, int(port)))
        talker.transport = transport
        return talker

    def datagram_received(self, data: bytes, address: Any) -> None:
        self.packet_bytes_heard += packet_bytes(len(data))
        self.heard.put_nowait(data)

    async def say(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message).encode())

    async def send(self, data: bytes) -> None:
        self.transport.sendto(data)

    async def hear(self, timeout: float = PATIENCE_SECONDS) -> dict[str, Any]:
        try:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.heard.get(), timeout))
        except TimeoutError as error:
            raise Silence from error
        return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        await self.say(message)
        return await self.hear()

    async def hang_up(self) -> None:
        self.transport.close()


async def line(application: Application) -> LineTalker:
    return await LineTalker.connect(application.line_address)


async def datagrams(application: Application) -> DatagramTalker:
    return await DatagramTalker.connect(application.line_address)
