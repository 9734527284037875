"""Two users of the rooms API in one room after another. Every map is compared with the rules."""

import secrets
from typing import Any

import httpx2

from noughts.client.complete_games import Cells, expected_after
from noughts.client.errors import CommandRefused, ConnectionLost
from noughts.client.verification import Difference

# A server that is busy with other games may answer late.
ANSWER_SECONDS = 30


class _User:
    """A user with a token."""

    def __init__(self, url: str) -> None:
        self._http = httpx2.AsyncClient(base_url=url, timeout=ANSWER_SECONDS)
        self.id = ""

    async def register(self) -> None:
        body = {"username": f"v-{secrets.token_hex(6)}", "password": secrets.token_urlsafe(18)}
        reply = await self.call("POST", "/register", body)
        self.id = reply["id"]
        self._http.headers["Authorization"] = f"Bearer {reply['token']}"

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        try:
            response = await self._http.request(method, path, json=body)
        except httpx2.HTTPError as error:
            raise ConnectionLost(str(error) or f"no answer within {ANSWER_SECONDS} s") from error
        reply = response.json()
        if response.status_code >= 400:
            raise CommandRefused(str(response.status_code), f"{method} {path}: {reply}")
        return reply

    async def close(self) -> None:
        await self._http.aclose()


class RoomsPair:
    """A host, who plays X, and a guest."""

    def __init__(self, url: str) -> None:
        self._users = (_User(url), _User(url))

    async def open(self) -> None:
        for user in self._users:
            await user.register()

    async def play(self, cells: Cells) -> None:
        host, guest = self._users
        room = (await host.call("GET", "/tic-tac-toe/creategame"))["token"]
        await guest.call("GET", f"/tic-tac-toe/joingame/{room}")
        for ply, cell in enumerate(cells):
            try:
                turn = {"X": cell % 3, "Y": cell // 3}
                said = await self._users[ply % 2].call("POST", f"/tic-tac-toe/game-turn/{room}", turn)
            except CommandRefused as refused:
                raise Difference(f"game {'-'.join(map(str, cells))}: move {ply + 1} was refused: {refused}") from None
            self._compare(cells[: ply + 1], said)
            self._compare(
                cells[: ply + 1], await self._users[1 - ply % 2].call("GET", f"/tic-tac-toe/game-info/{room}")
            )
        # Delete the room.
        await host.call("DELETE", f"/tic-tac-toe/deletegame/{room}")

    def _compare(self, moves: Cells, said: Any) -> None:
        expected = expected_after(moves)
        host, guest = self._users
        wanted = {
            "game-started": "True",
            "game-ended": str(expected.is_over),
            "map": [[mark.replace(".", "") for mark in expected.cells[row : row + 3]] for row in (0, 3, 6)],
            "winner": None if expected.winner is None else host.id if expected.winner == "X" else guest.id,
        }
        if not expected.is_over:
            wanted["user-turn"] = self._users[len(moves) % 2].id
        shown = {key: said.get(key) for key in wanted}
        if shown != wanted:
            raise Difference(f"after the moves {'-'.join(map(str, moves))}: shown {shown}, and should be {wanted}")

    async def close(self) -> None:
        for user in self._users:
            await user.close()
