"""The API for moderators. All other players get 403 from the gatekeeper, the only place that checks roles."""

from typing import Annotated, Any

from litestar import delete, get, post, put
from litestar.params import Parameter

from noughts.doors.http.authentication import MAKES, NEEDS, Connection, address_of_client
from noughts.doors.http.documented import OUT, READING, WRITING, documented
from noughts.doors.http.error_responses import Refused, accepted
from noughts.doors.rest.social import NameInPath
from noughts.messages import moderation as m
from noughts.messages.board_state import PlayerCard
from noughts.messages.refusals import Refusal
from noughts.server.players import moderation_views as views
from noughts.server.players.guests import Identity
from noughts.server.sessions.services import Services

ReportInPath = Annotated[str, Parameter(description="the report's id", pattern="^[0-9A-Za-z]+$", max_length=32)]
KindInPath = Annotated[m.Imposable, Parameter(description="mute: no chat; ban: no login; close: no login, without end")]
Before = Annotated[
    str | None, Parameter(description="`next` from the previous page", pattern="^[0-9A-Za-z]+$", max_length=32)
]
State = Annotated[m.ReportState, Parameter(description="the open or the closed reports")]

LOOKING = {NEEDS: "moderate"}
ACTING = {NEEDS: "moderate", MAKES: True}
SEEN = (*OUT, "moderators_only")
ACTED = (*SEEN, *READING, *WRITING, "no_such_player", "moderator_exempt")


@get(
    "/moderation/reports",
    tags=["moderation"],
    summary="List reports, newest first",
    opt=LOOKING,
    responses=documented(m.ReportPage, *SEEN, "malformed", words="One page of reports."),
)
async def list_reports(
    identity: Identity, services: Services, reports: State = "open", before: Before = None
) -> m.ReportPage:
    return await services.database.read(views.reports_page, reports, before)


@get(
    "/moderation/reports/{report:str}",
    tags=["moderation"],
    summary="Get a report and the chat of its game",
    opt=LOOKING,
    responses=documented(m.ReportShown, *SEEN, "malformed", "no_such_report", words="The report and the chat."),
)
async def show_report(identity: Identity, services: Services, report: ReportInPath) -> m.ReportShown:
    return accepted(await services.database.read(views.report_shown, report))


@post(
    "/moderation/reports/{report:str}/close",
    tags=["moderation"],
    summary="Close a report with its outcome",
    status_code=200,
    opt=ACTING,
    responses=documented(m.ReportShown, *SEEN, *READING, *WRITING, "no_such_report", words="The closed report."),
)
async def close_report(
    request: Connection, identity: Identity, services: Services, report: ReportInPath, data: m.ReportClosed
) -> m.ReportShown:
    refusal = await services.moderation.close_report(identity, address_of_client(request), report, data)
    if refusal is not None:
        raise Refused(refusal)
    return accepted(await services.database.read(views.report_shown, report))


@get(
    "/moderation/players/{name:str}",
    tags=["moderation"],
    summary="Get a player's sanctions, reports and notes",
    opt=LOOKING,
    responses=documented(
        m.ModeratedPlayer, *SEEN, "malformed", "no_such_player", words="All that moderators know about the player."
    ),
)
async def show_moderated_player(identity: Identity, services: Services, name: NameInPath) -> m.ModeratedPlayer:
    return accepted(await services.database.read(views.player_shown, name))


@put(
    "/moderation/players/{name:str}/sanctions/{kind:str}",
    tags=["moderation"],
    summary="Mute or ban a player, or close the account",
    opt=ACTING,
    responses=documented(m.ModeratedPlayer, *ACTED, "end_needed", words="The player after the change."),
)
async def impose_sanction(
    request: Connection, identity: Identity, services: Services, name: NameInPath, kind: KindInPath, data: m.Imposed
) -> m.ModeratedPlayer:
    address = address_of_client(request)
    return await _now(services, await services.moderation.impose(identity, address, name, kind, data))


@delete(
    "/moderation/players/{name:str}/sanctions/{kind:str}",
    tags=["moderation"],
    summary="Lift a mute or a ban, or reopen the account",
    status_code=200,
    opt=ACTING,
    responses=documented(m.ModeratedPlayer, *ACTED, "not_imposed", words="The player after the change."),
)
async def lift_sanction(
    request: Connection, identity: Identity, services: Services, name: NameInPath, kind: KindInPath
) -> m.ModeratedPlayer:
    return await _now(services, await services.moderation.lift(identity, address_of_client(request), name, kind))


@put(
    "/moderation/players/{name:str}/name",
    tags=["moderation"],
    summary="Change a player's display name",
    opt=ACTING,
    responses=documented(
        m.ModeratedPlayer,
        *ACTED,
        "bad_name",
        "username_taken",
        "username_reserved",
        words="The player after the change.",
    ),
)
async def rename_player(
    request: Connection, identity: Identity, services: Services, name: NameInPath, data: m.Renamed
) -> m.ModeratedPlayer:
    return await _now(services, await services.moderation.rename(identity, address_of_client(request), name, data))


@delete(
    "/moderation/players/{name:str}/picture",
    tags=["moderation"],
    summary="Remove a player's picture",
    status_code=200,
    opt=ACTING,
    responses=documented(m.ModeratedPlayer, *ACTED, words="The player after the change."),
)
async def remove_picture(
    request: Connection, identity: Identity, services: Services, name: NameInPath
) -> m.ModeratedPlayer:
    return await _now(services, await services.moderation.remove_picture(identity, address_of_client(request), name))


@post(
    "/moderation/players/{name:str}/notes",
    tags=["moderation"],
    summary="Write a note about a player, for other moderators",
    opt=ACTING,
    responses=documented(m.ModeratedPlayer, *ACTED, status=201, words="The player after the change."),
)
async def make_note(
    request: Connection, identity: Identity, services: Services, name: NameInPath, data: m.NoteMade
) -> m.ModeratedPlayer:
    address = address_of_client(request)
    return await _now(services, await services.moderation.note(identity, address, name, data.words))


@get(
    "/moderation/log",
    tags=["moderation"],
    summary="List what moderators did, newest first",
    opt=LOOKING,
    responses=documented(m.LogPage, *SEEN, "malformed", words="One page of the log."),
)
async def list_log(identity: Identity, services: Services, before: Before = None) -> m.LogPage:
    return await services.database.read(views.log_page, before)


async def _now(services: Services, about: PlayerCard | Refusal) -> m.ModeratedPlayer:
    """Return the player's state after an action. Raises `Refused`."""
    return accepted(await services.database.read(views.player_shown, accepted(about).id))


HANDLERS: list[Any] = [
    list_reports,
    show_report,
    close_report,
    show_moderated_player,
    impose_sanction,
    lift_sanction,
    rename_player,
    remove_picture,
    make_note,
    list_log,
]
