"""A client of the API: with a token, or like a browser with a cookie and an origin."""

from collections.abc import Callable
from typing import Any, Self

from httpx2 import AsyncClient, Response

PASSWORD = "correct horse"


class Person:
    """One client of `/api/v1` with its own connection and cookies. As a browser it sends the page's origin."""

    def __init__(self, address: str, *, is_browser: bool = False, origin: str | None = None) -> None:
        headers = {"Origin": origin or address} if is_browser else {}
        self.http = AsyncClient(base_url=address, timeout=30, headers=headers)
        self.address = address
        self.query = "?cookie=true" if is_browser else ""
        self.id = ""
        self.token: str | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Response:
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        return await self.http.request(method, f"/api/v1/{path}", json=body, headers=headers)

    async def get(self, path: str) -> Any:
        return _read(await self.call("GET", path))

    async def post(self, path: str, **fields: Any) -> Any:
        return _read(await self.call("POST", path, fields))

    async def guest(self, **fields: Any) -> Self:
        return await self._welcomed(await self.call("POST", f"guests{self.query}", fields))

    async def register(self, username: str, **fields: Any) -> Self:
        body = {"username": username, "password": PASSWORD, **fields}
        return await self._welcomed(await self.call("POST", f"accounts{self.query}", body))

    async def log_in(self, username: str, password: str = PASSWORD) -> Self:
        body = {"username": username, "password": password}
        return await self._welcomed(await self.call("POST", f"login{self.query}", body))

    async def upgrade(self, username: str) -> Self:
        body = {"username": username, "password": PASSWORD}
        return await self._welcomed(await self.call("POST", f"me/account{self.query}", body))

    async def recover(self, username: str, code: str, password: str = PASSWORD) -> Self:
        body = {"username": username, "code": code, "password": password}
        return await self._welcomed(await self.call("POST", f"recovery{self.query}", body))

    async def _welcomed(self, reply: Response) -> Self:
        welcome = _read(reply)
        self.id, self.token = welcome["player"]["id"], welcome.get("token")
        return self


NewPerson = Callable[[], Person]


def code_of(reply: Response) -> str:
    return str(reply.json()["code"])


def _read(reply: Response) -> Any:
    assert reply.status_code < 300, reply.text
    return reply.json()
