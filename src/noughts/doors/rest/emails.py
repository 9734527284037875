"""The API for e-mail addresses: adding and removing your own, and setting a new password through a link."""

from litestar import Response, delete, get, post, put

from noughts.doors.http.authentication import MAKES, NEEDS, Connection, address_of_client, must_be_our_page
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import accepted
from noughts.doors.rest.logins import ENTRY, InCookie, login_label, welcomed
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.emails import (
    EmailConfirmed,
    EmailLink,
    EmailShown,
    ForgottenPassword,
    LinkedPassword,
    MailRequested,
    NewEmail,
)
from noughts.server.sessions.services import Services

# An e-mail address gives access to the password, so no API token may see or change it.
OWNER = {NEEDS: "login"}
MAILING = ("email_off", "bad_email", "too_many_mails", "mail_busy")


@get(
    "/me/email",
    tags=["account"],
    summary="Get my e-mail address; nobody else can see it",
    opt=OWNER,
    responses=documented(EmailShown, *OUT, words="Your confirmed address, and one that is not confirmed yet."),
)
async def show_email(player: PlayerCard, services: Services) -> EmailShown:
    return await services.emails.of(player)


@put(
    "/me/email",
    tags=["account"],
    summary="Add or change my e-mail address: we send a link to confirm it",
    status_code=202,
    opt={**OWNER, MAKES: True},
    responses=documented(
        EmailShown,
        *OUT,
        *ENTRY,
        *MAILING,
        "account_needed",
        "wrong_password",
        status=202,
        words="A link was sent to the new address. The old one stays until you open it.",
    ),
)
async def add_email(request: Connection, data: NewEmail, player: PlayerCard, services: Services) -> EmailShown:
    return accepted(await services.emails.add(player, data, address_of_client(request)))


@delete(
    "/me/email",
    tags=["account"],
    summary="Remove my e-mail address",
    status_code=200,
    opt=OWNER,
    responses=documented(EmailShown, *OUT, *WRITING, words="No address is stored any more."),
)
async def remove_email(player: PlayerCard, services: Services) -> EmailShown:
    return await services.emails.remove(player)


@post(
    "/email/confirm",
    tags=["account"],
    summary="Confirm an e-mail address with the token of a link",
    status_code=200,
    responses=documented(
        EmailConfirmed,
        *READING,
        *WRITING,
        "no_such_email_link",
        "too_many_accounts_of_email",
        "too_many_tries",
        words="The address is confirmed.",
    ),
)
async def confirm_email(request: Connection, data: EmailLink, services: Services) -> EmailConfirmed:
    return accepted(await services.emails.confirm(data.token, address_of_client(request)))


@post(
    "/recovery/email",
    tags=["players"],
    summary="Ask for a link to set a new password",
    status_code=202,
    responses=documented(
        MailRequested,
        *READING,
        *MAILING,
        status=202,
        words="If an account has this address, a link was sent. The answer is the same if none has.",
    ),
)
async def ask_for_link(request: Connection, data: ForgottenPassword, services: Services) -> MailRequested:
    return accepted(services.emails.ask_for_link(data.email, data.language, address_of_client(request)))


@post(
    "/recovery/link",
    tags=["players"],
    summary="Set a new password with the token of a link and log in",
    status_code=200,
    responses=documented(
        Welcome,
        *ENTRY,
        "bad_password",
        "no_such_email_link",
        "banned",
        "account_closed",
        words="Your player, and a new token. All other sessions and tokens have ended.",
    ),
)
async def recover_by_link(
    request: Connection, data: LinkedPassword, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    address, label = address_of_client(request), login_label(request)
    found = accepted(await services.emails.recover(data.token, data.password, address, label))
    services.logins.cut_soon(found.ended)
    return welcomed(request, found.card, found.token, cookie, 200)


HANDLERS = [
    show_email,
    add_email,
    remove_email,
    confirm_email,
    ask_for_link,
    recover_by_link,
]
