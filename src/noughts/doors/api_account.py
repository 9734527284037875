"""The API about what is one's own: logins, tokens, password, settings. One path for each command of the desk."""

from typing import Annotated, Any

from litestar import Response, delete, get, patch, post
from litestar.enums import MediaType
from litestar.params import Parameter
from msgspec import Meta, Struct

from noughts.doors.api_people import ENTRY, InCookie, welcomed
from noughts.doors.asking import NEEDS, Connection, address_of_client, forgotten_by_browser, must_be_our_page
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages import people_commands as p
from noughts.messages.answers import PlayerCard, Welcome
from noughts.messages.needs import needed_by
from noughts.messages.people_answers import Logins as LoginList
from noughts.messages.people_answers import LoginsEnded, SettingsShown, TokenMade
from noughts.messages.refusals import Refusal
from noughts.messages.settings import PlayerSettings
from noughts.server import desk
from noughts.server.people import Identity
from noughts.server.session import Reception

LoginInPath = Annotated[str, Parameter(description="the login's id", pattern="^[0-9a-f]{16}$")]


def needs(command: type[p.PeopleCommand]) -> dict[str, Any]:
    """The `opt` of a handler: the same scope as the command needs on the socket."""
    return {NEEDS: needed_by(command)}


async def ask_desk(request: Connection, who: Identity, command: p.AnyPeopleCommand) -> Any:
    """What the desk answers. Raises `Refused`."""
    reception: Reception = request.app.state.reception
    answer = await desk.ask(reception, who, address_of_client(request), command)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


@post(
    "/me/account",
    tags=["account"],
    summary="Be an account instead of a guest, and keep all games",
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
    answer: Welcome = await ask_desk(request, identity, data)
    assert answer.token is not None
    return welcomed(request, answer.player, answer.token, cookie, 200)


@post(
    "/logout",
    tags=["account"],
    summary="End the login by which this is asked",
    status_code=200,
    # Whoever holds a token may give it up, whatever it is for.
    opt={NEEDS: "nothing"},
    responses=documented(LoginsEnded, *OUT, *WRITING, words="It has ended."),
)
async def log_out(request: Connection, identity: Identity) -> Response[LoginsEnded]:
    ended: LoginsEnded = await ask_desk(request, identity, p.Logout())
    return Response(ended, media_type=MediaType.JSON, cookies=forgotten_by_browser(request))


@post(
    "/me/password",
    tags=["account"],
    summary="Have another password; all other logins and tokens end",
    status_code=200,
    opt=needs(p.ChangePassword),
    responses=documented(
        LoginsEnded,
        *OUT,
        *ENTRY,
        "account_needed",
        "wrong_password",
        "bad_password",
        words="How many others have ended.",
    ),
)
async def change_password(request: Connection, data: p.ChangePassword, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await ask_desk(request, identity, data)
    return ended


@post(
    "/me/delete",
    tags=["account"],
    summary="Delete the account: running games are resigned, in old ones stands a deleted player",
    status_code=200,
    opt=needs(p.DeleteAccount),
    responses=documented(LoginsEnded, *OUT, *ENTRY, "wrong_password", words="It is gone, and all its logins."),
)
async def delete_account(request: Connection, data: p.DeleteAccount, identity: Identity) -> Response[LoginsEnded]:
    ended: LoginsEnded = await ask_desk(request, identity, data)
    return Response(ended, media_type=MediaType.JSON, cookies=forgotten_by_browser(request))


@get(
    "/me/logins",
    tags=["account"],
    summary="My logins and tokens, the one used last first",
    opt=needs(p.ListLogins),
    responses=documented(LoginList, *OUT, words="All of them; the tokens themselves are not told."),
)
async def list_logins(request: Connection, identity: Identity) -> LoginList:
    logins: LoginList = await ask_desk(request, identity, p.ListLogins())
    return logins


@delete(
    "/me/logins",
    tags=["account"],
    summary="End all logins but this one; tokens of programs stay",
    status_code=200,
    opt=needs(p.EndLogin),
    responses=documented(LoginsEnded, *OUT, *WRITING, words="How many have ended."),
)
async def end_other_logins(request: Connection, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await ask_desk(request, identity, p.EndLogin())
    return ended


@delete(
    "/me/logins/{login:str}",
    tags=["account"],
    summary="End one login or token",
    status_code=200,
    opt=needs(p.EndLogin),
    responses=documented(LoginsEnded, *OUT, *WRITING, "malformed", "no_such_login", words="It has ended."),
)
async def end_login(request: Connection, login: LoginInPath, identity: Identity) -> LoginsEnded:
    ended: LoginsEnded = await ask_desk(request, identity, p.EndLogin(login=login))
    return ended


@post(
    "/me/tokens",
    tags=["account"],
    summary="A token for a program, with the scopes that it needs",
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
        words="The token, told this once.",
    ),
)
async def make_token(request: Connection, data: p.MakeToken, identity: Identity) -> TokenMade:
    made: TokenMade = await ask_desk(request, identity, data)
    return made


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be changed of a card; the picture has a path of its own."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


@patch(
    "/me",
    tags=["players"],
    summary="Be shown by another name; the username stays",
    opt=needs(p.ChangeName),
    responses=documented(
        PlayerCard, *OUT, *READING, *WRITING, "bad_name", "username_taken", "username_reserved", words="You with it."
    ),
)
async def change_name(request: Connection, data: Profile, identity: Identity) -> PlayerCard:
    welcome: Welcome = await ask_desk(request, identity, p.ChangeName(name=data.name))
    return welcome.player


@get(
    "/me/settings",
    tags=["account"],
    summary="My settings",
    opt=needs(p.ShowSettings),
    responses=documented(PlayerSettings, *OUT, "account_needed", words="All of them."),
)
async def show_settings(request: Connection, identity: Identity) -> PlayerSettings:
    shown: SettingsShown = await ask_desk(request, identity, p.ShowSettings())
    return shown.settings


@patch(
    "/me/settings",
    tags=["account"],
    summary="Change some settings; those that are not named stay",
    opt=needs(p.ChangeSettings),
    responses=documented(
        PlayerSettings, *OUT, *READING, *WRITING, "account_needed", words="All of them, as they are now."
    ),
)
async def change_settings(request: Connection, data: p.ChangeSettings, identity: Identity) -> PlayerSettings:
    shown: SettingsShown = await ask_desk(request, identity, data)
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
