"""Who asks over HTTP, by which token, and whether that token is for what is asked.

A program sends its token in `Authorization`. A browser may keep it in a cookie, which it sends whoever's page made it
ask: so a cookie changes nothing unless the page is one of our own, and the body is no form.
"""

import asyncio
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import Provide

from noughts.doors.frontage import COOKIE_SECONDS, PLAIN_COOKIE, SECURE_COOKIE, Frontage
from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Needed, may
from noughts.server.people import Identity
from noughts.server.session import Reception

Connection = Request[Any, Any, Any]

_HARMLESS = ("GET", "HEAD", "OPTIONS")
# A handler whose `opt` says so knows a player by the header alone: its GETs act.
NO_COOKIE = "no_cookie"
# Which scope a handler needs, in its `opt`. Without a word it is `read` for GET, and for the others a login.
NEEDS = "needs"


def reception_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Reception:
    reception: Reception = connection.app.state.reception
    return reception


def provide_reception(state: State) -> Reception:
    reception: Reception = state.reception
    return reception


def frontage_of(connection: Connection) -> Frontage:
    frontage: Frontage = connection.app.state.frontage
    return frontage


def address_of_client(connection: Connection) -> str:
    """Where a request comes from, for the limits of addresses."""
    peer = connection.client.host if connection.client else "local"
    return frontage_of(connection).client_address(peer, connection.headers.getall("x-forwarded-for", []))


async def provide_identity(request: Connection) -> Identity:
    """Who asks. Raises `Refused`."""
    reception = reception_of(request)
    identity = await reception.people.identify(_token_of(request))
    if identity is None:
        raise Refused(Refusal("bad_token"))
    wait_seconds = reception.requests.take(identity.card.id, asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    if not may(identity.scopes, _needed_by(request)):
        raise Refused(Refusal("missing_scope"))
    reception.hall.absences.asked(identity.card.id)
    return identity


def provide_player(identity: Identity) -> PlayerCard:
    return identity.card


WHO = {
    "identity": Provide(provide_identity),
    "player": Provide(provide_player, sync_to_thread=False),
    "reception": Provide(provide_reception, sync_to_thread=False),
}


def _token_of(request: Connection) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip():
        return token.strip()
    kept = frontage_of(request).token_in("; ".join(request.headers.getall("cookie", [])))
    if kept is None or request.route_handler.opt.get(NO_COOKIE):
        raise Refused(Refusal("not_logged_in"))
    if request.method not in _HARMLESS:
        must_be_our_page(request)
    return kept


def _needed_by(request: Connection) -> Needed:
    default: Needed = "read" if request.method in _HARMLESS else "login"
    needed: Needed = request.route_handler.opt.get(NEEDS, default)
    return needed


def must_be_our_page(request: Connection) -> None:
    """Let only a page of our own do this in a browser. Raises `Refused`."""
    origin = request.headers.get("origin")
    if origin is None or not frontage_of(request).is_ours(origin, request.headers.get("host", "")):
        raise Refused(Refusal("forbidden_origin"))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    # What a form can send needs nobody's leave; these a browser sends to another site only when that one allows it.
    if request.method != "DELETE" and kind != "application/json" and not kind.startswith(("image/", "audio/")):
        raise Refused(Refusal("json_needed"))


def kept_in_browser(request: Connection, token: str) -> Cookie:
    """The cookie that keeps this token in the browser of one of our own pages. Raises `Refused` for another."""
    must_be_our_page(request)
    return _cookie(request, token, COOKIE_SECONDS)


def forgotten_by_browser(request: Connection) -> list[Cookie]:
    """What takes the token out of the browser again, if it is there."""
    return [_cookie(request, "", 0)] if "cookie" in request.headers else []


def _cookie(request: Connection, token: str, seconds: int) -> Cookie:
    is_secure = request.headers.get("origin", "").startswith("https:")
    return Cookie(
        SECURE_COOKIE if is_secure else PLAIN_COOKIE,
        path="/",
        value=token,
        max_age=seconds,
        httponly=True,
        secure=is_secure,
        samesite="lax",
    )
