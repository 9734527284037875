"""Queries for the operator's overview: lists of players, and counts of everything."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, func, or_, select

from noughts.messages.ids import PlayerId
from noughts.storage.tables import games, players, reports, sanctions


def list_players(
    connection: Connection, *, guests: bool, banned: bool, moderators: bool, most: int
) -> Sequence[Row[Any]]:
    """Return players, those seen last first."""
    query = select(players).where(players.c.kind == "guest" if guests else players.c.kind.in_(("account", "bot")))
    if banned:
        query = query.where(players.c.banned_ms.is_not(None))
    if moderators:
        query = query.where(players.c.role.is_not(None))
    return connection.execute(query.order_by(players.c.seen_ms.desc(), players.c.id).limit(most)).all()


def count_games(connection: Connection, player: PlayerId) -> dict[str, int]:
    """Return how many games of each status this player has."""
    mine = or_(games.c.x_id == player, games.c.o_id == player)
    rows = connection.execute(select(games.c.status, func.count()).where(mine).group_by(games.c.status))
    return {row[0]: row[1] for row in rows}


def counts(connection: Connection, day_ago_ms: int, week_ago_ms: int) -> dict[str, int]:
    """Return the counts that `noughts admin stats` shows, by what they count."""

    def count(table: Table, *where: ColumnElement[bool]) -> int:
        return connection.scalar(select(func.count()).select_from(table).where(*where)) or 0

    is_person = players.c.kind.in_(("guest", "account"))
    return {
        "accounts": count(players, players.c.kind == "account"),
        "bots": count(players, players.c.kind == "bot"),
        "guests": count(players, players.c.kind == "guest"),
        "moderators": count(players, players.c.role.is_not(None)),
        "people seen in 24 hours": count(players, is_person, players.c.seen_ms >= day_ago_ms),
        "people seen in 7 days": count(players, is_person, players.c.seen_ms >= week_ago_ms),
        "games being played": count(games, games.c.status == "playing"),
        "games waiting for an opponent": count(games, games.c.status == "open"),
        "games finished": count(games, games.c.status == "finished"),
        "games finished in 24 hours": count(games, games.c.status == "finished", games.c.changed_ms >= day_ago_ms),
        "open reports": count(reports, reports.c.closed_ms.is_(None)),
        "closed reports": count(reports, reports.c.closed_ms.is_not(None)),
        "muted players": count(sanctions, sanctions.c.kind == "mute"),
        "banned players": count(sanctions, sanctions.c.kind == "ban"),
        "closed accounts": count(sanctions, sanctions.c.kind == "close"),
    }
