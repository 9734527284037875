"""Queries for moderators: roles, reports, and the log of what was done, which only grows."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Select, and_, func, select, tuple_

from noughts.messages.ids import PlayerId
from noughts.messages.moderation import Action, Outcome, ReportState
from noughts.messages.scopes import Role
from noughts.storage.tables import moderation_log, players, reports


def set_role(connection: Connection, player: PlayerId, role: Role | None) -> None:
    connection.execute(players.update().where(players.c.id == player).values(role=role))


def role_of(connection: Connection, player: PlayerId) -> Role | None:
    role: Role | None = connection.scalar(select(players.c.role).where(players.c.id == player))
    return role


def player_row(connection: Connection, player: PlayerId) -> Row[Any]:
    return connection.execute(select(players).where(players.c.id == player)).one()


# Reports.


def _open_about() -> Any:
    others = reports.alias()
    count = select(func.count()).where(others.c.about_id == reports.c.about_id, others.c.closed_ms.is_(None))
    return count.scalar_subquery().label("open_about_player")


def _reports() -> Select[Any]:
    return select(reports, _open_about())


def page_of_reports(connection: Connection, state: ReportState, before: str | None, most: int) -> Sequence[Row[Any]]:
    """Return the reports in this state, newest first; with `before`, those after that one."""
    is_closed = reports.c.closed_ms.is_(None) if state == "open" else reports.c.closed_ms.is_not(None)
    query = _reports().where(is_closed)
    if before is not None:
        query = query.where(_older(connection, reports.c.created_ms, reports.c.id, before))
    return connection.execute(query.order_by(reports.c.created_ms.desc(), reports.c.id.desc()).limit(most)).all()


def report_by_id(connection: Connection, report: str) -> Row[Any] | None:
    return connection.execute(_reports().where(reports.c.id == report)).first()


def reports_about(connection: Connection, player: PlayerId, most: int) -> Sequence[Row[Any]]:
    """Return the reports about this player, newest first."""
    query = _reports().where(reports.c.about_id == player)
    return connection.execute(query.order_by(reports.c.created_ms.desc(), reports.c.id.desc()).limit(most)).all()


def end_report(connection: Connection, report: str, outcome: Outcome, now_ms: int) -> bool:
    """Close this report; return False when there is no such open report."""
    is_open = and_(reports.c.id == report, reports.c.closed_ms.is_(None))
    closed = reports.update().where(is_open).values(closed_ms=now_ms, outcome=outcome)
    return connection.execute(closed).rowcount == 1


def _older(connection: Connection, time: Column[int], key: Column[str], before: str) -> ColumnElement[bool]:
    """Return the condition for rows older than this one. No row meets it if this one doesn't exist."""
    last_ms = connection.scalar(select(time).where(key == before))
    return tuple_(time, key) < (last_ms or 0, before)


# The log.


def add_to_log(
    connection: Connection,
    entry: str,
    by: PlayerId | None,
    action: Action,
    about: PlayerId,
    now_ms: int,
    *,
    words: str = "",
    report: str | None = None,
    ends_ms: int | None = None,
) -> None:
    connection.execute(
        moderation_log.insert().values(
            id=entry,
            at_ms=now_ms,
            by_id=by,
            action=action,
            about_id=about,
            report_id=report,
            ends_ms=ends_ms,
            words=words,
        )
    )


def page_of_log(connection: Connection, about: PlayerId | None, before: str | None, most: int) -> Sequence[Row[Any]]:
    """Return what was done, newest first: to anybody, or to this player."""
    query = select(moderation_log)
    if about is not None:
        query = query.where(moderation_log.c.about_id == about)
    if before is not None:
        query = query.where(_older(connection, moderation_log.c.at_ms, moderation_log.c.id, before))
    order = (moderation_log.c.at_ms.desc(), moderation_log.c.id.desc())
    return connection.execute(query.order_by(*order).limit(most)).all()
