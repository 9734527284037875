"""The API to become a guest, create an account and log in. A program gets its token, a browser may get a cookie."""

from typing import Annotated

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.http.authentication import (
    Connection,
    address_of_client,
    device_of,
    kept_in_browser,
    must_be_our_page,
)
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.rest.device_names import device_name
from noughts.messages import commands as c
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.people_commands import Password, Username
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services

InCookie = Annotated[
    bool, Parameter(description="set the token as a cookie instead of returning it; for the web client")
]

# Why a login may be refused.
ENTRY = (*READING, *WRITING, "forbidden_origin", "json_needed", "too_many_tries", "logins_busy")


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """An account's name and its password."""

    username: Username
    password: Password


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A new account. `bot` marks one played by a program, permanently and publicly."""

    username: Username
    password: Password
    bot: bool = False


def welcomed(request: Connection, card: PlayerCard, token: str, in_cookie: bool, status: int) -> Response[Welcome]:
    """Return the player with its new token: in the body, or in the browser's cookie."""
    if not in_cookie:
        return Response(Welcome(player=card, token=token), status_code=status, media_type=MediaType.JSON)
    cookies = kept_in_browser(request, card, token)
    return Response(Welcome(player=card), status_code=status, media_type=MediaType.JSON, cookies=cookies)


@post(
    "/guests",
    tags=["players"],
    summary="Create a guest and get its token",
    responses=documented(
        Welcome,
        *READING,
        *WRITING,
        "forbidden_origin",
        "json_needed",
        "bad_name",
        "username_taken",
        "username_reserved",
        "too_many_requests",
        status=201,
        words="The guest and its token.",
    ),
)
async def make_guest(
    request: Connection, data: c.PlayAsGuest, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    refusal = services.gatekeeper.admit_newcomer(address_of_client(request))
    if refusal is not None:
        raise Refused(refusal)
    guest = await services.guests.add_guest(data.name)
    if isinstance(guest, Refusal):
        raise Refused(guest)
    return welcomed(request, *guest, cookie, 201)


@post(
    "/accounts",
    tags=["players"],
    summary="Create an account and log in",
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
    request: Connection, data: Registration, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    card = await services.accounts.register(data.username, data.password, address_of_client(request), is_bot=data.bot)
    if isinstance(card, Refusal):
        raise Refused(card)
    return welcomed(request, card, await services.accounts.give_token(card, login_label(request)), cookie, 201)


@post(
    "/login",
    tags=["players"],
    summary="Log in with a username and password",
    status_code=200,
    responses=documented(
        Welcome, *ENTRY, "wrong_login", "banned", "account_closed", words="Your player, and a new token."
    ),
)
async def log_in(
    request: Connection, data: Credentials, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    found = await services.accounts.log_in(
        data.username, data.password, address_of_client(request), login_label(request), device_of(request)
    )
    if isinstance(found, Refusal):
        raise Refused(found)
    return welcomed(request, found.card, found.token, cookie, 200)


def login_label(request: Connection) -> str:
    """Return the label by which the owner recognises this login: the browser and its system, or the program."""
    return device_name(request.headers.get("user-agent", ""))


@get(
    "/me",
    tags=["players"],
    summary="Get my player card",
    responses=documented(PlayerCard, *OUT, words="Your public player card."),
)
async def who_am_i(player: PlayerCard) -> PlayerCard:
    return player


HANDLERS = [make_guest, make_account, log_in, who_am_i]
