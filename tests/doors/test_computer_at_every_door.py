"""The computer on every protocol: each client asks for it in its own way, and plays a game to the end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from httpx2 import AsyncClient

from noughts.app import Application
from tests.doors.line_talker import DatagramTalker, LineTalker, datagrams, line
from tests.doors.rooms_user import RoomsUser

Talker = LineTalker | DatagramTalker
# The first answer waits for a process to start.
PATIENCE_SECONDS = 60.0


@pytest.mark.parametrize("connect", [line, datagrams], ids=["TCP", "UDP"])
async def test_plays_the_computer_on_port_5005(
    application: Application, connect: Callable[[Application], Awaitable[Talker]]
) -> None:
    ann = await connect(application)
    seat = await ann.ask({"username": "ann", "opponent": "computer-1"})
    if "seq" in seat:
        # Over UDP a client proves that it receives before anything is created.
        seat = await ann.ask({"ack": seat["seq"]})
    assert seat["playerId"] == 1
    free = list(range(9))
    while True:
        await ann.say({**seat, "position": free.pop(0)})
        heard = await ann.hear(PATIENCE_SECONDS)
        if "position" in heard:
            free.remove(heard["position"])
            if free:
                continue
            heard = await ann.hear()
        assert heard["gameOver"] in ("Win", "Lose", "Tie")
        break
    await ann.hang_up()


async def test_plays_the_computer_on_port_5005_by_its_name(application: Application) -> None:
    ann = await line(application)
    seat = await ann.ask({"username": "ann", "opponent": "Noughts 8", "gameType": "misere"})
    await ann.say({**seat, "position": 4})
    assert set(await ann.hear(PATIENCE_SECONDS)) == {"position"}
    await ann.hang_up()


async def test_plays_the_computer_in_a_room(application: Application) -> None:
    async with AsyncClient(base_url=application.address, timeout=30) as http:
        ann = await RoomsUser(http).register("ann")
        room = await ann.create(opponent="computer-2")
        info = await ann.info(room)
        assert (info["host"], info["guest"]) == (ann.id, "computer-2")
        assert (await ann.call("GET", "/tic-tac-toe/creategame?opponent=computer-2")).status_code == 409
        while info["game-ended"] == "False":
            if info["user-turn"] == ann.id:
                free = [(x, y) for y, row in enumerate(info["map"]) for x, held in enumerate(row) if not held]
                assert (await ann.turn(room, *free[0])).status_code == 200
            await asyncio.sleep(0.02)
            info = await ann.info(room)
        no = await ann.call("GET", "/tic-tac-toe/creategame?opponent=nobody")
        assert (no.status_code, no.json()["code"]) == (404, "no_such_player")


async def test_plays_the_computer_over_the_api(application: Application) -> None:
    async with AsyncClient(base_url=f"{application.address}/api/v1", timeout=30) as http:
        token = (await http.post("/guests", json={})).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        board = (await http.post("/games", json={"opponent": "computer-4", "variant": "wild"})).json()
        assert board["players"]["O"] == {"id": "computer-4", "name": "Noughts 4", "kind": "computer", "picture": None}
        board = await _until(http, board, lambda board: board["started"])
        reply = await http.post(f"/games/{board['game']}/moves", json={"position": 0, "mark": "O"})
        assert reply.status_code == 200
        board = await _until(http, board, lambda board: board["ply"] == 2)
        assert board["lastMove"]["seat"] == "O"


async def _until(http: AsyncClient, board: Any, wanted: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not wanted(board):
            await asyncio.sleep(0.02)
            board = (await http.get(f"/games/{board['game']}")).json()
    return board
