"""Times every HTTP request by its route, from the headers read to the answer written, and gives it an id.

The answer's `X-Request-Id` header carries the id, and so does the field `request` of every line logged meanwhile.
"""

from itertools import count
from time import perf_counter

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars

from noughts.server.runtime.metrics import Metrics

# Stands for requests that reach no route: unknown paths and early refusals. Their paths are unbounded, so they are not
# counted one by one.
NO_ROUTE = "none"
# Litestar answers 405 to other methods. They are counted together, since clients may invent any number.
KNOWN_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


log = structlog.get_logger()


class RequestTimer:
    """The whole application, timed."""

    def __init__(self, app: ASGIApp, metrics: Metrics, prefix: str) -> None:
        """`prefix` distinguishes the ids of this process from those of others."""
        self._app = app
        self._seconds = metrics.http_seconds
        self._ids = map(f"{prefix}-{{}}".format, count(1))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        status = 0
        # Each request runs in its own task, so this affects no other request.
        request_id = next(self._ids)
        bind_contextvars(request=request_id)

        async def send_and_look(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_and_look)
        finally:
            method = str(scope.get("method"))
            key = (
                method if method in KNOWN_METHODS else "other",
                scope.get("path_template") or NO_ROUTE,
                f"{status // 100}xx" if status else "cut",
            )
            seconds = perf_counter() - started
            self._seconds[key].observe(seconds)
            log.debug("request", method=key[0], route=key[1], status=status, ms=round(seconds * 1000, 1))
