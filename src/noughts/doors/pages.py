"""The headers of every answer, the health checks and the figures."""

from typing import Any

from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.enums import MediaType
from litestar.types import Message, Scope
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from noughts.doors.asking import reception_of
from noughts.server.session import Reception

# Nothing from anywhere but this server, no script or style inside a page, and no frame around one.
CONTENT_POLICY = b"; ".join(
    (
        b"default-src 'self'",
        b"img-src 'self' data:",
        b"base-uri 'none'",
        b"form-action 'self'",
        b"frame-ancestors 'none'",
        b"object-src 'none'",
    )
)
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]
# Browsers heed it on https only, and complain of it elsewhere.
ONLY_ON_HTTPS = [(b"cross-origin-opener-policy", b"same-origin")]


async def add_security_headers(message: Message, scope: Scope) -> None:
    """On every answer, errors and files among them."""
    if message["type"] == "http.response.start":
        headers = [*message["headers"], *SECURITY_HEADERS]
        message["headers"] = headers + ONLY_ON_HTTPS if _is_https(scope) else headers


def _is_https(scope: Scope) -> bool:
    # A proxy's word is taken without asking whose proxy it is: whoever lies gets a header of no use.
    return scope.get("scheme") == "https" or (b"x-forwarded-proto", b"https") in scope["headers"]


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def is_alive() -> str:
    """The process answers."""
    return "alive\n"


@get("/readyz", include_in_schema=False, media_type=MediaType.TEXT)
async def is_ready(request: ASGIConnection[Any, Any, Any, Any]) -> Response[str]:
    """The store can be read, so a game can be played."""
    try:
        await reception_of(request).hall.database.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
    except Exception:
        return Response("not ready: the database does not answer\n", status_code=503)
    return Response("ready\n")


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(request: ASGIConnection[Any, Any, Any, Any]) -> Response[bytes]:
    """The figures of this process, for Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Figures(reception_of(request)))
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")


class _Figures:
    def __init__(self, reception: Reception) -> None:
        self._hall = reception.hall

    def collect(self) -> list[Metric]:
        meters, hall = self._hall.meters, self._hall
        return [
            CounterMetricFamily("noughts_moves", "Moves accepted and stored.", meters.moves),
            CounterMetricFamily("noughts_changes", "Changes of games accepted and stored.", meters.changes),
            CounterMetricFamily("noughts_commands", "Commands received over sockets.", meters.commands),
            CounterMetricFamily("noughts_refusals", "Commands refused over sockets.", meters.refusals),
            CounterMetricFamily("noughts_sessions_cut", "Clients cut off for not reading.", meters.sessions_cut),
            GaugeMetricFamily("noughts_sessions", "Clients connected.", meters.sessions),
            GaugeMetricFamily("noughts_tables", "Games in memory.", len(hall.tables)),
            GaugeMetricFamily("noughts_clocks", "Clocks running.", len(hall.clocks)),
        ]
