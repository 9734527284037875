"""The API about others: challenges, invitations and their QR codes, whom one does not want to meet, reports."""

from functools import lru_cache
from io import BytesIO
from typing import Annotated

import segno
from litestar import Response, delete, get, post, put
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.api_account import ask_desk, needs
from noughts.doors.api_games import GameIdInPath
from noughts.doors.asking import NEEDS, Connection, frontage_of
from noughts.doors.boards import entered
from noughts.doors.documented import OUT, READING, WRITING, documented
from noughts.doors.replies import Refused
from noughts.messages import people_commands as p
from noughts.messages.answers import Blocks, BoardState, Challenges, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade, ReportMade
from noughts.messages.people_commands import HowBlocked
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting
from noughts.rules import find_variant
from noughts.server.invites import PATH
from noughts.server.people import Identity
from noughts.server.session import Reception

NameInPath = Annotated[
    str, Parameter(description="a username or a player's id", pattern="^[0-9A-Za-z_-]+$", max_length=32)
]
TokenInPath = Annotated[str, Parameter(description="the end of the invitation's link", pattern="^[0-9A-Za-z]{22}$")]


class InviteLink(Struct, frozen=True, rename="camel"):
    """A link for one guest, until `expiresMs`. `text` is made to be sent; `qr` is the path of a picture of the link."""

    game: GameId
    token: str
    url: str
    text: str
    qr: str
    expires_ms: int


class InviteShown(Struct, frozen=True, rename="camel"):
    """What one is invited to, and by whom."""

    by: PlayerCard
    variant: str
    rounds: int
    clock: ClockSetting | None
    rated: bool


class BlockBody(Struct, frozen=True, forbid_unknown_fields=True):
    """`mute`: hear nothing of this player; `block`: do not meet at all."""

    how: HowBlocked = "block"


@get(
    "/me/challenges",
    tags=["games"],
    summary="The games that wait for me by name, and those in which I wait for somebody by name",
    opt=needs(p.ListChallenges),
    responses=documented(Challenges, *OUT, words="The newest first. Accept by `/join`, or decline."),
)
async def list_challenges(request: Connection, identity: Identity) -> Challenges:
    challenges: Challenges = await ask_desk(request, identity, p.ListChallenges())
    return challenges


@post(
    "/games/{game_id:str}/invites",
    tags=["games"],
    summary="A link that lets one person take the free seat, within a day",
    opt=needs(p.MakeInvite),
    responses=documented(
        InviteLink,
        *OUT,
        *WRITING,
        "malformed",
        "no_such_game",
        "not_yours",
        "game_full",
        "game_over",
        "seat_kept",
        "too_many_invites",
        status=201,
        words="The link, told this once.",
    ),
)
async def make_invite(request: Connection, game_id: GameIdInPath, identity: Identity) -> InviteLink:
    if not (game_id.isascii() and game_id.isprintable() and " " not in game_id):
        raise Refused(Refusal("no_such_game"))
    made: InviteMade = await ask_desk(request, identity, p.MakeInvite(game=game_id))
    url = frontage_of(request).url(request.headers.get("host", "")) + made.path
    name = identity.card.name
    return InviteLink(
        game=made.game,
        token=made.token,
        url=url,
        text=f"{name} invites you to a game of tic-tac-toe: {url}",
        qr=f"/api/v1/invites/{made.token}/qr.svg",
        expires_ms=made.expires_ms,
    )


@get(
    "/invites/{token:str}",
    tags=["games"],
    summary="What an invitation is to; nothing is used up by looking",
    responses=documented(InviteShown, "malformed", "no_such_invite", words="The game, and who invites."),
)
async def show_invite(token: TokenInPath, reception: Reception) -> InviteShown:
    found = await reception.invites.show(token)
    if isinstance(found, Refusal):
        raise Refused(found)
    game, by = found
    setup = game.setup
    return InviteShown(by, find_variant(setup.variant).name, setup.rounds, setup.clock, setup.rated)


@post(
    "/invites/{token:str}/accept",
    tags=["games"],
    summary="Take the seat to which an invitation leads",
    status_code=200,
    opt={NEEDS: "play"},
    responses=documented(
        BoardState,
        *OUT,
        *WRITING,
        "malformed",
        "no_such_invite",
        "own_game",
        "blocked",
        "account_needed",
        "busy",
        words="The game in which you have a seat now.",
    ),
)
async def accept_invite(token: TokenInPath, player: PlayerCard, reception: Reception) -> BoardState:
    return await entered(reception, await reception.invites.accept(player, token, None))


@get("/invites/{token:str}/qr.svg", include_in_schema=False, sync_to_thread=True)
def show_invite_code(request: Connection, token: TokenInPath, player: PlayerCard) -> Response[bytes]:
    """A picture of the link, for a phone that looks at this screen."""
    return _code(request, PATH.format(token))


@get("/games/{game_id:str}/qr.svg", include_in_schema=False, sync_to_thread=True)
def show_game_code(request: Connection, game_id: GameIdInPath, player: PlayerCard) -> Response[bytes]:
    """A picture of the link to a game."""
    if not (game_id.isascii() and game_id.isalnum()):
        raise Refused(Refusal("no_such_game"))
    return _code(request, f"/g/{game_id}")


def _code(request: Connection, path: str) -> Response[bytes]:
    svg = _svg(frontage_of(request).url(request.headers.get("host", "")) + path)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@lru_cache(1024)
def _svg(url: str) -> bytes:
    out = BytesIO()
    # White behind it and a border, whatever the page's colours are: a camera needs both.
    segno.make(url, micro=False).save(out, kind="svg", xmldecl=False, scale=4, border=4, light="#fff", omitsize=True)
    return out.getvalue()


@get(
    "/me/blocks",
    tags=["account"],
    summary="Whom I have blocked or muted",
    opt=needs(p.ListBlocks),
    responses=documented(Blocks, *OUT, words="The newest first."),
)
async def list_blocks(request: Connection, identity: Identity) -> Blocks:
    blocks: Blocks = await ask_desk(request, identity, p.ListBlocks())
    return blocks


@put(
    "/me/blocks/{name:str}",
    tags=["account"],
    summary="Block or mute a player",
    opt=needs(p.Block),
    responses=documented(Blocks, *OUT, *READING, *WRITING, "no_such_player", "too_many_blocks", words="All of them."),
)
async def block(request: Connection, name: NameInPath, data: BlockBody, identity: Identity) -> Blocks:
    blocks: Blocks = await ask_desk(request, identity, p.Block(name=name, how=data.how))
    return blocks


@delete(
    "/me/blocks/{name:str}",
    tags=["account"],
    summary="Let a player be like any other again",
    status_code=200,
    opt=needs(p.Unblock),
    responses=documented(Blocks, *OUT, *WRITING, "malformed", "no_such_player", words="Those who are left."),
)
async def unblock(request: Connection, name: NameInPath, identity: Identity) -> Blocks:
    blocks: Blocks = await ask_desk(request, identity, p.Unblock(name=name))
    return blocks


@post(
    "/reports",
    tags=["account"],
    summary="Tell the operator of a player",
    opt=needs(p.Report),
    responses=documented(
        ReportMade, *OUT, *READING, *WRITING, "no_such_player", "too_many_reports", status=201, words="It is kept."
    ),
)
async def report(request: Connection, data: p.Report, identity: Identity) -> ReportMade:
    made: ReportMade = await ask_desk(request, identity, data)
    return made


HANDLERS = [
    list_challenges,
    make_invite,
    show_invite,
    accept_invite,
    show_invite_code,
    show_game_code,
    list_blocks,
    block,
    unblock,
    report,
]
