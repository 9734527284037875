"""Clients that send announced bodies slowly or never don't block others' logins, pictures or voice moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from io import BytesIO

import numpy as np
import pytest_asyncio
from httpx2 import AsyncClient, Response
from PIL import Image

from bench.speech import wav
from noughts.app import Application
from noughts.server.runtime.limits import (
    MOST_UPLOADS,
    MOST_UPLOADS_OF_A_PLAYER,
    MOST_UPLOADS_OF_AN_ADDRESS,
    MOST_WAITING_PASSWORDS,
)
from noughts.voice.bounds import RATE
from tests.doors.rooms_user import PASSWORD, RoomsUser

SILENCE = wav(np.zeros(RATE // 10, np.float32))


class SlowClients:
    """Connections with unfinished requests."""

    def __init__(self, application: Application, stack: AsyncExitStack) -> None:
        self._host, _, self._port = application.address.removeprefix("http://").rpartition(":")
        self._stack = stack

    async def begin(
        self, request: str, token: str | None, length: int, body: bytes = b"", source: str = "127.0.0.1"
    ) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection(self._host, int(self._port), local_addr=(source, 0))
        self._stack.callback(writer.close)
        lines = [f"{request} HTTP/1.1", "Host: x", "Content-Type: application/json", f"Content-Length: {length}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        return reader


@pytest_asyncio.fixture
async def slow(application: Application) -> AsyncIterator[SlowClients]:
    async with AsyncExitStack() as stack:
        yield SlowClients(application, stack)


@pytest_asyncio.fixture
async def http(application: Application) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(base_url=application.address, timeout=60) as http:
        yield http


def png() -> bytes:
    out = BytesIO()
    Image.new("RGB", (50, 50), "red").save(out, "PNG")
    return out.getvalue()


async def put(http: AsyncClient, user: RoomsUser) -> Response:
    headers = {"Authorization": f"Bearer {user.token}"}
    return await http.put("/api/v1/me/picture", content=png(), headers=headers)


async def say(http: AsyncClient, user: RoomsUser) -> Response:
    headers = {"Authorization": f"Bearer {user.token}", "Content-Type": "audio/wav"}
    return await http.post("/api/v1/voice", content=SILENCE, headers=headers)


async def test_logins_without_a_body_do_not_block_other_logins(http: AsyncClient, slow: SlowClients) -> None:
    await RoomsUser(http).register("ann")
    for _ in range(MOST_WAITING_PASSWORDS + 10):
        await slow.begin("POST /login", None, 60, b'{"username"')
    await asyncio.sleep(0.2)
    reply = await http.post("/login", json={"username": "ann", "password": PASSWORD})
    assert reply.status_code == 200, reply.text


async def test_slow_uploads_do_not_block_others_pictures_or_voice_moves(http: AsyncClient, slow: SlowClients) -> None:
    ann = await RoomsUser(http).register("ann")
    waiting: set[asyncio.Task[bytes]] = set()
    for number in range(MOST_UPLOADS // MOST_UPLOADS_OF_A_PLAYER):
        guest = (await http.post("/api/v1/guests", json={})).json()["token"]
        # One player's third upload is refused, whichever of the three arrives last.
        for _ in range(MOST_UPLOADS_OF_A_PLAYER + (number == 0)):
            source = f"127.0.0.{2 + number % 8}"
            reader = await slow.begin("POST /api/v1/voice", guest, 100_000, bytes(1000), source)
            waiting.add(asyncio.create_task(reader.readline()))
        if number == 0:
            assert b"429" in await first_answer(waiting)
    await asyncio.sleep(0.2)
    assert (await put(http, ann)).status_code == 200
    assert (await say(http, ann)).status_code == 200
    # The oldest slow upload was ended.
    assert b"503" in await first_answer(waiting)
    for task in waiting:
        task.cancel()


async def first_answer(waiting: set[asyncio.Task[bytes]]) -> bytes:
    """Return the first status line that arrives, and remove its task from the set."""
    done, _ = await asyncio.wait(waiting, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    task = done.pop()
    waiting.remove(task)
    return task.result()


async def test_limits_unfinished_bodies_per_address(http: AsyncClient, slow: SlowClients) -> None:
    ann = await RoomsUser(http).register("ann")
    answers: set[asyncio.Task[bytes]] = set()
    for _ in range(MOST_UPLOADS_OF_AN_ADDRESS + 1):
        guest = (await http.post("/api/v1/guests", json={})).json()["token"]
        reader = await slow.begin("POST /api/v1/voice", guest, 100_000, bytes(1000), "127.0.0.2")
        answers.add(asyncio.create_task(reader.readline()))
    assert b"429" in await first_answer(answers)
    assert (await put(http, ann)).status_code == 200
    assert not any(task.done() for task in answers)
    for task in answers:
        task.cancel()


async def test_limits_unfinished_bodies_per_player(http: AsyncClient, slow: SlowClients) -> None:
    ann, bob = await RoomsUser(http).register("ann"), await RoomsUser(http).register("bob")
    for _ in range(MOST_UPLOADS_OF_A_PLAYER):
        await slow.begin("PUT /api/v1/me/picture", ann.token, 400_000, bytes(1000))
    await asyncio.sleep(0.2)
    reply = await put(http, ann)
    assert (reply.status_code, reply.json()["code"]) == (429, "too_many_uploads")
    assert reply.headers["retry-after"] == "1"
    assert (await put(http, bob)).status_code == 200
