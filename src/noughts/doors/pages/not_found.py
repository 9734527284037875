"""The answer for unknown addresses: a page for browsers, JSON for programs."""

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType

from noughts.doors.http.error_responses import reply_to_http_error
from noughts.doors.pages.files import StoredFile


def reply_to_not_found(files: Mapping[str, StoredFile]) -> Callable[[Request[Any, Any, Any], Exception], Response[Any]]:
    """Return the handler of Litestar's 404, which answers with the built page."""
    page = files.get("404.html")

    def reply(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        asked = request.url.path
        if page is None or "text/html" not in request.headers.get("accept", "") or asked.startswith("/api/"):
            return reply_to_http_error(request, error)
        # Not compressed: the page is smaller than a packet.
        headers = {"Cache-Control": "no-cache", "Vary": "Accept"}
        return Response(page.forms["identity"], media_type=MediaType.HTML, status_code=404, headers=headers)

    return reply
