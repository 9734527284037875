"""Unfinished large messages: only a few are held at a time, and a new one displaces the oldest."""

import asyncio

import pytest

from noughts.app import Application
from noughts.server.runtime.limits import MOST_LARGE_MESSAGES, MOST_LARGE_MESSAGES_OF_AN_ADDRESS
from tests.attacks.target import TEXT, frame, upgrade
from tests.waiting import until

UNFINISHED = b'{"type":"AddProfilePic","profilePicture":"' + b"A" * 10_000
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(address: str, source: str, *, is_websocket: bool) -> Streams:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]), local_addr=(source, 0))
    if is_websocket:
        writer.write(upgrade())
        await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.parametrize("is_websocket", [True, False], ids=["WebSocket", "port 5005"])
@pytest.mark.parametrize(("addresses", "most"), [(1, MOST_LARGE_MESSAGES_OF_AN_ADDRESS), (7, MOST_LARGE_MESSAGES)])
async def test_a_new_large_message_displaces_the_oldest_unfinished_one(
    application: Application, addresses: int, most: int, is_websocket: bool
) -> None:
    holders = application.connections.large_messages._holders
    held: list[Streams] = []
    for number in range(most + 1):
        source = f"127.0.0.{2 + number % addresses}"
        address = application.address if is_websocket else application.line_address
        held.append(await connected(address, source, is_websocket=is_websocket))
        before = list(holders)
        held[-1][1].write(frame(TEXT, UNFINISHED)[:-50] if is_websocket else UNFINISHED)
        await until(lambda before=before: list(holders) != before)  # type: ignore[misc]
    async with asyncio.timeout(3):
        assert b"too_many_large_messages" in await held[0][0].read()
    assert len(holders) == most
    for _, writer in held:
        writer.close()
