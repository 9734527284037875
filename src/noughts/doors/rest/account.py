"""The API about your own account: logins, tokens, password, settings. One path for each account command."""

from typing import Annotated, Any

from litestar import Response, delete, get, patch, post
from litestar.enums import MediaType
from litestar.params import Parameter
from msgspec import Meta, Struct

from noughts.doors.http.authentication import (
    MAKES,
    NEEDS,
    Connection,
    address_of_client,
    forgotten_by_browser,
    must_be_our_page,
)
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused, accepted
from noughts.doors.rest.logins import ENTRY, InCookie, login_label, welcomed
from noughts.messages import people_commands as p
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.needs import makes_something, needed_by
from noughts.messages.people_answers import Logins as LoginList
from noughts.messages.people_answers import LoginsEnded, SettingsShown, TokenMade
from noughts.messages.refusals import Refusal
from noughts.messages.settings import PlayerSettings
from noughts.server.players.guests import Identity
from noughts.server.sessions.handlers import account as desk
from noughts.server.sessions.services import Services

LoginInPath = Annotated[str, Parameter(description="the session's id", pattern="^[0-9a-f]{16}$")]


def needs(command: type[p.PeopleCommand]) -> dict[str, Any]:
    """Return the `opt` of a handler: the command's scope and request count, the same as on the socket."""
    return {NEEDS: needed_by(command), MAKES: makes_something(command)}


async def run_account_command(request: Connection, who: Identity, command: p.AnyPeopleCommand) -> Any:
    """Return the answer to an account command. Raises `Refused`."""
    services: Services = request.app.state.services
    answer = await desk.ask(services, who, address_of_client(request), command)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


@post(
    "/me/account",
    tags=["account"],
    summary="Turn a guest into an account and keep its games",
    status_code=200,
    opt=needs(p.BecomeAccount),
    responses=documented(
        Welcome,
        *OUT,
        *ENTRY,
        "already_account",
        "bad_username",
        "bad_password",
        "username_taken",
        "username_reserved",
        words="The account, and a new token: the guest's is no longer valid.",
    ),
)
async def become_account(
    request: Connection, data: p.BecomeAccount, identity: Identity, cookie: InCookie = False
) -> Response[Welcome]:
    if cookie:
        must_be_our_page(request)
    services: Services = request.app.state.services
    address, label = address_of_client(request), login_label(request)
    answer = accepted(await desk.become_account(services, identity, address, data, label))
    assert answer.token is not None
    return welcomed(request, answer.player, answer.token, cookie, 200)


@post(
    "/logout",
    tags=["account"],
    summary="Log out",
    status_code=200,
    # A token may always be revoked by its holder, even without other permissions.
    opt={NEEDS: "nothing"},
    responses=documented(LoginsEnded, *OUT, *WRITING, words="The session has ended."),
)
async def log_out(request: Connection, identity: Identity) -> Response[LoginsEnded]:
    ended: LoginsEnded = await run_account_command(request, identity, p.Logout())
    return Response(ended, media_type=MediaType.JSON, cookies=forgotten_by_browser(request))


@post(
    "/me/password",
    tags=["account"],
    summary="Change the password and end all other sessions and tokens",
    status_code=200,
    opt=needs(p.ChangePassword),
    responses=documented(
        LoginsEnded,
        *OUT,
        *ENTRY,
        "account_needed",
        "wrong_password",
        "bad_password",
        words="The number of ended sessions and tokens.",
    ),
)
async def change_password(request: Connection, data: p.ChangePassword, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await run_account_command(request, identity, data)
    return ended


@post(
    "/me/delete",
    tags=["account"],
    summary="Delete the account; current games are resigned, old ones show a deleted player",
    status_code=200,
    opt=needs(p.DeleteAccount),
    responses=documented(
        LoginsEnded, *OUT, *ENTRY, "wrong_password", words="The account and all its sessions are deleted."
    ),
)
async def delete_account(request: Connection, data: p.DeleteAccount, identity: Identity) -> Response[LoginsEnded]:
    ended: LoginsEnded = await run_account_command(request, identity, data)
    return Response(ended, media_type=MediaType.JSON, cookies=forgotten_by_browser(request))


@get(
    "/me/logins",
    tags=["account"],
    summary="List my sessions and tokens, most recently used first",
    opt=needs(p.ListLogins),
    responses=documented(LoginList, *OUT, words="All sessions and tokens, without the token values."),
)
async def list_logins(request: Connection, identity: Identity) -> LoginList:
    logins: LoginList = await run_account_command(request, identity, p.ListLogins())
    return logins


@delete(
    "/me/logins",
    tags=["account"],
    summary="Log out everywhere else; API tokens stay valid",
    status_code=200,
    opt=needs(p.EndLogin),
    responses=documented(LoginsEnded, *OUT, *WRITING, words="The number of ended sessions."),
)
async def end_other_logins(request: Connection, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await run_account_command(request, identity, p.EndLogin())
    return ended


@delete(
    "/me/logins/{login:str}",
    tags=["account"],
    summary="End one session or token",
    status_code=200,
    opt=needs(p.EndLogin),
    responses=documented(LoginsEnded, *OUT, *WRITING, "malformed", "no_such_login", words="The session has ended."),
)
async def end_login(request: Connection, login: LoginInPath, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await run_account_command(request, identity, p.EndLogin(login=login))
    return ended


@post(
    "/me/tokens",
    tags=["account"],
    summary="Create an API token with chosen scopes",
    opt=needs(p.MakeToken),
    responses=documented(
        TokenMade,
        *OUT,
        *READING,
        *WRITING,
        "account_needed",
        "bad_name",
        "too_many_tokens",
        status=201,
        words="The token, shown only this once.",
    ),
)
async def make_token(request: Connection, data: p.MakeToken, identity: Identity) -> TokenMade:
    made: TokenMade = await run_account_command(request, identity, data)
    return made


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a card that can be changed; the picture has a separate path."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


@patch(
    "/me",
    tags=["players"],
    summary="Change the display name; the username stays",
    opt=needs(p.ChangeName),
    responses=documented(
        PlayerCard,
        *OUT,
        *READING,
        *WRITING,
        "bad_name",
        "username_taken",
        "username_reserved",
        "name_kept",
        words="Your player card.",
    ),
)
async def change_name(request: Connection, data: Profile, identity: Identity) -> PlayerCard:
    welcome: Welcome = await run_account_command(request, identity, p.ChangeName(name=data.name))
    return welcome.player


@get(
    "/me/settings",
    tags=["account"],
    summary="Get my settings",
    opt=needs(p.ShowSettings),
    responses=documented(PlayerSettings, *OUT, "account_needed", words="All settings."),
)
async def show_settings(request: Connection, identity: Identity) -> PlayerSettings:
    shown: SettingsShown = await run_account_command(request, identity, p.ShowSettings())
    return shown.settings


@patch(
    "/me/settings",
    tags=["account"],
    summary="Change settings; omitted ones stay as they are",
    opt=needs(p.ChangeSettings),
    responses=documented(
        PlayerSettings, *OUT, *READING, *WRITING, "account_needed", words="All settings after the change."
    ),
)
async def change_settings(request: Connection, data: p.ChangeSettings, identity: Identity) -> PlayerSettings:
    shown: SettingsShown = await run_account_command(request, identity, data)
    return shown.settings


HANDLERS = [
    become_account,
    log_out,
    change_password,
    delete_account,
    list_logins,
    end_other_logins,
    end_login,
    make_token,
    change_name,
    show_settings,
    change_settings,
]
