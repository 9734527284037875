"""How refusals are sent over HTTP: the status from the table, a body with the code, and how long to wait."""

from math import ceil
from typing import Any, TypeVar

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from noughts.messages.refusals import STORAGE_WAIT_SECONDS, Refusal
from noughts.storage.journal import Unavailable

log = structlog.get_logger()

Given = TypeVar("Given")


class RateLimit(msgspec.Struct, frozen=True):
    """The limit that was reached, and the seconds until it ends."""

    key: str
    seconds: float


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every refusal."""

    error: str
    code: str
    ratelimit: RateLimit | None = None


class Refused(Exception):
    """Carries a refusal out of a handler. Only `reply_to_refused` catches it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def accepted(answer: Given | Refusal) -> Given:
    """Return an answer that is not a refusal. Raises `Refused` for one."""
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


def error_response(refusal: Refusal) -> Response[ErrorBody]:
    headers: dict[str, str] = {}
    ratelimit = None
    if refusal.wait_seconds is not None or refusal.status in (429, 503):
        seconds = refusal.wait_seconds or 1.0
        headers["Retry-After"] = str(max(1, ceil(seconds)))
        ratelimit = RateLimit(refusal.code, seconds)
    if refusal.status == 426:
        headers |= {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    body = ErrorBody(refusal.words, refusal.code, ratelimit)
    return Response(body, status_code=refusal.status, headers=headers, media_type=MediaType.JSON)


def count_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> None:
    """Count this refusal for the metrics."""
    request.app.state.services.metrics.http_refusals[refusal.code] += 1


def _counted_response(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorBody]:
    count_refusal(request, refusal)
    return error_response(refusal)


def reply_to_refused(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    assert isinstance(error, Refused)
    return _counted_response(request, error.refusal)


_BY_STATUS = {401: "not_logged_in", 403: "not_yours", 404: "not_found", 405: "wrong_method", 413: "too_large"}


def reply_to_http_error(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    refusal = refusal_of(error)
    why = request.scope.get("state", {}).get("why_unreadable")
    if why is not None and refusal.code == "malformed":
        refusal = Refusal("malformed", _printable(why))
    reply = _counted_response(request, refusal)
    if isinstance(error, HTTPException):
        # Litestar knows the allowed methods, and lists them in `Allow`.
        reply.headers.update(error.headers or {})
    return reply


def refusal_of(error: Exception) -> Refusal:
    """Return the refusal for an error of Litestar's own: unknown path, invalid body, body too large."""
    if isinstance(error, RecursionError):
        # Raised by the decoder for deeply nested bodies; none of our own code recurses that deep.
        return Refusal("malformed", "Nested too deeply.")
    assert isinstance(error, HTTPException)
    if error.status_code >= 500:
        return Refusal("internal")
    code = _BY_STATUS.get(error.status_code, "malformed")
    detail = None
    if code == "malformed":
        detail = _printable(_particulars(error))
    return Refusal(code, detail or None)


def _printable(words: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in words)[:200]


def _particulars(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list):
        return "; ".join(f"{part.get('key', 'body')}: {part['message']}" for part in extra if isinstance(part, dict))
    return str(extra or "")


def reply_to_fault(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answer after an unexpected error.

    An unreachable database is logged elsewhere; a bug is logged here and never exposed.
    """
    if isinstance(error, Unavailable):
        return _counted_response(request, Refusal("storage_unavailable", wait_seconds=STORAGE_WAIT_SECONDS))
    log.error(
        "a request failed",
        method=request.method,
        route=request.scope.get("path_template"),
        game=request.path_params.get("game_id"),
        exc_info=error,
    )
    return _counted_response(request, Refusal("internal"))
