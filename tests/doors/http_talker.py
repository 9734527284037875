"""A client of all HTTP endpoints that sends any bytes as a body, and sometimes as the request itself."""

import asyncio
import random
import re
from typing import Any

import httpx2

GAME_ID = re.compile(rb'"(?:game|gameId|id|token)": ?"([0-9A-Za-z]{8,64})"')
ENDS_LOGIN = re.compile(r"logout|DELETE .*/me(/logins.*)?$")
CONTENT_LENGTH = re.compile(rb"(?i)content-length: ?([0-9]+)")


async def endpoints(address: str) -> list[tuple[str, str]]:
    """Return the method and path of every documented endpoint, except those that end the login."""
    async with httpx2.AsyncClient(base_url=address) as http:
        paths = (await http.get("/api/openapi.json")).json()["paths"]
    calls = [(method.upper(), path) for path, item in paths.items() for method in item]
    return [call for call in calls if not ENDS_LOGIN.search(" ".join(call))]


class HttpTalker:
    """One connection, opened again when the server closes it."""

    def __init__(self, address: str, calls: list[tuple[str, str]], token: str) -> None:
        self._host, _, port = address.removeprefix("http://").partition(":")
        self._port = int(port)
        self._calls = calls
        self._token = token
        self._chance = random.Random(address)
        self._game = "nowhere"
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    @classmethod
    async def connect(cls, address: str, calls: list[tuple[str, str]], token: str, seed: int) -> "HttpTalker":
        talker = cls(address, calls, token)
        talker._chance.seed(seed)
        await talker._open()
        return talker

    async def _open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)

    async def send(self, data: bytes) -> None:
        """Send one request, and read its answer."""
        is_request = self._chance.random() < 0.95
        request = self._request(data) if is_request else data + b"\r\n\r\n"
        try:
            self._writer.write(request)
            await self._writer.drain()
            async with asyncio.timeout(5 if is_request else 0.02):
                status = await self._answer()
            assert status < 500 or status == 503, (status, request[:300])
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            await self.hang_up()
            await self._open()

    def _request(self, body: bytes) -> bytes:
        method, path = self._chance.choice(self._calls)
        if self._chance.random() < 0.1:
            method = self._chance.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD2"))
        known = self._game if self._chance.random() < 0.8 else "%00"
        path = re.sub(r"\{[^}]*\}", known, path)
        query = f"?position={body[:20].hex()}&after={known}" if self._chance.random() < 0.2 else ""
        who = f"Authorization: Bearer {self._token}\r\n" if self._chance.random() < 0.8 else ""
        kind = "application/json" if self._chance.random() < 0.9 else "image/png"
        head = f"{method} {path}{query} HTTP/1.1\r\nHost: x\r\n{who}Content-Type: {kind}\r\nContent-Length: {len(body)}"
        return f"{head}\r\n\r\n".encode() + body

    async def _answer(self) -> int:
        head = await self._reader.readuntil(b"\r\n\r\n")
        size = CONTENT_LENGTH.search(head)
        status = int(head.split(b" ", 2)[1])
        body = b""
        if status not in (204, 304) and size is not None:
            body = await self._reader.readexactly(int(size[1]))
        if b"traceback" in body.lower():
            raise AssertionError(body[:500])
        game = GAME_ID.search(body)
        if game is not None:
            self._game = game[1].decode()
            self._heard.put_nowait({"game": self._game})
        if b"connection: close" in head.lower() or size is None:
            raise ConnectionError("closed by the server")
        return status

    async def hear(self, timeout: float) -> dict[str, Any]:
        """Return a game that an answer has named."""
        return await asyncio.wait_for(self._heard.get(), timeout)

    async def hang_up(self) -> None:
        self._writer.close()
