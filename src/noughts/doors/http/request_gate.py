"""Counts every HTTP request by its address before any other work, for every client and path."""

import msgspec
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, Receive, Scope, Send

from noughts.doors.http.error_responses import error_response
from noughts.doors.http.public_address import PublicAddress
from noughts.messages.refusals import Refusal
from noughts.server.runtime.budget import Budget, Client
from noughts.server.runtime.metrics import Metrics


class RequestGate:
    """The whole application, behind the limits on requests."""

    def __init__(self, app: ASGIApp, budget: Budget, public_address: PublicAddress, metrics: Metrics) -> None:
        self._app = app
        self._budget = budget
        self._public_address = public_address
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait_seconds = self._budget.take("request", Client(self._address_of(scope)))
        if not wait_seconds:
            await self._app(scope, receive, send)
            return
        reply = error_response(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2) or 0.01))
        body = msgspec.json.encode(reply.content)
        headers = {**reply.headers, "content-type": "application/json", "content-length": str(len(body))}
        start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": reply.status_code or 429,
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        }
        end: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": False}
        await send(start)
        await send(end)

    def _address_of(self, scope: Scope) -> str:
        client = scope.get("client")
        peer = client[0] if client else "local"
        forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if not forwarded:
            return peer
        if not self._public_address.is_proxy(peer):
            self._metrics.forwards_ignored += 1
        return self._public_address.client_address(peer, forwarded)
