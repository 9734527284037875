"""The native WebSocket: picows inside uvicorn, its upgrade, its limits, and hostile or slow clients."""

import asyncio
import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from noughts.app import Application
from noughts.client import Api, Client
from noughts.doors.websocket.frames import text_frame
from tests.servers import NoughtsServer
from tests.waiting import until


def ws_url(application: Application) -> str:
    return application.address.replace("http", "ws") + "/ws"


async def ask(connection: ClientConnection, **command: Any) -> dict[str, Any]:
    """Send a command, and return its answer; skip other messages."""
    await connection.send(json.dumps(command))
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), 5))
        if message["type"] == "ActionSuccess":
            return message


async def test_a_standard_client_can_play(application: Application) -> None:
    async with connect(ws_url(application)) as ann:
        assert (await ask(ann, type="PlayAsGuest", name="Ann"))["value"]
        created = await ask(ann, type="CreateGame", id="c1")
        moved = await ask(ann, type="MakeMove", id="m1", game=created["game"], position=4, ply=0)
        assert (moved["value"], moved["version"], moved["id"]) == (True, 2, "m1")


@pytest.mark.parametrize(
    ("headers", "path", "status"),
    [
        ({"Origin": "https://elsewhere.example"}, "/ws", 403),
        ({"Origin": "null"}, "/ws", 403),
        ({}, "/elsewhere", 404),
    ],
)
async def test_refuses_foreign_origins_and_other_paths(
    application: Application, headers: dict[str, str], path: str, status: int
) -> None:
    url = ws_url(application).removesuffix("/ws") + path
    with pytest.raises(InvalidStatus) as refused:
        await connect(url, additional_headers=headers)
    assert refused.value.response.status_code == status


async def test_our_own_page_may_connect(application: Application) -> None:
    async with connect(ws_url(application), additional_headers={"Origin": application.address}) as page:
        assert (await ask(page, type="PlayAsGuest"))["value"]


async def test_accepts_a_bearer_token(application: Application) -> None:
    async with Api(application.address) as api:
        welcome = await api.be_guest("Zoë")
    async with connect(
        ws_url(application), additional_headers={"Authorization": f"Bearer {welcome.token}"}
    ) as connection:
        assert (await ask(connection, type="CreateGame"))["value"]


async def test_accepts_fragmented_and_binary_frames(application: Application) -> None:
    async with connect(ws_url(application)) as connection:
        await connection.send(['{"type":"PlayAs', 'Guest","id":', '"g"}'])
        assert json.loads(await connection.recv())["value"]
        await connection.recv()
        await connection.send(b'{"type":"ListGames"}')
        assert json.loads(await connection.recv())["type"] == "ListOfGames"


async def _send_and_hear(connection: ClientConnection, pieces: list[str]) -> None:
    await connection.send(pieces)
    await connection.recv()


@pytest.mark.parametrize("pieces", [["x" * 1_000_000], ["x" * 400_000] * 3])
async def test_closes_on_a_message_that_is_too_large(application: Application, pieces: list[str]) -> None:
    async with connect(ws_url(application)) as connection:
        with pytest.raises(ConnectionClosed) as closed:
            await _send_and_hear(connection, pieces)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        "[]",
        "null",
        '"MakeMove"',
        "{}",
        '{"type":null}',
        '{"type":"Nothing"}',
        '{"type":"MakeMove"}',
        '{"type":"MakeMove","position":"4"}',
        '{"type":"MakeMove","position":4.5}',
        '{"type":"MakeMove","position":4,"cheat":true}',
        '{"type":"MakeMove","position":NaN}',
        '{"type":"MakeMove","position":4,"id":""}',
        '{"type":"MakeMove","position":4,"id":"\\u0000"}',
        '{"type":"CreateGame","rounds":0}',
        '{"type":"CreateGame","clock":{}}',
        '{"type":"Login","username":"ann"}',
        '{"type":"Heartbeat","games":{"a":"b"}}',
        "[" * 2000,
        '{"a":' * 600,
    ],
)
async def test_refuses_invalid_messages_with_a_reason(application: Application, nonsense: str) -> None:
    async with connect(ws_url(application)) as connection:
        await connection.send(nonsense)
        answer = json.loads(await connection.recv())
        assert (answer["value"], answer["code"]) == (False, "malformed")
        assert answer["reason"]
        assert (await ask(connection, type="PlayAsGuest"))["value"]


async def test_refuses_commands_that_do_not_fit_the_state(application: Application) -> None:
    async with connect(ws_url(application)) as connection:
        refusals: list[tuple[dict[str, Any], str]] = [
            ({"type": "CreateGame"}, "not_logged_in"),
            ({"type": "MakeMove", "position": 1}, "not_logged_in"),
            ({"type": "Login", "token": "guessed"}, "bad_token"),
        ]
        for command, code in refusals:
            assert (await ask(connection, **command))["code"] == code
        await ask(connection, type="PlayAsGuest")
        refusals = [
            ({"type": "PlayAsGuest"}, "already_logged_in"),
            ({"type": "MakeMove", "position": 1}, "no_game_open"),
            ({"type": "MakeMove", "position": 1, "game": "nosuchgame"}, "no_such_game"),
            ({"type": "JoinGame", "name": "nosuchgame"}, "no_such_game"),
            ({"type": "CreateGame", "variant": "chess"}, "unknown_variant"),
            ({"type": "CreateGame", "opponent": "nobody"}, "no_such_player"),
            ({"type": "CreateGame", "name": "\u200b"}, "bad_name"),
            ({"type": "Watch", "game": "nosuchgame"}, "no_such_game"),
        ]
        for command, code in refusals:
            assert (await ask(connection, **command))["code"] == code


async def test_disconnects_only_the_client_that_does_not_read(application: Application) -> None:
    async with Client(application.address) as ann, Client(application.address) as bob:
        game = await ann.create()
        joined = await bob.join(game.id)
        await game.move(0)
        await joined.until(lambda state: state.ply == 1)
        with await asyncio.to_thread(_deaf_watcher, application, game.id):
            await until(lambda: application.services.metrics.sessions == 3)
            changes = most_unsent = 0
            while not application.services.metrics.sessions_cut:
                most_unsent = max(most_unsent, application.connections.unsent_bytes)
                await game.offer("draw")
                await game.decline("draw")
                changes += 2
                assert changes < 5000, "a client that does not read is kept for ever"
        assert application.services.metrics.sessions_cut == 1
        assert most_unsent > 10_000
        await until(lambda: application.services.metrics.sessions == 2)
        assert application.connections.unsent_bytes < 10_000
        await joined.move(4)
        assert (await game.until(lambda state: state.ply == 2, 5)).cells == "X...O...."


def _deaf_watcher(application: Application, game: str) -> socket.socket:
    """Return a client that watches a game and never reads."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", int(application.address.rpartition(":")[2])))
    head = [
        "GET /ws HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    deaf.sendall("\r\n".join([*head, "", ""]).encode())
    assert deaf.recv(1000).startswith(b"HTTP/1.1 101")
    deaf.sendall(masked(json.dumps({"type": "Watch", "game": game}).encode()))
    return deaf


def masked(payload: bytes) -> bytes:
    """Return a client's text frame, masked with zeros."""
    size = bytes((0x80 | len(payload),)) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2)
    return b"\x81" + size + b"\0\0\0\0" + payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
async def test_a_standard_client_can_read_our_frames(size: int) -> None:
    payload = b"x" * size
    protocol = websockets.client.ClientProtocol(websockets.uri.parse_uri("ws://x/"), state=websockets.protocol.OPEN)
    protocol.receive_data(text_frame(payload))
    [frame] = protocol.events_received()
    assert isinstance(frame, websockets.frames.Frame)
    assert (frame.opcode, bytes(frame.data)) == (websockets.frames.Opcode.TEXT, payload)


async def test_asks_a_flooding_client_to_wait_and_then_disconnects_it(
    start_noughts: Callable[..., NoughtsServer],
) -> None:
    limits = {"NOUGHTS_COMMANDS_PER_SECOND": "5", "NOUGHTS_COMMAND_BURST": "10"}
    server = start_noughts(environment=limits)
    async with connect(server.url.replace("http", "ws") + "/ws") as connection:
        answers: list[dict[str, Any]] = []
        with pytest.raises(ConnectionClosed) as closed:
            await _flood(connection, answers)
        waits = [answer["waitSeconds"] for answer in answers if answer.get("code") == "too_many_requests"]
        assert waits
        assert all(0 < wait <= 0.3 for wait in waits)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "too_many_requests"
    assert server.tracebacks == []


async def _flood(connection: ClientConnection, answers: list[dict[str, Any]]) -> None:
    """Send endlessly, and read as well: unread data would be lost when the server disconnects."""
    while True:
        await connection.send('{"type":"ListGames"}')
        answers.append(json.loads(await connection.recv()))


async def test_limits_the_connections_of_one_address(start_noughts: Callable[..., NoughtsServer]) -> None:
    server = start_noughts(environment={"NOUGHTS_CONNECTIONS_PER_ADDRESS": "3"})
    url = server.url.replace("http", "ws") + "/ws"
    held = [await connect(url) for _ in range(3)]
    with pytest.raises(InvalidStatus) as refused:
        await connect(url)
    assert refused.value.response.status_code == 429
    await held.pop().close()
    await asyncio.sleep(0.1)
    held.append(await connect(url))
    for connection in held:
        await connection.close()
