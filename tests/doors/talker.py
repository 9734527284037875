"""A simple client of the native protocol over WebSocket or TCP."""

import asyncio
import json
from typing import Any

from noughts.client.socket import Socket, open_socket

LineMessage = dict[str, Any]

LONGEST_WAIT_SECONDS = 10


class Talker:
    """One connection. Received messages wait in `waiting`."""

    def __init__(self) -> None:
        self.waiting: list[LineMessage] = []
        self.is_closed = False
        self._came = asyncio.Event()

    def send(self, data: bytes) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    def say(self, kind: str, **fields: Any) -> None:
        self.send(json.dumps({"type": kind, **fields}).encode())

    def heard(self, data: bytes) -> None:
        self.waiting.append(json.loads(data))
        self._came.set()

    def lost(self) -> None:
        self.is_closed = True
        self._came.set()

    async def hear(self, kind: str, **fields: Any) -> LineMessage:
        """Return the next message of this type with these values, and skip the messages before it."""

        async def find() -> LineMessage:
            while True:
                while self.waiting:
                    message = self.waiting.pop(0)
                    if message["type"] == kind and fields.items() <= message.items():
                        return message
                if self.is_closed:
                    raise ConnectionError(f"closed before {kind} {fields}")
                self._came.clear()
                await self._came.wait()

        return await asyncio.wait_for(find(), LONGEST_WAIT_SECONDS)

    async def ask(self, kind: str, **fields: Any) -> LineMessage:
        """Send this and return the answer."""
        self.say(kind, **fields)
        return await self.hear("ActionSuccess", re=kind)

    async def must(self, kind: str, **fields: Any) -> LineMessage:
        answer = await self.ask(kind, **fields)
        assert answer["value"] is True, answer
        return answer

    async def no(self, kind: str, **fields: Any) -> str:
        """Send this, expect a refusal, and return its code."""
        answer = await self.ask(kind, **fields)
        assert answer["value"] is False, answer
        assert answer["reason"]
        return str(answer["code"])

    async def silence(self, kind: str, seconds: float = 0.2) -> None:
        """Check that no message of this type arrives."""
        await asyncio.sleep(seconds)
        assert not [message for message in self.waiting if message["type"] == kind]


class SocketTalker(Talker):
    _socket: Socket

    async def open(self, url: str) -> "SocketTalker":
        self._socket = await open_socket(url, self.heard, self.lost)
        return self

    def send(self, data: bytes) -> None:
        self._socket.send(data)

    async def close(self) -> None:
        self._socket.close()


class LineTalker(Talker):
    _writer: asyncio.StreamWriter
    _task: asyncio.Task[None]

    async def open(self, host: str, port: int) -> "LineTalker":
        reader, self._writer = await asyncio.open_connection(host, port)
        self._task = asyncio.create_task(self._read(reader))
        return self

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self.heard(line)
        except ConnectionError:
            pass
        self.lost()

    def send(self, data: bytes) -> None:
        self._writer.write(data + b"\n")

    async def close(self) -> None:
        self._writer.close()
        await self._task
