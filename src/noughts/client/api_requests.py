"""Requests to the REST API: typed replies, refusals as errors, and retries for temporary failures."""

import asyncio
import secrets
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2
import msgspec

from noughts.client.errors import ENDED_LOGIN, CommandRefused, ConnectionLost, LoginEnded
from noughts.client.retrying import RETRIED, Backoff
from noughts.messages.answers import Welcome
from noughts.messages.board_state import BoardState

Reply = TypeVar("Reply")

PATIENCE_SECONDS = 30.0


class ApiRequests:
    """One HTTP connection pool, and the token that its requests carry."""

    def __init__(self, url: str, token: str | None = None, *, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._patience_seconds = patience_seconds
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx2.AsyncClient(base_url=f"{url.rstrip('/')}/api/v1/", headers=headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    def _act_as(self, welcome: Welcome) -> Welcome:
        self._http.headers["Authorization"] = f"Bearer {welcome.token}"
        return welcome

    async def _get(self, kind: type[Reply], path: str, **query: Any) -> Reply:
        return await self._call(kind, "GET", path, params={k: v for k, v in query.items() if v is not None})

    async def _post(self, kind: type[Reply], path: str, **fields: Any) -> Reply:
        return await self._call(kind, "POST", path, json=fields)

    async def _command(self, path: str, **fields: Any) -> BoardState:
        """Change a game. The server applies the command once, even if it is sent again."""
        fields.setdefault("id", secrets.token_hex(8))
        return await self._call(BoardState, "POST", path, json=fields, counts_once=True)

    async def _call(
        self, kind: type[Reply], method: str, path: str, *, counts_once: bool = False, **options: Any
    ) -> Reply:
        """Send the request until there is an answer, if sending it twice is safe."""
        loop = asyncio.get_running_loop()
        patience_ends, backoff = loop.time() + self._patience_seconds, Backoff()
        while True:
            try:
                return _read(kind, await self._http.request(method, path, **options))
            except httpx2.ConnectError as error:
                # Nothing was sent.
                failure, wait_seconds = _lost(error), backoff.next()
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                failure, wait_seconds = _lost(error), backoff.next()
                if method != "GET" and not counts_once:
                    raise failure from error
            except CommandRefused as error:
                failure, wait_seconds = error, backoff.next(error.wait_seconds)
                passes = error.code in RETRIED and (method == "GET" or counts_once or error.code == "too_many_requests")
                if not passes:
                    raise
            if loop.time() + wait_seconds > patience_ends:
                raise failure
            await asyncio.sleep(wait_seconds)


def _lost(error: Exception) -> "ConnectionLost | CommandRefused":
    lost = ConnectionLost(str(error) or type(error).__name__)
    lost.__cause__ = error
    return lost


def _read(kind: type[Reply], response: httpx2.Response) -> Reply:
    """Return the reply, typed. Raises `CommandRefused`, or `ConnectionLost` when it is not from a Noughts server."""
    try:
        if response.status_code < 400:
            return msgspec.json.decode(response.content, type=kind)
        body = msgspec.json.decode(response.content, type=_ErrorBody)
    except msgspec.DecodeError as error:
        raise ConnectionLost(f"{response.status_code} {response.reason_phrase}: {error}") from error
    wait_seconds = None if body.ratelimit is None else body.ratelimit.get("seconds")
    refused = LoginEnded if body.code in ENDED_LOGIN else CommandRefused
    raise refused(body.code, body.error, wait_seconds=wait_seconds)


class _ErrorBody(msgspec.Struct):
    code: str
    error: str
    ratelimit: dict[str, Any] | None = None
