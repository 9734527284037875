"""The API to get back into an account whose password is lost."""

from typing import Annotated

from litestar import Response, get, post
from msgspec import Meta, Struct

from noughts.doors.http.authentication import Connection, address_of_client, must_be_our_page
from noughts.doors.http.documented import OUT, documented
from noughts.doors.http.error_responses import accepted
from noughts.doors.rest.account import needs, run_account_command
from noughts.doors.rest.logins import ENTRY, InCookie, login_label, welcomed
from noughts.messages import people_commands as p
from noughts.messages.answers import Welcome
from noughts.messages.people_answers import RecoveryCodes, RecoveryShown
from noughts.server.players.guests import Identity
from noughts.server.sessions.services import Services


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password for an account, and one of its recovery codes."""

    username: p.Username
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    password: p.Password


@post(
    "/recovery",
    tags=["players"],
    summary="Set a new password with a recovery code and log in",
    status_code=200,
    responses=documented(
        Welcome,
        *ENTRY,
        "bad_password",
        "wrong_recovery_code",
        "banned",
        "account_closed",
        words="Your player, and a new token. All other sessions and tokens have ended.",
    ),
)
async def recover(
    request: Connection, data: NewPassword, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    address, label = address_of_client(request), login_label(request)
    found = accepted(await services.recovery.recover(data.username, data.code, data.password, address, label))
    services.logins.cut_soon(found.ended)
    return welcomed(request, found.card, found.token, cookie, 200)


@post(
    "/me/recovery-codes",
    tags=["account"],
    summary="Create recovery codes; old ones end",
    opt=needs(p.MakeRecoveryCodes),
    responses=documented(
        RecoveryCodes,
        *OUT,
        *ENTRY,
        "account_needed",
        "wrong_password",
        status=201,
        words="The codes, shown only this once. Each sets a new password once.",
    ),
)
async def make_recovery_codes(request: Connection, data: p.MakeRecoveryCodes, identity: Identity) -> RecoveryCodes:
    made: RecoveryCodes = await run_account_command(request, identity, data)
    return made


@get(
    "/me/recovery",
    tags=["account"],
    summary="Get the ways to recover my account",
    opt=needs(p.ShowRecovery),
    responses=documented(RecoveryShown, *OUT, "account_needed", words="The number of unused recovery codes."),
)
async def show_recovery(request: Connection, identity: Identity) -> RecoveryShown:
    shown: RecoveryShown = await run_account_command(request, identity, p.ShowRecovery())
    return shown


HANDLERS = [recover, make_recovery_codes, show_recovery]
