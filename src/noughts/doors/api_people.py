"""The API about people: who you are, as a guest or by an account."""

import asyncio
from typing import Any

from litestar import get, post
from litestar.connection import ASGIConnection

from noughts.doors.asking import address_of_client
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages import commands as c
from noughts.messages.answers import PlayerCard, Welcome
from noughts.messages.refusals import Refusal
from noughts.server.session import Reception


@post(
    "/guests",
    tags=["players"],
    summary="Play at once: make a guest, get its token",
    responses=documented(
        Welcome,
        *READING,
        *WRITING,
        "bad_name",
        "username_taken",
        "too_many_requests",
        status=201,
        words="The guest and its token.",
    ),
)
async def make_guest(request: ASGIConnection[Any, Any, Any, Any], data: c.PlayAsGuest, reception: Reception) -> Welcome:
    wait_seconds = reception.newcomers.take(address_of_client(request), asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    if data.name is not None and await reception.accounts.is_registered(data.name):
        raise Refused(Refusal("username_taken"))
    guest = await reception.people.add_guest(data.name)
    if isinstance(guest, Refusal):
        raise Refused(guest)
    card, token = guest
    return Welcome(player=card, token=token)


@get(
    "/me",
    tags=["players"],
    summary="Who this token is",
    responses=documented(PlayerCard, *OUT, words="What everybody may know of you."),
)
async def who_am_i(player: PlayerCard) -> PlayerCard:
    return player


HANDLERS = [make_guest, who_am_i]
