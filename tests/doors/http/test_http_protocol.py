"""Raw HTTP: requests that never end, that grow too large, that are invalid, and valid ones."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client
from noughts.doors.http.http_protocol import HttpProtocol
from noughts.server.runtime.limits import MOST_HEADER_BYTES
from tests.servers.loop_time import LoopTime

PATIENCE_SECONDS = 0.5
# How long a test waits before it fails.
ENDLESS_SECONDS = 10


class Wire(asyncio.Protocol):
    """One TCP connection to the HTTP port. It keeps everything received before the other side disconnects, however that
    happens.
    """

    def __init__(self) -> None:
        self._heard = bytearray()
        self._news = asyncio.Event()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def pause_writing(self) -> None:
        self._flowing.clear()

    def resume_writing(self) -> None:
        self._flowing.set()

    def data_received(self, data: bytes) -> None:
        self._heard += data
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._news.set()
        self._flowing.set()

    async def send(self, data: bytes) -> None:
        self.transport.write(data)
        await self._flowing.wait()
        # The server runs in this process and needs time.
        await asyncio.sleep(0)

    async def dribble(self, data: bytes, pause_seconds: float) -> None:
        """Send byte by byte, until everything is sent or the other side has disconnected."""
        for byte in data:
            if self.closed:
                return
            await self.send(bytes([byte]))
            await asyncio.sleep(pause_seconds)

    async def answer(self) -> tuple[int, bytes]:
        """Return the status and the body of the next answer."""
        await self._until(lambda: b"\r\n\r\n" in self._heard)
        head, _, _ = bytes(self._heard).partition(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        size = next(int(line.partition(": ")[2]) for line in lines if line.startswith("content-length"))
        await self._until(lambda: len(self._heard) >= len(head) + 4 + size)
        body = bytes(self._heard[len(head) + 4 :][:size])
        del self._heard[: len(head) + 4 + size]
        return int(head.split()[1]), body

    async def refusal(self) -> tuple[int, str]:
        """Return the status and the code of a refusal, after which the connection is closed."""
        status, body = await self.answer()
        await self.hung_up()
        assert not self._heard
        return status, json.loads(body)["code"]

    async def hung_up(self) -> None:
        await self._until(lambda: self.closed)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(ENDLESS_SECONDS):
            while not is_so():
                assert not self.closed, f"hung up after {bytes(self._heard)!r}"
                self._news.clear()
                await self._news.wait()


@pytest_asyncio.fixture
async def wire(application: Application, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wire]:
    """A connection to a server with short time limits."""
    monkeypatch.setattr(HttpProtocol, "deadline_seconds", PATIENCE_SECONDS)
    host, _, port = urlsplit(application.address).netloc.rpartition(":")
    transport, wire = await asyncio.get_running_loop().create_connection(Wire, host, int(port))
    yield wire
    transport.close()


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"


def post(path: str, body: bytes, size: int | None = None) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {size or len(body)}"
    return head.encode() + b"\r\n\r\n" + body


# Time.


async def test_disconnects_a_silent_client(wire: Wire) -> None:
    assert await wire.refusal() == (408, "silent")


async def test_disconnects_a_client_that_dribbles_headers(wire: Wire) -> None:
    began = time.monotonic()
    dribbling = asyncio.create_task(wire.dribble(b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 1000, 0.02))
    assert await wire.refusal() == (408, "silent")
    assert time.monotonic() - began < 4 * PATIENCE_SECONDS
    dribbling.cancel()


async def test_disconnects_a_client_that_dribbles_empty_lines(wire: Wire) -> None:
    await wire.send(HEALTH)
    assert (await wire.answer())[0] == 200
    dribbling = asyncio.create_task(wire.dribble(b"\r\n" * 1000, 0.05))
    assert await wire.refusal() == (408, "silent")
    dribbling.cancel()


async def test_disconnects_a_client_that_dribbles_a_body(wire: Wire) -> None:
    await wire.send(post("/api/v1/guests", b'{"name": "', 1000))
    dribbling = asyncio.create_task(wire.dribble(b"a" * 900, 0.02))
    assert await wire.refusal() == (408, "silent")
    dribbling.cancel()


async def test_a_body_may_take_longer_if_it_keeps_coming(wire: Wire, loop_time: LoopTime) -> None:
    # The token is unknown, so the request is refused, but only when it is complete. The connection stays open.
    part = b"x" * 8 * 1024
    head = post("/api/v1/me/picture", b"", 40 * len(part)).replace(b"POST", b"PUT")
    await wire.send(head.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer none\r\n\r\n"))
    for _ in range(10):
        for _ in range(4):
            await wire.send(part)
        await loop_time.pass_seconds(1.5 * PATIENCE_SECONDS / 10)
    assert (await wire.answer())[0] == 401
    await wire.send(HEALTH)
    assert (await wire.answer())[0] == 200


async def test_restarts_the_time_limit_for_each_request_on_a_kept_connection(wire: Wire, loop_time: LoopTime) -> None:
    for _ in range(4):
        await wire.send(HEALTH)
        assert await wire.answer() == (200, b"alive\n")
        # Together this takes longer than one request may, but no request is under way in between.
        await loop_time.pass_seconds(PATIENCE_SECONDS * 0.6)
    await loop_time.pass_seconds(PATIENCE_SECONDS * 1.5)
    await wire.send(post("/api/v1/guests", b"{}"))
    assert (await wire.answer())[0] == 201


async def test_answers_pipelined_requests_in_order(wire: Wire, loop_time: LoopTime) -> None:
    await wire.send(HEALTH + post("/api/v1/guests", b"{}") + HEALTH)
    assert [(await wire.answer())[0] for _ in range(3)] == [200, 201, 200]
    await loop_time.pass_seconds(PATIENCE_SECONDS * 1.5)
    await wire.send(HEALTH)
    assert (await wire.answer())[0] == 200


# Size.


@pytest.mark.parametrize("ended", [b"", b"\r\n\r\n"])
@pytest.mark.parametrize("start", [b"GET /healthz HTTP/1.1\r\nX: ", b"GET /"])
async def test_huge_headers_are_refused(wire: Wire, start: bytes, ended: bytes) -> None:
    end = ended if start.endswith(b": ") else b" HTTP/1.1" + ended
    await wire.send(start + b"x" * (MOST_HEADER_BYTES + 1) + end)
    assert await wire.refusal() == (431, "too_large")


async def test_many_small_headers_are_refused(wire: Wire) -> None:
    headers = b"".join(b"X-%d: some value\r\n" % i for i in range(1000))
    await wire.send(b"GET /healthz HTTP/1.1\r\nHost: h\r\n" + headers + b"\r\n")
    assert await wire.refusal() == (431, "too_large")


async def test_accepts_headers_just_below_the_limit(wire: Wire) -> None:
    await wire.send(HEALTH[:-2] + b"X: " + b"x" * (MOST_HEADER_BYTES - 200) + b"\r\n\r\n")
    assert (await wire.answer())[0] == 200
    # The bound is for each request, not for the connection.
    await wire.send(HEALTH[:-2] + b"X: " + b"x" * (MOST_HEADER_BYTES - 200) + b"\r\n\r\n")
    assert (await wire.answer())[0] == 200


async def test_huge_trailers_are_refused(wire: Wire) -> None:
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    await wire.send(head + b"".join(b"X-%d: some value\r\n" % i for i in range(2000)) + b"\r\n")
    # The answer may come before the trailers, because a token is missing.
    status, _ = await wire.answer()
    assert status in (401, 431)
    await wire.hung_up()


async def test_a_body_without_end_is_refused(wire: Wire) -> None:
    await wire.send(b"POST /healthz HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    sent = 0
    while sent < 200 and not wire.closed:
        await wire.send(chunk)
        sent += 1
    assert sent < 150


async def test_answers_an_unfinished_request_only_once(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    # This one must not end by the time limit.
    monkeypatch.setattr(HttpProtocol, "deadline_seconds", ENDLESS_SECONDS)
    await wire.send(post("/api/v1/voice", b"", 4_000_000))
    assert (await wire.answer())[0] == 401
    for _ in range(60):
        await wire.send(b"x" * 65_536)
    await wire.hung_up()
    assert not wire._heard


@pytest.mark.parametrize("nonsense", [b"\x16\x03\x01\x02\x00\x01\x00", b"HELLO\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"])
async def test_refuses_bytes_that_are_not_http(wire: Wire, nonsense: bytes) -> None:
    await wire.send(nonsense)
    assert await wire.refusal() == (400, "malformed")


# The game socket.


async def test_a_websocket_has_no_http_deadline(wire: Wire, application: Application, loop_time: LoopTime) -> None:
    async with Client(application.address) as ann:
        game = await ann.create()
        await loop_time.pass_seconds(PATIENCE_SECONDS * 2)
        await game.move(4)
        state = await game.until(lambda state: state.ply == 1)
        assert state.cells == "....X...."


async def test_the_header_limit_applies_to_upgrades(wire: Wire) -> None:
    upgrade = b"GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: "
    await wire.send(upgrade + b"x" * MOST_HEADER_BYTES + b"\r\n\r\n")
    assert await wire.refusal() == (431, "too_large")
