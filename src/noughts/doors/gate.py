"""Turns requests away before anything is done for them: logins, while too many wait for their password to be checked.

A thousand of them a second would else keep the server busy with reading them only to say no.
"""

import msgspec
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, Receive, Scope, Send

from noughts.doors.replies import error_response
from noughts.messages.refusals import Refusal
from noughts.server.passwords import WAIT_SECONDS, Passwords

# Whatever takes a password of anybody at all; who has an account and changes it is no crowd.
GATED = frozenset(("/api/v1/login", "/api/v1/accounts", "/api/v1/me/account", "/login", "/register"))


class Gate:
    """The whole application, with a doorkeeper before it."""

    def __init__(self, app: ASGIApp, passwords: Passwords) -> None:
        self._app = app
        self._passwords = passwords
        # A crowd that comes in one moment is counted as it enters, not when its passwords are at last looked at.
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
            await self._app(scope, receive, send)
        elif self._passwords.is_full or self._inside >= self._passwords.most:
            await send(self._start)
            await send(self._end)
        else:
            self._inside += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._inside -= 1
