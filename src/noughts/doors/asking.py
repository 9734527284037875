"""Who asks over HTTP, and how handlers get at the server's parts."""

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State

from noughts.doors.replies import Refused
from noughts.messages.answers import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.session import Reception


def reception_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Reception:
    reception: Reception = connection.app.state.reception
    return reception


async def provide_player(request: ASGIConnection[Any, Any, Any, Any]) -> PlayerCard:
    """Who asks, by the bearer token alone: a request forged from another site carries none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused(Refusal("not_logged_in"))
    reception = reception_of(request)
    card = await reception.people.by_token(token.strip())
    if card is None:
        raise Refused(Refusal("bad_token"))
    wait_seconds = reception.requests.take(card.id, asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    return card


def provide_reception(state: State) -> Reception:
    reception: Reception = state.reception
    return reception


def address_of_client(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from, for the limits of addresses."""
    return connection.client.host if connection.client else "local"
