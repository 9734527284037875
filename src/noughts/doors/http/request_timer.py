"""Times every HTTP request by its route, from the headers read to the answer written."""

from time import perf_counter

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from noughts.server.runtime.metrics import Metrics

# Requests that reach no route: unknown paths, and those refused before. Their paths are clients' inventions.
NO_ROUTE = "none"
# Litestar answers 405 to others, and clients may invent methods without end.
KNOWN_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class RequestTimer:
    """The whole application, timed."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._seconds = metrics.http_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        status = 0

        async def send_and_look(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
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
            self._seconds[key].observe(perf_counter() - started)
