"""The headers of every answer, and the health checks."""

from typing import Any

from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.enums import MediaType
from litestar.types import Message, Scope

from noughts.doors.http.authentication import services_of

# Load everything from this server only. Allow no inline script or style, and no framing.
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
# For the board that other sites may show in a frame: it gets no cookie there and offers no actions.
EMBED_POLICY = CONTENT_POLICY.replace(b"frame-ancestors 'none'", b"frame-ancestors *").decode()
# The viewer on the API's page sets styles in its markup. The page shows nothing that players wrote.
API_PAGE_POLICY = (CONTENT_POLICY + b"; style-src 'self' 'unsafe-inline'").decode()
SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]
# Sent over https only: browsers ignore it elsewhere, with a warning.
ONLY_ON_HTTPS = [(b"cross-origin-opener-policy", b"same-origin")]


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Headers for every answer, including errors and files."""
    if message["type"] == "http.response.start":
        headers = [*message["headers"], *SECURITY_HEADERS]
        if not any(name == b"content-security-policy" for name, _ in message["headers"]):
            headers.append((b"content-security-policy", CONTENT_POLICY))
        message["headers"] = headers + ONLY_ON_HTTPS if _is_https(scope) else headers


def _is_https(scope: Scope) -> bool:
    # No proxy check is needed here: a client that forges this header only gets a useless answer header.
    return scope.get("scheme") == "https" or (b"x-forwarded-proto", b"https") in scope["headers"]


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def is_alive() -> str:
    """Report that the process answers."""
    return "alive\n"


@get("/readyz", include_in_schema=False, media_type=MediaType.TEXT)
async def is_ready(request: ASGIConnection[Any, Any, Any, Any]) -> Response[str]:
    """Report whether the database accepts writes, so that games can be played. Never waits for the database."""
    if request.app.state.connections.is_closing:
        return Response("not ready: the server is shutting down\n", status_code=503)
    if not services_of(request).uptime.is_ready:
        return Response("not ready: the database is unreachable or its disk is full\n", status_code=503)
    return Response("ready\n")
