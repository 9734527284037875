"""What moderators see: reports with the chat of their game, players with all that is known about them, and the log."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row

from noughts.messages import moderation as m
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.server.players.signal_hints import hints_about
from noughts.storage import moderation as stored
from noughts.storage.chat_lines import lines_of
from noughts.storage.players import DELETED_NAME, cards_of, player_named
from noughts.storage.sanctions import sanctions_of

PAGE = 30
MOST_ABOUT_A_PLAYER = 50

Rows = Sequence[Row[Any]]


class _Cards:
    """The cards of the players in some rows. Guests who never played may be gone."""

    def __init__(self, connection: Connection, ids: Iterable[PlayerId | None]) -> None:
        self._cards = cards_of(connection, {one for one in ids if one is not None})

    def __getitem__(self, player: PlayerId) -> PlayerCard:
        return self._cards.get(player) or PlayerCard(id=player, name=DELETED_NAME, kind="deleted")


def reports_page(connection: Connection, state: m.ReportState, before: str | None) -> m.ReportPage:
    """Return a page of the open or the closed reports."""
    rows = stored.page_of_reports(connection, state, before, PAGE + 1)
    return m.ReportPage(reports=_reports(connection, rows[:PAGE]), next=_next(rows))


def report_shown(connection: Connection, report: str) -> m.ReportShown | Refusal:
    """Return this report and the chat of its game."""
    row = stored.report_by_id(connection, report)
    if row is None:
        return Refusal("no_such_report")
    lines = [] if row.game_id is None else lines_of(connection, GameId(row.game_id))
    cards = _Cards(connection, {line.player_id for line in lines})
    chat = [m.ChatSaid(by=cards[line.player_id], seat=line.seat, at_ms=line.at_ms, words=line.words) for line in lines]
    return m.ReportShown(report=_reports(connection, [row])[0], chat=chat)


def log_page(connection: Connection, before: str | None) -> m.LogPage:
    """Return a page of what moderators did."""
    rows = stored.page_of_log(connection, None, before, PAGE + 1)
    return m.LogPage(entries=_entries(connection, rows[:PAGE]), next=_next(rows))


def log_entries(connection: Connection, most: int) -> list[m.LogEntry]:
    """Return what moderators and operators did last."""
    return _entries(connection, stored.page_of_log(connection, None, None, most))


def player_shown(connection: Connection, name: str) -> m.ModeratedPlayer | Refusal:
    """Return what is known about this player."""
    card = player_named(connection, name)
    if card is None:
        return Refusal("no_such_player")
    row = stored.player_row(connection, card.id)
    return m.ModeratedPlayer(
        player=card,
        username=row.username,
        role=row.role,
        created_ms=row.created_ms,
        seen_ms=row.seen_ms,
        sanctions=[
            m.SanctionInfo(kind=one.kind, since_ms=one.since_ms, ends_ms=one.ends_ms)
            for one in sanctions_of(connection, card.id)
        ],
        hints=hints_about(connection, card.id),
        reports=_reports(connection, stored.reports_about(connection, card.id, MOST_ABOUT_A_PLAYER)),
        log=_entries(connection, stored.page_of_log(connection, card.id, None, MOST_ABOUT_A_PLAYER)),
    )


def _next(rows: Rows) -> str | None:
    return rows[PAGE - 1].id if len(rows) > PAGE else None


def _reports(connection: Connection, rows: Rows) -> list[m.ReportInfo]:
    cards = _Cards(connection, {one for row in rows for one in (row.by_id, row.about_id)})
    return [
        m.ReportInfo(
            id=row.id,
            why=row.why,
            words=row.words,
            by=cards[row.by_id],
            about=cards[row.about_id],
            game=row.game_id,
            created_ms=row.created_ms,
            closed_ms=row.closed_ms,
            outcome=row.outcome,
            open_about_player=row.open_about_player,
        )
        for row in rows
    ]


def _entries(connection: Connection, rows: Rows) -> list[m.LogEntry]:
    cards = _Cards(connection, {one for row in rows for one in (row.by_id, row.about_id)})
    return [
        m.LogEntry(
            id=row.id,
            at_ms=row.at_ms,
            by=None if row.by_id is None else cards[row.by_id],
            action=row.action,
            about=cards[row.about_id],
            report=row.report_id,
            ends_ms=row.ends_ms,
            words=row.words,
        )
        for row in rows
    ]
