"""The API for passkeys. Only our own pages use it: a passkey belongs to the site whose page asks for it."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Parameter

from noughts.doors.http.authentication import (
    MAKES,
    NEEDS,
    Connection,
    address_of_client,
    must_be_our_page,
    public_address_of,
)
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused, accepted
from noughts.doors.rest.logins import ENTRY, InCookie, login_label, welcomed
from noughts.messages.answers import Welcome
from noughts.messages.board_state import PlayerCard
from noughts.messages.passkeys import (
    PasskeyChallenge,
    PasskeyList,
    PasskeyMade,
    PasskeyOwner,
    PasskeyProof,
    PasskeyRequest,
)
from noughts.messages.refusals import Refusal
from noughts.server.players.relying_party import RelyingParty, relying_party
from noughts.server.sessions.services import Services

PasskeyInPath = Annotated[str, Parameter(description="the passkey's id", pattern="^[0-9a-f]{16}$")]
# A passkey could lock the owner out, so no API token may handle them.
OWNER = {NEEDS: "login"}


def party_of(request: Connection) -> RelyingParty:
    """Return the site of the requesting page. Raises `Refused` for other sites, and where passkeys can't work."""
    must_be_our_page(request)
    party = relying_party(public_address_of(request).public_url, request.headers["origin"])
    if party is None:
        raise Refused(Refusal("passkeys_unavailable"))
    return party


@post(
    "/passkeys/challenge",
    tags=["players"],
    summary="Get a challenge to log in with a passkey",
    status_code=200,
    responses=documented(
        PasskeyChallenge, "forbidden_origin", "json_needed", "passkeys_unavailable", words="The challenge."
    ),
)
async def get_challenge(request: Connection, services: Services) -> PasskeyChallenge:
    return services.passkeys.challenge(party_of(request))


@post(
    "/passkeys/login",
    tags=["players"],
    summary="Log in with a passkey, optionally with a new password",
    status_code=200,
    responses=documented(
        Welcome,
        *ENTRY,
        "passkeys_unavailable",
        "wrong_passkey",
        "bad_password",
        "banned",
        "account_closed",
        words="Your player, and a new token. With a new password, all other sessions and tokens have ended.",
    ),
)
async def log_in_with_passkey(
    request: Connection, data: PasskeyProof, services: Services, cookie: InCookie = False
) -> Response[Welcome]:
    party, address = party_of(request), address_of_client(request)
    found = accepted(await services.passkeys.log_in(data, party, address, login_label(request)))
    services.logins.cut_soon(found.ended)
    return welcomed(request, found.card, found.token, cookie, 200)


@get(
    "/me/passkeys",
    tags=["account"],
    summary="List my passkeys",
    opt=OWNER,
    responses=documented(PasskeyList, *OUT, words="Your passkeys, oldest first."),
)
async def list_passkeys(player: PlayerCard, services: Services) -> PasskeyList:
    return await services.passkeys.all_of(player)


@post(
    "/me/passkeys/challenge",
    tags=["account"],
    summary="Get a challenge to add a passkey",
    status_code=200,
    opt=OWNER,
    responses=documented(
        PasskeyRequest,
        *OUT,
        *ENTRY,
        "passkeys_unavailable",
        "account_needed",
        "wrong_password",
        "too_many_passkeys",
        words="What the browser needs to make a passkey.",
    ),
)
async def request_passkey(
    request: Connection, data: PasskeyOwner, player: PlayerCard, services: Services
) -> PasskeyRequest:
    return accepted(await services.passkeys.request(player, data.password, party_of(request)))


@post(
    "/me/passkeys",
    tags=["account"],
    summary="Add a passkey",
    opt={**OWNER, MAKES: True},
    responses=documented(
        PasskeyList,
        *OUT,
        *READING,
        *WRITING,
        "passkeys_unavailable",
        "bad_name",
        "bad_passkey",
        "too_many_passkeys",
        status=201,
        words="Your passkeys, the new one among them.",
    ),
)
async def add_passkey(request: Connection, data: PasskeyMade, player: PlayerCard, services: Services) -> PasskeyList:
    return accepted(await services.passkeys.add(player, data, party_of(request)))


@delete(
    "/me/passkeys/{passkey:str}",
    tags=["account"],
    summary="Remove a passkey",
    status_code=200,
    opt=OWNER,
    responses=documented(PasskeyList, *OUT, *WRITING, "malformed", "no_such_passkey", words="Your remaining passkeys."),
)
async def remove_passkey(passkey: PasskeyInPath, player: PlayerCard, services: Services) -> PasskeyList:
    return accepted(await services.passkeys.remove(player, passkey))


HANDLERS = [get_challenge, log_in_with_passkey, list_passkeys, request_passkey, add_passkey, remove_passkey]
