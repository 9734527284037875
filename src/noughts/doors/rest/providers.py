"""The API for logins at the operator's provider. Only our own pages use it: a cookie binds a login to its browser."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.enums import MediaType
from litestar.params import Parameter

from noughts.doors.http.authentication import (
    MAKES,
    NEEDS,
    Connection,
    address_of_client,
    flow_of,
    kept_during_login,
    kept_in_browser,
    must_be_our_page,
)
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused, accepted
from noughts.doors.rest.logins import ENTRY, login_label, welcomed
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.providers import (
    ProviderAccount,
    ProviderEntered,
    ProviderLogins,
    ProviderOwner,
    ProviderReturn,
    ProviderStart,
)
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services

LoginInPath = Annotated[str, Parameter(description="the login's id", pattern="^[0-9a-f]{16}$")]
# A login could lock the owner out, so no API token may handle them.
OWNER = {NEEDS: "login"}
STARTING = ("provider_off", "provider_unavailable")
RETURNING = (*STARTING, "provider_login_failed", "logins_busy")


def _started(request: Connection, found: tuple[str, str]) -> Response[ProviderStart]:
    url, cookie = found
    return Response(
        ProviderStart(url=url), status_code=200, media_type=MediaType.JSON, cookies=kept_during_login(request, cookie)
    )


@post(
    "/provider/start",
    tags=["players"],
    summary="Start a login at the provider of this server",
    status_code=200,
    responses=documented(
        ProviderStart,
        *STARTING,
        "forbidden_origin",
        "json_needed",
        words="The provider's page, where the browser goes next.",
    ),
)
async def start_login(request: Connection, services: Services) -> Response[ProviderStart]:
    must_be_our_page(request)
    return _started(request, accepted(await services.linking.start()))


@post(
    "/provider/login",
    tags=["players"],
    summary="Finish a login at the provider",
    status_code=200,
    responses=documented(
        ProviderEntered,
        *ENTRY,
        *RETURNING,
        "banned",
        "account_closed",
        words="Your player, with the token in a cookie. No player: you may sign up with this login.",
    ),
)
async def finish_login(request: Connection, data: ProviderReturn, services: Services) -> Response[ProviderEntered]:
    must_be_our_page(request)
    address, label = address_of_client(request), login_label(request)
    found = await services.linking.log_in(data, flow_of(request), address, label)
    if isinstance(found, Refusal):
        raise Refused(found)
    if isinstance(found, str):
        entered, cookies = ProviderEntered(player=None), kept_during_login(request, found)
    else:
        entered, cookies = ProviderEntered(player=found.card), kept_in_browser(request, found.card, found.token)
    return Response(entered, status_code=200, media_type=MediaType.JSON, cookies=cookies)


@post(
    "/me/provider/account",
    tags=["account"],
    summary="Turn a guest into an account that is linked to a login at the provider",
    status_code=200,
    opt=OWNER,
    responses=documented(
        Welcome,
        *OUT,
        *ENTRY,
        "provider_login_failed",
        "already_account",
        "bad_username",
        "bad_password",
        "username_taken",
        "username_reserved",
        words="The account, with a new token in a cookie.",
    ),
)
async def sign_up_by_provider(
    request: Connection, data: ProviderAccount, player: PlayerCard, services: Services
) -> Response[Welcome]:
    must_be_our_page(request)
    address, label = address_of_client(request), login_label(request)
    found = accepted(await services.linking.sign_up(player, data, flow_of(request), address, label))
    services.logins.cut_soon(found.ended)
    services.tables.show_card(found.card)
    return welcomed(request, found.card, found.token, True, 200)


@get(
    "/me/provider",
    tags=["account"],
    summary="List the logins at the provider that are linked to my account",
    opt=OWNER,
    responses=documented(ProviderLogins, *OUT, words="Your linked logins, oldest first."),
)
async def list_provider_logins(player: PlayerCard, services: Services) -> ProviderLogins:
    return await services.linking.all_of(player)


@post(
    "/me/provider/start",
    tags=["account"],
    summary="Start to link a login at the provider to my account",
    status_code=200,
    opt=OWNER,
    responses=documented(
        ProviderStart,
        *OUT,
        *ENTRY,
        *STARTING,
        "account_needed",
        "wrong_password",
        words="The provider's page, where the browser goes next.",
    ),
)
async def start_linking(
    request: Connection, data: ProviderOwner, player: PlayerCard, services: Services
) -> Response[ProviderStart]:
    must_be_our_page(request)
    return _started(request, accepted(await services.linking.start_linking(player, data.password)))


@post(
    "/me/provider",
    tags=["account"],
    summary="Link the login that the provider has sent back",
    opt={**OWNER, MAKES: True},
    responses=documented(
        ProviderLogins,
        *OUT,
        *READING,
        *WRITING,
        *RETURNING,
        "provider_login_taken",
        "too_many_provider_logins",
        status=201,
        words="Your linked logins, the new one among them.",
    ),
)
async def link_login(
    request: Connection, data: ProviderReturn, player: PlayerCard, services: Services
) -> ProviderLogins:
    must_be_our_page(request)
    return accepted(await services.linking.link(player, data, flow_of(request)))


@delete(
    "/me/provider/{login:str}",
    tags=["account"],
    summary="Unlink a login at the provider",
    status_code=200,
    opt=OWNER,
    responses=documented(
        ProviderLogins, *OUT, *WRITING, "malformed", "no_such_provider_login", words="Your remaining logins."
    ),
)
async def unlink_login(login: LoginInPath, player: PlayerCard, services: Services) -> ProviderLogins:
    return accepted(await services.linking.remove(player, login))


HANDLERS = [
    start_login,
    finish_login,
    sign_up_by_provider,
    list_provider_logins,
    start_linking,
    link_login,
    unlink_login,
]
