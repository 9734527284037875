"""Identifies the player of an HTTP request by its token, and checks the token's permissions.

A program sends its token in `Authorization`. A browser may keep it in a cookie, which it sends from every page. So a
request with a cookie may change something only if it comes from our own page and its body is not a form.
"""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import Provide

from noughts.doors.http.error_responses import Refused
from noughts.doors.http.public_address import (
    COOKIE_SECONDS,
    PLAIN_COOKIE,
    PLAIN_DEVICE_COOKIE,
    PLAIN_FLOW_COOKIE,
    SECURE_COOKIE,
    SECURE_DEVICE_COOKIE,
    SECURE_FLOW_COOKIE,
    PublicAddress,
)
from noughts.doors.http.uploads import Uploads
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.refusals import Refusal
from noughts.messages.scopes import Needed, may
from noughts.server.oidc.flows import FLOW_SECONDS
from noughts.server.players.guests import Identity
from noughts.server.sessions.services import Services

Connection = Request[Any, Any, Any]

_HARMLESS = ("GET", "HEAD", "OPTIONS")
# Handlers with this in their `opt` accept a token only in the header, because their GET requests change things.
NO_COOKIE = "no_cookie"
# The scope a handler needs, in its `opt`. By default it is `read` for GET, and a login for the others.
NEEDS = "needs"
# The key for a route that stores something new: it counts as more than one request.
MAKES = "makes"


def services_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    services: Services = connection.app.state.services
    return services


def provide_services(state: State) -> Services:
    services: Services = state.services
    return services


def public_address_of(connection: Connection) -> PublicAddress:
    public_address: PublicAddress = connection.app.state.public_address
    return public_address


def uploads_of(connection: Connection) -> Uploads:
    uploads: Uploads = connection.app.state.uploads
    return uploads


def address_of_client(connection: Connection) -> str:
    """Return the client's address, for the limits on addresses."""
    peer = connection.client.host if connection.client else "local"
    return public_address_of(connection).client_address(peer, connection.headers.getall("x-forwarded-for", []))


async def provide_identity(request: Connection) -> Identity:
    """Return the requesting player. Raises `Refused`."""
    services = services_of(request)
    identity = await services.guests.identify(_token_of(request))
    if identity is None:
        raise Refused(Refusal("bad_token"))
    makes = bool(request.route_handler.opt.get(MAKES))
    refusal = services.gatekeeper.admit(identity, address_of_client(request), _needed_by(request), makes=makes)
    if refusal is not None:
        raise Refused(refusal)
    services.absences.record_request(identity.card.id)
    services.signals.seen(identity.card.id, address_of_client(request))
    return identity


async def viewer_of(request: Connection) -> PlayerId | None:
    """Return the viewer of public data; None if the request has no token with permission to read."""
    try:
        identity = await services_of(request).guests.identify(_token_of(request))
    except Refused:
        return None
    return identity.card.id if identity is not None and may(identity.scopes, "read") else None


def provide_player(identity: Identity) -> PlayerCard:
    return identity.card


WHO = {
    "identity": Provide(provide_identity),
    "player": Provide(provide_player, sync_to_thread=False),
    "services": Provide(provide_services, sync_to_thread=False),
}


def _token_of(request: Connection) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip():
        return token.strip()
    kept = public_address_of(request).token_in("; ".join(request.headers.getall("cookie", [])))
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
    """Refuse browser requests that come from another site's page. Raises `Refused`."""
    origin = request.headers.get("origin")
    if origin is None or not public_address_of(request).is_ours(origin, request.headers.get("host", "")):
        raise Refused(Refusal("forbidden_origin"))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    # Any site can send a form here. Browsers send other content types across sites only with our permission.
    if request.method != "DELETE" and kind != "application/json" and not kind.startswith(("image/", "audio/")):
        raise Refused(Refusal("json_needed"))


def kept_in_browser(request: Connection, player: PlayerCard, token: str) -> list[Cookie]:
    """Return the cookies that store this token in the browser, for our own pages. Raises `Refused` for other pages.

    An account gets a second cookie, which identifies the browser at the next login.
    """
    must_be_our_page(request)
    cookies = [_cookie(request, token, COOKIE_SECONDS)]
    if player.kind != "guest":
        mark = services_of(request).accounts.known_devices.mark(player.id)
        cookies.append(_cookie(request, mark, COOKIE_SECONDS, SECURE_DEVICE_COOKIE, PLAIN_DEVICE_COOKIE))
    return cookies


def device_of(request: Connection) -> str | None:
    """Return the mark of the requesting browser, if it has been logged in before."""
    return public_address_of(request).device_in("; ".join(request.headers.getall("cookie", [])))


def kept_during_login(request: Connection, value: str) -> list[Cookie]:
    """Return the cookie for a login in progress at the provider."""
    return [_cookie(request, value, FLOW_SECONDS, SECURE_FLOW_COOKIE, PLAIN_FLOW_COOKIE)]


def flow_of(request: Connection) -> str | None:
    """Return the requesting browser's cookie for a login in progress at the provider."""
    return public_address_of(request).flow_in("; ".join(request.headers.getall("cookie", [])))


def forgotten_by_browser(request: Connection) -> list[Cookie]:
    """Return the cookies that remove the token from the browser."""
    return [_cookie(request, "", 0)] if "cookie" in request.headers else []


def _cookie(
    request: Connection, value: str, seconds: int, secure: str = SECURE_COOKIE, plain: str = PLAIN_COOKIE
) -> Cookie:
    is_secure = request.headers.get("origin", "").startswith("https:")
    return Cookie(
        secure if is_secure else plain,
        path="/",
        value=value,
        max_age=seconds,
        httponly=True,
        secure=is_secure,
        samesite="lax",
    )
