"""The API about other players: challenges, invitations and their QR codes, blocks, reports."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import Parameter
from msgspec import Struct

from noughts.doors.http.authentication import NEEDS, Connection
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused
from noughts.doors.http.links import link_to
from noughts.doors.rest.account import needs, run_account_command
from noughts.doors.rest.boards import entered
from noughts.doors.rest.games import GameIdInPath
from noughts.messages import people_commands as p
from noughts.messages.answers import Blocks, Challenges
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId
from noughts.messages.people_answers import InviteMade, ReportMade
from noughts.messages.people_commands import HowBlocked
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting
from noughts.rules import find_variant
from noughts.server.players.guests import Identity
from noughts.server.sessions.services import Services

NameInPath = Annotated[
    str, Parameter(description="a username or a player's id", pattern="^[0-9A-Za-z_-]+$", max_length=32)
]
TokenInPath = Annotated[str, Parameter(description="the last part of the invitation link", pattern="^[0-9A-Za-z]{22}$")]


class InviteLink(Struct, frozen=True, rename="camel"):
    """A link for one guest, until `expiresMs`. `text` is ready to send; `qr` is the path of the link's QR code."""

    game: GameId
    token: str
    url: str
    text: str
    qr: str
    expires_ms: int


class InviteShown(Struct, frozen=True, rename="camel"):
    """The invited game, and the person who invites."""

    by: PlayerCard
    variant: str
    rounds: int
    clock: ClockSetting | None
    rated: bool


class BlockBody(Struct, frozen=True, forbid_unknown_fields=True):
    """`mute`: hide this player's messages; `block`: never meet this player."""

    how: HowBlocked = "block"


@get(
    "/me/challenges",
    tags=["games"],
    summary="List challenges I have received and sent",
    opt=needs(p.ListChallenges),
    responses=documented(Challenges, *OUT, words="Newest first. Accept with `/join`, or decline."),
)
async def list_challenges(request: Connection, identity: Identity) -> Challenges:
    challenges: Challenges = await run_account_command(request, identity, p.ListChallenges())
    return challenges


@post(
    "/games/{game_id:str}/invites",
    tags=["games"],
    summary="Create a one-time invitation link, valid for 24 hours",
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
        words="The link, shown only this once.",
    ),
)
async def make_invite(request: Connection, game_id: GameIdInPath, identity: Identity) -> InviteLink:
    if not (game_id.isascii() and game_id.isprintable() and " " not in game_id):
        raise Refused(Refusal("no_such_game"))
    made: InviteMade = await run_account_command(request, identity, p.MakeInvite(game=game_id))
    url = link_to(request, made.path)
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
    summary="Get an invitation without using it",
    responses=documented(InviteShown, "malformed", "no_such_invite", words="The game and who sent the invitation."),
)
async def show_invite(token: TokenInPath, services: Services) -> InviteShown:
    found = await services.invites.show(token)
    if isinstance(found, Refusal):
        raise Refused(found)
    game, by = found
    setup = game.setup
    return InviteShown(by, find_variant(setup.variant).name, setup.rounds, setup.clock, setup.rated)


@post(
    "/invites/{token:str}/accept",
    tags=["games"],
    summary="Accept an invitation",
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
        words="The game you are now in.",
    ),
)
async def accept_invite(token: TokenInPath, player: PlayerCard, services: Services) -> BoardState:
    return await entered(services, await services.invites.accept(player, token, None))


@get(
    "/me/blocks",
    tags=["account"],
    summary="List the players I have blocked or muted",
    opt=needs(p.ListBlocks),
    responses=documented(Blocks, *OUT, words="Newest first."),
)
async def list_blocks(request: Connection, identity: Identity) -> Blocks:
    blocks: Blocks = await run_account_command(request, identity, p.ListBlocks())
    return blocks


@put(
    "/me/blocks/{name:str}",
    tags=["account"],
    summary="Block or mute a player",
    opt=needs(p.Block),
    responses=documented(
        Blocks,
        *OUT,
        *READING,
        *WRITING,
        "no_such_player",
        "too_many_blocks",
        words="All your blocked and muted players.",
    ),
)
async def block(request: Connection, name: NameInPath, data: BlockBody, identity: Identity) -> Blocks:
    blocks: Blocks = await run_account_command(request, identity, p.Block(name=name, how=data.how))
    return blocks


@delete(
    "/me/blocks/{name:str}",
    tags=["account"],
    summary="Unblock or unmute a player",
    status_code=200,
    opt=needs(p.Unblock),
    responses=documented(Blocks, *OUT, *WRITING, "malformed", "no_such_player", words="The remaining entries."),
)
async def unblock(request: Connection, name: NameInPath, identity: Identity) -> Blocks:
    blocks: Blocks = await run_account_command(request, identity, p.Unblock(name=name))
    return blocks


@post(
    "/reports",
    tags=["account"],
    summary="Report a player to the operator",
    opt=needs(p.Report),
    responses=documented(
        ReportMade,
        *OUT,
        *READING,
        *WRITING,
        "no_such_player",
        "too_many_reports",
        "already_reported",
        status=201,
        words="The report is stored.",
    ),
)
async def report(request: Connection, data: p.Report, identity: Identity) -> ReportMade:
    made: ReportMade = await run_account_command(request, identity, data)
    return made


HANDLERS = [
    list_challenges,
    make_invite,
    show_invite,
    accept_invite,
    list_blocks,
    block,
    unblock,
    report,
]
