"""Players over HTTP: our API, whose commands carry ids, and the rooms API, where a player looks before retrying."""

from collections.abc import Sequence
from random import Random
from typing import Any

from httpx2 import AsyncClient

from tests.chaos.people import _LOST, PASSING, PATIENCE_SECONDS, Person, View
from tests.chaos.record import Record
from tests.doors.rooms_user import RoomsUser
from tests.servers import NoughtsServer


class ByApi(Person):
    """Our own API."""

    def __init__(self, nodes: Sequence[NoughtsServer], record: Record, chance: Random) -> None:
        super().__init__(nodes, record, chance)
        self._http = AsyncClient(timeout=PATIENCE_SECONDS)

    async def settle(self) -> None:
        if "Authorization" not in self._http.headers:
            self._http.headers["Authorization"] = f"Bearer {(await self._call('POST', 'guests'))['token']}"

    async def create(self) -> str:
        return str((await self._call("POST", "games", id=self.new_id(), visibility="private"))["game"])

    async def join(self, game: str) -> None:
        await self._call("POST", "join", id=self.new_id(), name=game)

    async def look(self, game: str) -> View:
        board = await self._call("GET", f"games/{game}")
        self.record.show(board)
        return View(board["cells"], board["phase"] == "finished")

    async def move(self, game: str, cell: int, ply: int) -> str | None:
        answer = await self._call("POST", f"games/{game}/moves", id=self.new_id(), position=cell, ply=ply)
        return answer.get("code")

    async def leave(self) -> None:
        await self._http.aclose()

    async def _call(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        while True:
            node = self.chance.choice(self.nodes)
            try:
                reply = await self._http.request(
                    method, f"{node.url}/api/v1/{path}", json=None if method == "GET" else body
                )
                answer: dict[str, Any] = reply.json()
                if answer.get("code") not in PASSING:
                    return answer
            except _LOST:
                pass
            await self.pause()


class ByRooms(Person):
    """The rooms API. One player has one room, so each game has separate players."""

    def __init__(self, nodes: Sequence[NoughtsServer], record: Record, chance: Random) -> None:
        super().__init__(nodes, record, chance)
        self._http = AsyncClient(timeout=PATIENCE_SECONDS)
        self._user = RoomsUser(self._http)

    async def settle(self) -> None:
        while True:
            self._user = RoomsUser(self._http)
            reply = await self._call("POST", "/register", {"username": self.new_id()[:20], "password": "correct horse"})
            if reply.get("token"):
                self._user.token = reply["token"]
                return

    async def create(self) -> str:
        while not (token := (await self._call("GET", "/tic-tac-toe/creategame")).get("token")):
            # This player may have a room that we don't know, so use another player.
            await self.settle()
        return str(token)

    async def join(self, game: str) -> None:
        await self._call("GET", f"/tic-tac-toe/joingame/{game}")

    async def look(self, game: str) -> View:
        while "map" not in (info := await self._call("GET", f"/tic-tac-toe/game-info/{game}")):
            await self.pause()
        cells = "".join(cell or "." for row in info["map"] for cell in row)
        return View(cells, info["game-ended"] == "True")

    async def move(self, game: str, cell: int, ply: int) -> str | None:
        while True:
            turn = await self._try("POST", f"/tic-tac-toe/game-turn/{game}", {"X": cell % 3, "Y": cell // 3})
            if turn is not None and turn.get("is_succesful") == "True":
                return None
            if (await self.look(game)).cells[cell] != ".":
                # The room was created, but the answer was lost.
                return None
            await self.pause()

    async def leave(self) -> None:
        await self._http.aclose()

    async def _call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        while (answer := await self._try(method, path, body)) is None:
            await self.pause()
        return answer

    async def _try(self, method: str, path: str, body: Any = None) -> dict[str, Any] | None:
        """Return the answer, or None if it is unknown."""
        try:
            url = self.chance.choice(self.nodes).url
            reply = await self._user.call(method, url + path, body)
            answer: dict[str, Any] = reply.json()
            return None if reply.status_code >= 500 or reply.status_code == 429 else answer
        except _LOST:
            return None
