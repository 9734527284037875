"""RFC 6455 on the game socket, following cases 1 to 7 and 10 of Autobahn's suite: raw frames over a plain socket.

The server echoes nothing, so the answer shows that a message was accepted.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio

from tests.attacks.target import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame, upgrade
from tests.servers import NoughtsServer

LIST = b'{"type":"ListGames"}'
PATIENCE_SECONDS = 5
MASK = b"\x37\xfa\x21\x3d"


class RawSocket:
    """A raw WebSocket. Frames are read as (opcode, payload)."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def read(self) -> tuple[int, bytes]:
        """Return the next frame. Every frame of a server is unfragmented and unmasked."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            first, second = await self._reader.readexactly(2)
            size = second
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2))
            elif size == 127:
                size = int.from_bytes(await self._reader.readexactly(8))
            assert first & 0xF0 == 0x80
            return first & 0x0F, await self._reader.readexactly(size)

    async def head(self) -> bytes:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._reader.readuntil(b"\r\n\r\n")

    async def is_answered(self) -> dict[str, Any]:
        """Check that the next frame is a text."""
        kind, payload = await self.read()
        assert kind == TEXT, (kind, payload)
        answer: dict[str, Any] = json.loads(payload)
        return answer

    async def is_closed_with(self, code: int | None) -> None:
        """Check that the next close frame has this code, and the connection ends."""
        while True:
            kind, payload = await self.read()
            if kind == CLOSE:
                break
        assert (int.from_bytes(payload[:2]) if payload else None) == code
        assert len(payload) <= 125
        await self.is_gone()

    async def is_gone(self) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self._reader.read(4096):
                pass

    async def is_alive(self) -> None:
        await self.send(frame(TEXT, LIST))
        assert (await self.is_answered())["type"] == "ListOfGames"

    def hang_up(self) -> None:
        self._writer.close()


Connect = Callable[[], Awaitable[RawSocket]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NoughtsServer]:
    """One server for all tests."""
    server = NoughtsServer(tmp_path_factory.mktemp("conformance")).start()
    yield server
    assert server.tracebacks == []
    server.end()


@pytest_asyncio.fixture
async def connect(server: NoughtsServer) -> AsyncIterator[Connect]:
    """Return a function that opens connections that are not upgraded yet."""
    opened = []

    async def open_one() -> RawSocket:
        plain = RawSocket(*await asyncio.open_connection("127.0.0.1", server.port))
        opened.append(plain)
        return plain

    yield open_one
    for plain in opened:
        plain.hang_up()


@pytest_asyncio.fixture
async def raw(connect: Connect) -> RawSocket:
    """An upgraded connection."""
    plain = await connect()
    await plain.send(upgrade())
    assert (await plain.head()).startswith(b"HTTP/1.1 101")
    return plain


# 1: framing. Every size of length field, text and binary.


@pytest.mark.parametrize("size", [20, 125, 126, 127, 128, 1000, 4096])
@pytest.mark.parametrize("kind", [TEXT, BINARY])
@pytest.mark.parametrize("mask", [b"\0\0\0\0", MASK])
async def test_accepts_messages_of_every_size(raw: RawSocket, size: int, kind: int, mask: bytes) -> None:
    await raw.send(frame(kind, LIST.ljust(size), mask=mask))
    assert (await raw.is_answered())["type"] == "ListOfGames"


async def test_accepts_64_kib_in_pieces_of_any_size(raw: RawSocket) -> None:
    picture = b'{"type":"AddProfilePic","profilePicture":"' + b"A" * 70_000 + b'"}'
    data = frame(TEXT, picture)
    for begin in range(0, len(data), 997):
        await raw.send(data[begin : begin + 997])
    assert (await raw.is_answered())["re"] == "AddProfilePic"
    await raw.is_alive()


async def test_accepts_frames_byte_by_byte(raw: RawSocket) -> None:
    for byte in frame(TEXT, LIST):
        await raw.send(bytes([byte]))
        await asyncio.sleep(0)
    assert (await raw.is_answered())["type"] == "ListOfGames"


async def test_refuses_an_empty_message_with_a_reason(raw: RawSocket) -> None:
    await raw.send(frame(TEXT))
    assert (await raw.is_answered())["code"] == "malformed"
    await raw.is_alive()


# 2: pings and pongs.


@pytest.mark.parametrize("payload", [b"", b"Hello", bytes(range(8)), b"\xfe" * 125])
async def test_a_ping_gets_its_payload_back(raw: RawSocket, payload: bytes) -> None:
    await raw.send(frame(PING, payload))
    assert await raw.read() == (PONG, payload)


async def test_ignores_unrequested_pongs(raw: RawSocket) -> None:
    await raw.send(frame(PONG) + frame(PONG, b"unasked") + frame(PING, b"asked"))
    assert await raw.read() == (PONG, b"asked")


async def test_ten_pings_at_once_get_ten_pongs_in_order(raw: RawSocket) -> None:
    await raw.send(b"".join(frame(PING, bytes([n])) for n in range(10)))
    assert [await raw.read() for _ in range(10)] == [(PONG, bytes([n])) for n in range(10)]


# 3, 4, 5: faults that end the connection with 1002.


@pytest.mark.parametrize(
    "said",
    [
        *(pytest.param(frame(TEXT, LIST, rsv=rsv), id=f"reserved bits {rsv}") for rsv in range(1, 8)),
        *(pytest.param(frame(kind, rsv=4), id=f"reserved bit in {kind}") for kind in (PING, PONG, CLOSE, BINARY)),
        *(pytest.param(frame(kind, b"x"), id=f"opcode {kind}") for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
        pytest.param(frame(PING, b"x" * 126), id="ping of 126 bytes"),
        pytest.param(frame(PING, b"x", fin=False), id="fragmented ping"),
        pytest.param(frame(PONG, b"x", fin=False), id="fragmented pong"),
        pytest.param(frame(CLOSE, b"\x03\xe8" + b"x" * 124), id="close of 126 bytes"),
        pytest.param(frame(TEXT, LIST, mask=None), id="unmasked"),
        pytest.param(frame(CONTINUATION, LIST), id="continuation of nothing"),
        pytest.param(frame(CONTINUATION, LIST, fin=False), id="unfinished continuation of nothing"),
        pytest.param(frame(TEXT, LIST) + frame(CONTINUATION, b"x"), id="continuation after the end"),
        pytest.param(frame(TEXT, b"a", fin=False) + frame(TEXT, LIST), id="text within text"),
        pytest.param(frame(TEXT, b"a", fin=False) + frame(BINARY, LIST), id="binary within text"),
        pytest.param(frame(BINARY, b"a", fin=False) + frame(TEXT, LIST, fin=False), id="text within binary"),
        pytest.param(b"\x81\xfe\x00\x05" + MASK + b"12345", id="length not in the shortest form"),
        pytest.param(b"\x81\xff\x80" + bytes(7) + MASK, id="length with its first bit set"),
    ],
)
async def test_an_invalid_frame_ends_the_connection(raw: RawSocket, said: bytes) -> None:
    await raw.send(said)
    await raw.is_closed_with(1002)


async def test_ignores_everything_after_an_invalid_frame(raw: RawSocket) -> None:
    await raw.send(frame(CONTINUATION) + frame(TEXT, b'{"type":"PlayAsGuest","id":"late"}'))
    await raw.is_closed_with(1002)


@pytest.mark.parametrize("kind", [TEXT, BINARY])
@pytest.mark.parametrize("cuts", [(5,), (1, 2, 3), (0, 0, 20)])
async def test_fragments_make_one_message(raw: RawSocket, kind: int, cuts: tuple[int, ...]) -> None:
    borders = [0, *cuts, len(LIST)]
    parts = [LIST[begin:end] for begin, end in pairwise(borders)]
    for number, part in enumerate(parts):
        await raw.send(frame(CONTINUATION if number else kind, part, fin=number == len(parts) - 1))
    assert (await raw.is_answered())["type"] == "ListOfGames"


async def test_accepts_control_frames_between_fragments(raw: RawSocket) -> None:
    await raw.send(frame(TEXT, LIST[:9], fin=False) + frame(PING, b"between") + frame(PONG))
    assert await raw.read() == (PONG, b"between")
    await raw.send(frame(CONTINUATION, LIST[9:]))
    assert (await raw.is_answered())["type"] == "ListOfGames"


# 6: UTF-8.


@pytest.mark.parametrize(
    "text",
    [
        b"\xff",
        b"\x80",
        b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
        b"\xf4\x90\x80\x80",
        b"\xc0\xaf",
        b"\xe0\x80\xaf",
        b"\xf8\x88\x80\x80\x80",
        b"\xed\xbf\xbf",
        b"\xce",
        b'{"type":"PlayAsGuest","name":"\xed\xa0\x80"}',
        b'{"type":"PlayAsGuest","name":"\xc3"}',
        b'{"type":"\xff"}',
        b'{"\xff":1,"type":"ListGames"}',
    ],
)
@pytest.mark.parametrize("in_parts", [False, True])
async def test_text_that_is_not_utf8_ends_the_connection(raw: RawSocket, text: bytes, in_parts: bool) -> None:
    if in_parts:
        await raw.send(frame(TEXT, text[:1], fin=False) + frame(CONTINUATION, text[1:]))
    else:
        await raw.send(frame(TEXT, text))
    await raw.is_closed_with(1007)


@pytest.mark.parametrize("name", ["κόσμε", "𝄞 note", "\ufffd", "ж"])
async def test_accepts_utf8_split_within_a_character(raw: RawSocket, name: str) -> None:
    said = json.dumps({"type": "PlayAsGuest", "name": name}, ensure_ascii=False).encode()
    parts = [said[n : n + 1] for n in range(len(said))]
    for number, part in enumerate(parts):
        await raw.send(frame(CONTINUATION if number else TEXT, part, fin=number == len(parts) - 1))
    answer = await raw.is_answered()
    assert answer["re"] == "PlayAsGuest"


async def test_binary_need_not_be_utf8(raw: RawSocket) -> None:
    await raw.send(frame(BINARY, b"\xff"))
    assert (await raw.is_answered())["code"] == "malformed"
    await raw.is_alive()


# 7: closing.


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])
@pytest.mark.parametrize("reason", [b"", b"goodbye", b"x" * 123])
async def test_returns_a_close_frame(raw: RawSocket, code: int, reason: bytes) -> None:
    await raw.send(frame(CLOSE, code.to_bytes(2) + reason))
    await raw.is_closed_with(code)


async def test_answers_a_close_frame_without_a_code_by_one_without_a_code(raw: RawSocket) -> None:
    await raw.send(frame(CLOSE))
    await raw.is_closed_with(None)


@pytest.mark.parametrize("code", [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535])
async def test_refuses_forbidden_close_codes(raw: RawSocket, code: int) -> None:
    await raw.send(frame(CLOSE, code.to_bytes(2)))
    await raw.is_closed_with(1002)


async def test_refuses_a_close_frame_of_one_byte(raw: RawSocket) -> None:
    await raw.send(frame(CLOSE, b"\x03"))
    await raw.is_closed_with(1002)


async def test_refuses_a_close_reason_that_is_not_utf8(raw: RawSocket) -> None:
    await raw.send(frame(CLOSE, b"\x03\xe8\xce\xba\xed\xa0\x80"))
    await raw.is_closed_with(1007)


async def test_ignores_everything_after_a_close_frame(raw: RawSocket) -> None:
    await raw.send(frame(CLOSE, b"\x03\xe8") + frame(PING, b"late") + frame(CLOSE, b"\x03\xe8"))
    assert await raw.read() == (CLOSE, b"\x03\xe8")
    await raw.is_gone()


async def test_accepts_a_close_frame_within_a_message(raw: RawSocket) -> None:
    await raw.send(frame(TEXT, b"a", fin=False) + frame(CLOSE, b"\x03\xe8"))
    await raw.is_closed_with(1000)


# 10: large and small frames, many at once.


async def test_accepts_a_picture_in_frames_of_1300_bytes(raw: RawSocket) -> None:
    picture = b'{"type":"AddProfilePic","profilePicture":"' + b"A" * 65_000 + b'"}'
    parts = [picture[begin : begin + 1300] for begin in range(0, len(picture), 1300)]
    for number, part in enumerate(parts):
        await raw.send(frame(CONTINUATION if number else TEXT, part, fin=number == len(parts) - 1))
    assert (await raw.is_answered())["re"] == "AddProfilePic"


# The upgrade.


@pytest.mark.parametrize(
    "headers",
    [
        {"Connection": "keep-alive, Upgrade"},
        {"Connection": "UPGRADE"},
        {"Connection": "Upgrade , keep-alive"},
        {"Connection": "keep-alive\r\nConnection: Upgrade"},
        {"Connection": "Upgrade\r\nConnection: keep-alive"},
        {"Upgrade": "WebSocket"},
        {"Upgrade": "other, websocket"},
        {"Sec_WebSocket_Protocol": "chat", "Sec_WebSocket_Extensions": "permessage-deflate"},
    ],
)
async def test_the_upgrade_reads_lists_of_tokens(connect: Connect, headers: dict[str, str]) -> None:
    raw = await connect()
    await raw.send(upgrade(**headers))
    head = await raw.head()
    assert head.startswith(b"HTTP/1.1 101"), head
    # The server must not agree to what was not offered.
    assert b"sec-websocket-extensions" not in head.lower()
    assert b"sec-websocket-protocol" not in head.lower()
    await raw.is_alive()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (upgrade(Sec_WebSocket_Version="8"), 426),
        (upgrade(Sec_WebSocket_Version="14"), 426),
        (upgrade(Sec_WebSocket_Version=""), 426),
        (upgrade(Sec_WebSocket_Key=""), 400),
        (upgrade(Sec_WebSocket_Key="short"), 400),
        (upgrade(Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), 400),
        (upgrade(Sec_WebSocket_Key="\xe9" * 22), 400),
        (upgrade().replace(b"HTTP/1.1", b"HTTP/1.0"), 400),
        (upgrade().replace(b"GET", b"POST"), 400),
        (b"GET /ws HTTP/1.1\r\nHost: x\r\n\r\n", 426),
        (upgrade(Connection="close"), 426),
    ],
)
async def test_explains_why_an_upgrade_is_refused(connect: Connect, said: bytes, status: int) -> None:
    raw = await connect()
    await raw.send(said)
    head = await raw.head()
    assert head.startswith(f"HTTP/1.1 {status} ".encode()), head
    if status == 426:
        assert b"sec-websocket-version: 13" in head.lower()


@pytest.mark.parametrize("header", ["Authorization", "Cookie"])
async def test_refuses_a_non_ascii_token_with_a_reason(connect: Connect, server: NoughtsServer, header: str) -> None:
    raw = await connect()
    said = {"Authorization": "Bearer \xe9\xff", "Cookie": "noughts=\xe9\xff"}[header]
    own = server.url.removeprefix("http://")
    await raw.send(upgrade(**{header: said, "Host": own, "Origin": server.url}))
    assert (await raw.head()).startswith(b"HTTP/1.1 101")
    assert (await raw.is_answered())["code"] == "bad_token"
    await raw.is_alive()
    assert server.tracebacks == []
