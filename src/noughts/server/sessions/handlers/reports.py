"""Players report each other to the moderators. Nobody can fill their queue."""

from sqlalchemy import Connection

from noughts.messages import people_commands as p
from noughts.messages.ids import GameId
from noughts.messages.people_answers import ReportMade
from noughts.messages.refusals import Refusal
from noughts.messages.text import spoken_text
from noughts.server.players.guests import Identity
from noughts.server.runtime.budget import Client
from noughts.server.runtime.limits import MOST_REPORTS, MOST_REPORTS_ABOUT_ONE
from noughts.server.sessions.handlers.social import other_player
from noughts.server.sessions.services import Services
from noughts.storage.blocks import add_report, count_open_reports, open_report, reports_since

DAY_MS = 24 * 60 * 60 * 1000


async def report(services: Services, who: Identity, address: str, command: p.Report) -> ReportMade | Refusal:
    """Store this report. The same one again, while it is open, changes nothing."""
    other = await other_player(services, who, command.name)
    if other is None:
        return Refusal("no_such_player")
    now_ms = services.environment.now_ms()
    game = None if command.game is None else GameId(command.game[:32])

    def known(connection: Connection) -> ReportMade | Refusal | None:
        same = open_report(connection, who.card.id, other.id, game, command.why)
        if same is not None:
            return ReportMade(report=same)
        if count_open_reports(connection, other.id) >= MOST_REPORTS_ABOUT_ONE:
            return Refusal("already_reported")
        made = reports_since(connection, who.card.id, now_ms - DAY_MS)
        if len(made) >= MOST_REPORTS:
            return Refusal("too_many_reports", wait_seconds=(made[-MOST_REPORTS] + DAY_MS - now_ms) / 1000)
        return None

    answer = await services.database.read(known)
    if answer is not None:
        return answer
    # Guests are quickly made, so the address counts too.
    refusal = services.gatekeeper.budget.objection("report", Client(address), "too_many_reports")
    if refusal is not None:
        return refusal
    made = services.environment.new_player_id()
    words = spoken_text(command.words) or ""
    await services.database.write(add_report, made, who.card.id, other.id, game, command.why, words, now_ms)
    return ReportMade(report=made)
