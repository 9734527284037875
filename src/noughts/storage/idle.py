"""Queries over games without activity, and over times without a running server."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, case, func, select, text

from noughts.messages.ids import GameId, PlayerId
from noughts.storage.tables import downtimes, events, games, settings

Pause = tuple[int, int]


def untouched_games(connection: Connection, before_ms: int, after: GameId, most: int) -> list[Row[Any]]:
    """Return unfinished games without activity since `before_ms`, in the order of their ids, after this one.

    The columns: id, x_id, o_id, clock, when something last happened (`at_ms`), and how many plain moves there were.
    """
    moves = func.sum(case((events.c.plain_move, 1), else_=0))
    query = (
        select(games.c.id, games.c.x_id, games.c.o_id, games.c.clock, func.max(events.c.at_ms).label("at_ms"),
               moves.label("moves"))
        .join(events, events.c.game_id == games.c.id)
        .where(games.c.status.in_(("open", "playing")), games.c.changed_ms < before_ms, games.c.id > after)
        .group_by(games.c.id, games.c.x_id, games.c.o_id, games.c.clock)
        .having(func.max(events.c.at_ms) < before_ms)
        .order_by(games.c.id)
        .limit(most)
    )  # fmt: skip
    return list(connection.execute(query))


def idle_days_of(connection: Connection, players: Collection[PlayerId]) -> dict[PlayerId, int]:
    """Return the idle limits that these players have set."""
    query = select(settings.c.player_id, settings.c.value)
    rows = connection.execute(query.where(settings.c.key == "idleDays", settings.c.player_id.in_(players)))
    return {row.player_id: int(msgspec.json.decode(row.value)) for row in rows}


def add_downtime(connection: Connection, from_ms: int, to_ms: int) -> None:
    """Record that no server ran between these times. When several servers start, the last one sets the end."""
    connection.execute(
        text(
            "INSERT INTO downtimes (from_ms, to_ms) VALUES (:from_ms, :to_ms) ON CONFLICT (from_ms) DO UPDATE "
            "SET to_ms = excluded.to_ms WHERE downtimes.to_ms < excluded.to_ms"
        ),
        {"from_ms": from_ms, "to_ms": to_ms},
    )


def downtimes_since(connection: Connection, since_ms: int) -> list[Pause]:
    """Return when no server ran, for all pauses that ended after this time."""
    rows = connection.execute(select(downtimes.c.from_ms, downtimes.c.to_ms).where(downtimes.c.to_ms > since_ms))
    return [(row.from_ms, row.to_ms) for row in rows]


def forget_downtimes(connection: Connection, before_ms: int) -> None:
    connection.execute(downtimes.delete().where(downtimes.c.to_ms < before_ms))
