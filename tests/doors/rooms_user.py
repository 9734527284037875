"""A minimal client of the rooms API: paths and a token."""

from typing import Any

from httpx2 import AsyncClient, Response

PASSWORD = "correct horse"


class RoomsUser:
    """Somebody with a token. `id` and `token` are set by `register`."""

    def __init__(self, http: AsyncClient, token: str | None = None) -> None:
        self._http = http
        self.token = token
        self.id = ""

    async def register(self, name: str) -> "RoomsUser":
        reply = await self.call("POST", "/register", {"username": name, "password": PASSWORD})
        assert reply.status_code == 200, reply.text
        self.token, self.id = reply.json()["token"], reply.json()["id"]
        return self

    async def call(self, method: str, path: str, body: Any = None) -> Response:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return await self._http.request(method, path, headers=headers, json=body)

    async def create(self, **query: str) -> str:
        """Open a room and return its token."""
        reply = await self.call("GET", "/tic-tac-toe/creategame" + "".join(f"?{k}={v}" for k, v in query.items()))
        assert reply.status_code == 200, reply.text
        return str(reply.json()["token"])

    async def join(self, room: str) -> Response:
        return await self.call("GET", f"/tic-tac-toe/joingame/{room}")

    async def turn(self, room: str, x: int, y: int, **more: Any) -> Response:
        return await self.call("POST", f"/tic-tac-toe/game-turn/{room}", {"X": x, "Y": y, **more})

    async def info(self, room: str) -> Any:
        reply = await self.call("GET", f"/tic-tac-toe/game-info/{room}")
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def delete(self, room: str) -> Response:
        return await self.call("DELETE", f"/tic-tac-toe/deletegame/{room}")
