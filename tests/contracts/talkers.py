"""A JSON client over WebSocket, with the same three methods as the clients of port 5005."""

import asyncio
import json
from typing import Any

from noughts.client import Socket, open_socket


class WebSocketTalker:
    """A WebSocket client: one JSON object per message."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._socket: Socket

    @classmethod
    async def connect(cls, url: str) -> "WebSocketTalker":
        talker = cls()
        talker._socket = await open_socket(url, talker._heard.put_nowait, lambda: None)
        return talker

    async def say(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message).encode())

    async def send(self, data: bytes) -> None:
        self._socket.send(data)

    async def hear(self, timeout: float = 5) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._heard.get(), timeout))
        return message

    async def hang_up(self) -> None:
        self._socket.close()
