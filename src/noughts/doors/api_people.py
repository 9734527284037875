"""The API about people: be a guest, make an account, log in. A program gets its token, a browser may get a cookie."""

import asyncio
from typing import Annotated

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.asking import Connection, address_of_client, kept_in_browser, must_be_our_page
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages import commands as c
from noughts.messages.answers import PlayerCard, Welcome
from noughts.messages.people_commands import Password, Username
from noughts.messages.refusals import Refusal
from noughts.messages.text import shown_text
from noughts.server.session import Reception

InCookie = Annotated[
    bool, Parameter(description="keep the token in a cookie of this browser instead of telling it; for our own pages")
]

# Why nobody may be logged in.
ENTRY = (*READING, *WRITING, "forbidden_origin", "json_needed", "too_many_tries", "logins_busy")


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name and its password."""

    username: Username
    password: Password


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A new account. `bot` marks one that a program plays for, for ever and for everybody to see."""

    username: Username
    password: Password
    bot: bool = False


def welcomed(request: Connection, card: PlayerCard, token: str, in_cookie: bool, status: int) -> Response[Welcome]:
    """The player with its new token: told, or kept by the browser."""
    if not in_cookie:
        return Response(Welcome(player=card, token=token), status_code=status, media_type=MediaType.JSON)
    cookie = kept_in_browser(request, token)
    return Response(Welcome(player=card), status_code=status, media_type=MediaType.JSON, cookies=[cookie])


@post(
    "/guests",
    tags=["players"],
    summary="Play at once: make a guest, get its token",
    responses=documented(
        Welcome,
        *READING,
        *WRITING,
        "forbidden_origin",
        "json_needed",
        "bad_name",
        "username_taken",
        "too_many_requests",
        status=201,
        words="The guest and its token.",
    ),
)
async def make_guest(
    request: Connection, data: c.PlayAsGuest, reception: Reception, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    wait_seconds = reception.newcomers.take(address_of_client(request), asyncio.get_running_loop().time())
    if wait_seconds:
        raise Refused(Refusal("too_many_requests", wait_seconds=round(wait_seconds, 2)))
    if data.name is not None and await reception.accounts.is_registered(data.name):
        raise Refused(Refusal("username_taken"))
    guest = await reception.people.add_guest(data.name)
    if isinstance(guest, Refusal):
        raise Refused(guest)
    return welcomed(request, *guest, cookie, 201)


@post(
    "/accounts",
    tags=["players"],
    summary="Make an account and log in",
    responses=documented(
        Welcome,
        *ENTRY,
        "bad_username",
        "bad_password",
        "username_taken",
        "username_reserved",
        status=201,
        words="The account and its token.",
    ),
)
async def make_account(
    request: Connection, data: Registration, reception: Reception, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    card = await reception.accounts.register(data.username, data.password, address_of_client(request), is_bot=data.bot)
    if isinstance(card, Refusal):
        raise Refused(card)
    return welcomed(request, card, await reception.accounts.give_token(card, login_label(request)), cookie, 201)


@post(
    "/login",
    tags=["players"],
    summary="Log in by name and password",
    status_code=200,
    responses=documented(Welcome, *ENTRY, "wrong_login", "banned", words="Who you are, and a new token."),
)
async def log_in(
    request: Connection, data: Credentials, reception: Reception, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    found = await reception.accounts.log_in(
        data.username, data.password, address_of_client(request), login_label(request)
    )
    if isinstance(found, Refusal):
        raise Refused(found)
    return welcomed(request, found.card, found.token, cookie, 200)


def login_label(request: Connection) -> str:
    """What the owner will know this login by: the browser or program, as it calls itself."""
    return shown_text(request.headers.get("user-agent", "")[:40]) or "login"


@get(
    "/me",
    tags=["players"],
    summary="Who this token is",
    responses=documented(PlayerCard, *OUT, words="What everybody may know of you."),
)
async def who_am_i(player: PlayerCard) -> PlayerCard:
    return player


HANDLERS = [make_guest, make_account, log_in, who_am_i]
