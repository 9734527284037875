"""How a refusal sounds over HTTP: the status from the table, a body with the code, and how long to wait."""

from math import ceil
from typing import Any

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from noughts.messages.refusals import Refusal

log = structlog.get_logger()


class RateLimit(msgspec.Struct, frozen=True):
    """Which limit was met, and the seconds until it is over."""

    key: str
    seconds: float


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is a no."""

    error: str
    code: str
    ratelimit: RateLimit | None = None


class Refused(Exception):
    """Carries a refusal out of a handler; nothing but `reply_to_refused` catches it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def error_response(refusal: Refusal) -> Response[ErrorBody]:
    headers = {}
    ratelimit = None
    if refusal.wait_seconds is not None or refusal.status in (429, 503):
        seconds = refusal.wait_seconds or 1.0
        headers["Retry-After"] = str(max(1, ceil(seconds)))
        ratelimit = RateLimit(refusal.code, seconds)
    body = ErrorBody(refusal.words, refusal.code, ratelimit)
    return Response(body, status_code=refusal.status, headers=headers, media_type=MediaType.JSON)


def reply_to_refused(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    assert isinstance(error, Refused)
    return error_response(error.refusal)


_BY_STATUS = {401: "not_logged_in", 403: "not_yours", 404: "not_found", 405: "wrong_method", 413: "too_large"}


def reply_to_http_error(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    reply = error_response(refusal_of(error))
    if isinstance(error, HTTPException):
        # Litestar knows which methods there are, and says so in `Allow`.
        reply.headers.update(error.headers or {})
    return reply


def refusal_of(error: Exception) -> Refusal:
    """What Litestar itself objects to: no such path, a body that does not fit, a body that is too large."""
    if isinstance(error, RecursionError):
        # The decoder's own: nothing of ours goes deeper than a body can be nested.
        return Refusal("malformed", "Nested too deeply.")
    assert isinstance(error, HTTPException)
    if error.status_code >= 500:
        return Refusal("internal")
    code = _BY_STATUS.get(error.status_code, "malformed")
    detail = None
    if code == "malformed":
        detail = "".join(c if c.isprintable() else "?" for c in _particulars(error))[:200]
    return Refusal(code, detail or None)


def _particulars(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list):
        return "; ".join(f"{part.get('key', 'body')}: {part['message']}" for part in extra if isinstance(part, dict))
    return str(extra or "")


def reply_to_fault(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """A fault of ours: logged whole, told as nothing but itself."""
    log.error("a request failed", exc_info=error)
    return error_response(Refusal("internal"))
