"""Players on every protocol who don't give up: whatever breaks, they retry until they know the outcome."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any

import httpx2
from msgspec import Struct

from noughts.client import NoughtsError
from tests.chaos.record import Record
from tests.contracts.door_players import Talker
from tests.contracts.talkers import WebSocketTalker
from tests.doors.line_talker import DatagramTalker, LineTalker, Silence
from tests.servers import NoughtsServer

# After these refusals the outcome is unknown.
PASSING = {"storage_unavailable", "busy", "shutting_down", "too_many_requests", "not_logged_in", "internal", "silent"}
PATIENCE_SECONDS = 3.0
_LOST = (OSError, TimeoutError, Silence, NoughtsError, httpx2.HTTPError, ValueError)
_numbers = itertools.count(1)


class View(Struct):
    """A game as one player sees it."""

    cells: str
    is_over: bool

    @property
    def ply(self) -> int:
        return sum(mark in "XO" for mark in self.cells)


class Person:
    """A player; each protocol has a subclass."""

    def __init__(self, nodes: Sequence[NoughtsServer], record: Record, chance: Random) -> None:
        self.nodes = nodes
        self.record = record
        self.chance = chance

    async def settle(self) -> None:
        """Log in."""
        raise NotImplementedError

    async def create(self) -> str:
        raise NotImplementedError

    async def join(self, game: str) -> None:
        raise NotImplementedError

    async def look(self, game: str) -> View:
        raise NotImplementedError

    async def move(self, game: str, cell: int, ply: int) -> str | None:
        """Play this cell. Return the code of the refusal, or None."""
        raise NotImplementedError

    async def leave(self) -> None: ...

    async def pause(self) -> None:
        await asyncio.sleep(0.02 + 0.1 * self.chance.random())

    def new_id(self) -> str:
        return f"chaos-{next(_numbers)}-{self.chance.getrandbits(32):x}"


class Talking(Person):
    """The native protocol over any connection."""

    connect: Callable[[NoughtsServer], Coroutine[Any, Any, Talker]]

    def __init__(self, nodes: Sequence[NoughtsServer], record: Record, chance: Random) -> None:
        super().__init__(nodes, record, chance)
        self._token: str | None = None
        self._talker: Talker | None = None
        self._proof: dict[str, int] = {}
        self._boards: dict[str, dict[str, Any]] = {}

    async def settle(self) -> None:
        await self._ask("Heartbeat", id=None)

    async def create(self) -> str:
        return str((await self._ask("CreateGame", visibility="private"))["game"])

    async def join(self, game: str) -> None:
        await self._ask("JoinGame", name=game)

    async def look(self, game: str) -> View:
        await self._ask("Watch", game=game)
        board = self._boards.get(game)
        return View("." * 9, False) if board is None else View(board["cells"], board["phase"] == "finished")

    async def move(self, game: str, cell: int, ply: int) -> str | None:
        answer = await self._ask("MakeMove", game=game, position=cell, ply=ply)
        return None if answer["value"] else str(answer["code"])

    async def leave(self) -> None:
        talker, self._talker, self._proof = self._talker, None, {}
        if talker is not None:
            await talker.hang_up()

    async def _ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        command = {"type": kind, "id": self.new_id(), **fields}
        command = {name: value for name, value in command.items() if value is not None}
        while True:
            try:
                if self._talker is None:
                    await self._log_in()
                answer = await self._answer(command)
                if answer.get("code") not in PASSING:
                    return answer
                if answer["code"] == "not_logged_in":
                    await self.leave()
            except _LOST:
                await self.leave()
            await self.pause()

    async def _log_in(self) -> None:
        self._talker = await asyncio.wait_for(self.connect(self.chance.choice(self.nodes)), PATIENCE_SECONDS)
        kind = {"type": "PlayAsGuest"} if self._token is None else {"type": "Login", "token": self._token}
        answer = await self._answer({**kind, "id": "hello"})
        if not answer["value"]:
            raise ConnectionRefusedError(answer["code"])
        while self._token is None:
            await self._hear({})

    async def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        assert self._talker is not None
        await self._talker.say({**command, **self._proof})
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                message = await self._hear(command)
                is_pulse = message.get("type") == "Heartbeat" and command["type"] == "Heartbeat"
                if is_pulse or (message.get("type") == "ActionSuccess" and message.get("id") == command.get("id")):
                    return message

    async def _hear(self, command: dict[str, Any]) -> dict[str, Any]:
        assert self._talker is not None
        message = await self._talker.hear(PATIENCE_SECONDS)
        if "type" not in message:
            # Over UDP: the number that proves that we receive. If the server sends another one, it has forgotten us.
            if self._proof and command.get("id") != "hello":
                raise ConnectionResetError
            self._proof = {"ack": message["seq"]}
            await self._talker.say({**command, **self._proof})
        elif message["type"] == "Welcome":
            self._token = message.get("token") or self._token
        elif message["type"] == "BoardState":
            self.record.show(message)
            known = self._boards.get(message["game"])
            if known is None or known["version"] <= message["version"]:
                self._boards = {message["game"]: message}
        return message


class ByWebSocket(Talking):
    @staticmethod
    async def connect(node: NoughtsServer) -> Talker:
        return await WebSocketTalker.connect(node.url)


class ByTcp(Talking):
    @staticmethod
    async def connect(node: NoughtsServer) -> Talker:
        return await LineTalker.connect(f"127.0.0.1:{node.line_port}")


class ByUdp(Talking):
    @staticmethod
    async def connect(node: NoughtsServer) -> Talker:
        return await DatagramTalker.connect(f"127.0.0.1:{node.line_port}")
