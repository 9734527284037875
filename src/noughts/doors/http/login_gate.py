"""Refuses logins early while too many passwords wait to be checked, so that reading more doesn't slow the server.

A request takes a place only once it has fully arrived, so a client that sends only headers blocks nobody.
"""

import msgspec
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    HTTPRequestEvent,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Receive,
    Scope,
    Send,
    WebSocketReceiveMessage,
)

from noughts.doors.http.error_responses import error_response
from noughts.messages.refusals import Refusal
from noughts.server.players.passwords import WAIT_SECONDS, Passwords

# Every path that takes a password from a client without a login. Password changes by logged-in players are rare.
GATED = frozenset(
    (
        "/api/v1/login",
        "/api/v1/accounts",
        "/api/v1/me/account",
        "/api/v1/recovery",
        "/api/v1/recovery/link",
        "/login",
        "/register",
    )
)


class LoginGate:
    """The whole application, behind this check. The application itself refuses bodies above `most_bytes`."""

    def __init__(self, app: ASGIApp, passwords: Passwords, most_bytes: int) -> None:
        self._app = app
        self._passwords = passwords
        self._most_bytes = most_bytes
        # Count requests as they arrive, not when their passwords are checked, so that a sudden crowd is noticed at
        # once.
        self._inside = 0
        reply = error_response(Refusal("logins_busy", wait_seconds=WAIT_SECONDS))
        body = msgspec.json.encode(reply.content)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", str(reply.headers["Retry-After"]).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        self._start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": Refusal("logins_busy").status,
            "headers": headers,
        }
        self._end: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": False}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] not in GATED:
            return await self._app(scope, receive, send)
        if self._is_full():
            return await self._refuse(send)
        received = await self._received(receive)
        if received is None:
            return None
        if self._is_full():
            return await self._refuse(send)
        self._inside += 1
        try:
            await self._app(scope, _again(received, receive), send)
        finally:
            self._inside -= 1

    def _is_full(self) -> bool:
        return self._passwords.is_full or self._inside >= self._passwords.most

    async def _received(self, receive: Receive) -> HTTPRequestEvent | None:
        """Return the body, as far as the application would read it; None when the client disconnects first."""
        body = b""
        while True:
            event = await receive()
            if event["type"] != "http.request":
                return None
            body += event["body"]
            if not event["more_body"] or len(body) > self._most_bytes:
                return {"type": "http.request", "body": body, "more_body": event["more_body"]}

    async def _refuse(self, send: Send) -> None:
        await send(self._start)
        await send(self._end)


def _again(received: HTTPRequestEvent, receive: Receive) -> Receive:
    """Return a `receive` that replays this body once, and then continues with the client's messages."""
    waiting = [received]

    async def receive_again() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        return waiting.pop() if waiting else await receive()

    return receive_again
