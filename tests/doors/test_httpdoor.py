"""HTTP by hand: requests that never end, grow without end or are none; and those that are as they should be."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from noughts.app import Application
from noughts.client import Client
from noughts.doors.httpdoor import MOST_HEADER_BYTES, HttpDoor

PATIENCE_SECONDS = 0.5
# How long a test waits before it calls something endless.
ENDLESS_SECONDS = 10


class Wire(asyncio.Protocol):
    """One TCP connection to the HTTP port. What was heard before the other side hung up is not lost, however it did."""

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
        # The server is in this process, and shall have its turn.
        await asyncio.sleep(0)

    async def dribble(self, data: bytes, pause_seconds: float) -> None:
        """Byte by byte, until all is sent or the other side has hung up."""
        for byte in data:
            if self.closed:
                return
            await self.send(bytes([byte]))
            await asyncio.sleep(pause_seconds)

    async def answer(self) -> tuple[int, bytes]:
        """The status and the body of the next answer."""
        await self._until(lambda: b"\r\n\r\n" in self._heard)
        head, _, _ = bytes(self._heard).partition(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        size = next(int(line.partition(": ")[2]) for line in lines if line.startswith("content-length"))
        await self._until(lambda: len(self._heard) >= len(head) + 4 + size)
        body = bytes(self._heard[len(head) + 4 :][:size])
        del self._heard[: len(head) + 4 + size]
        return int(head.split()[1]), body

    async def refusal(self) -> tuple[int, str]:
        """The status and the code of a no, after which the connection is closed."""
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
    """To a server of little patience."""
    monkeypatch.setattr(HttpDoor, "deadline_seconds", PATIENCE_SECONDS)
    host, _, port = urlsplit(application.address).netloc.rpartition(":")
    transport, wire = await asyncio.get_running_loop().create_connection(Wire, host, int(port))
    yield wire
    transport.close()


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n"


def post(path: str, body: bytes, size: int | None = None) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {size or len(body)}"
    return head.encode() + b"\r\n\r\n" + body


# Time.


async def test_one_who_says_nothing_is_cut(wire: Wire) -> None:
    assert await wire.refusal() == (408, "silent")


async def test_dribbled_headers_are_cut(wire: Wire) -> None:
    began = time.monotonic()
    dribbling = asyncio.create_task(wire.dribble(b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 1000, 0.02))
    assert await wire.refusal() == (408, "silent")
    assert time.monotonic() - began < 4 * PATIENCE_SECONDS
    dribbling.cancel()


async def test_dribbled_empty_lines_are_cut(wire: Wire) -> None:
    await wire.send(HEALTH)
    assert (await wire.answer())[0] == 200
    dribbling = asyncio.create_task(wire.dribble(b"\r\n" * 1000, 0.05))
    assert await wire.refusal() == (408, "silent")
    dribbling.cancel()


async def test_a_dribbled_body_is_cut(wire: Wire) -> None:
    await wire.send(post("/api/v1/guests", b'{"name": "', 1000))
    dribbling = asyncio.create_task(wire.dribble(b"a" * 900, 0.02))
    assert await wire.refusal() == (408, "silent")
    dribbling.cancel()


async def test_a_body_may_take_longer_if_it_keeps_coming(wire: Wire) -> None:
    # An unknown token, and so a no; but after the whole of it, and the connection stays.
    part = b"x" * 8 * 1024
    head = post("/api/v1/me/picture", b"", 40 * len(part)).replace(b"POST", b"PUT")
    await wire.send(head.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer none\r\n\r\n"))
    for _ in range(40):
        await wire.send(part)
        await asyncio.sleep(1.5 * PATIENCE_SECONDS / 40)
    assert (await wire.answer())[0] == 401
    await wire.send(HEALTH)
    assert (await wire.answer())[0] == 200


async def test_a_connection_that_is_kept_has_its_time_anew_for_each_request(wire: Wire) -> None:
    for _ in range(4):
        await wire.send(HEALTH)
        assert await wire.answer() == (200, b"alive\n")
        # Longer than a request may take, all together; nothing is under way meanwhile.
        await asyncio.sleep(PATIENCE_SECONDS * 0.6)
    await asyncio.sleep(PATIENCE_SECONDS * 1.5)
    await wire.send(post("/api/v1/guests", b"{}"))
    assert (await wire.answer())[0] == 201


async def test_requests_that_come_together_are_answered_in_turn(wire: Wire) -> None:
    await wire.send(HEALTH + post("/api/v1/guests", b"{}") + HEALTH)
    assert [(await wire.answer())[0] for _ in range(3)] == [200, 201, 200]
    await asyncio.sleep(PATIENCE_SECONDS * 1.5)
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


async def test_headers_just_below_the_bound_are_read(wire: Wire) -> None:
    await wire.send(HEALTH[:-2] + b"X: " + b"x" * (MOST_HEADER_BYTES - 200) + b"\r\n\r\n")
    assert (await wire.answer())[0] == 200
    # The bound is for each request, not for the connection.
    await wire.send(HEALTH[:-2] + b"X: " + b"x" * (MOST_HEADER_BYTES - 200) + b"\r\n\r\n")
    assert (await wire.answer())[0] == 200


async def test_huge_trailers_are_refused(wire: Wire) -> None:
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    await wire.send(head + b"".join(b"X-%d: some value\r\n" % i for i in range(2000)) + b"\r\n")
    # It may have been answered before the trailers came: a token was missing.
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


async def test_what_was_answered_before_all_of_it_had_come_is_answered_once(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is not the time that ends this one.
    monkeypatch.setattr(HttpDoor, "deadline_seconds", ENDLESS_SECONDS)
    await wire.send(post("/api/v1/voice", b"", 4_000_000))
    assert (await wire.answer())[0] == 401
    for _ in range(60):
        await wire.send(b"x" * 65_536)
    await wire.hung_up()
    assert not wire._heard


@pytest.mark.parametrize("nonsense", [b"\x16\x03\x01\x02\x00\x01\x00", b"HELLO\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"])
async def test_what_is_no_http_is_refused(wire: Wire, nonsense: bytes) -> None:
    await wire.send(nonsense)
    assert await wire.refusal() == (400, "malformed")


# The game socket.


async def test_a_websocket_has_no_deadline_of_http(wire: Wire, application: Application) -> None:
    async with Client(application.address) as ann:
        game = await ann.create()
        await asyncio.sleep(PATIENCE_SECONDS * 2)
        await game.move(4)
        state = await game.until(lambda state: state.ply == 1)
        assert state.cells == "....X...."


async def test_an_upgrade_has_the_bound_on_headers(wire: Wire) -> None:
    upgrade = b"GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: "
    await wire.send(upgrade + b"x" * MOST_HEADER_BYTES + b"\r\n\r\n")
    assert await wire.refusal() == (431, "too_large")
