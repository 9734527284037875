"""Queries over games that nobody touches, and over the times in which nobody could."""

from collections.abc import Collection

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, case, func, select, text

from noughts.messages.ids import GameId, PlayerId
from noughts.storage.tables import downtimes, events, games, settings

Pause = tuple[int, int]


class UntouchedGame(Struct, frozen=True):
    """A game in which nothing has happened for a while: since when, and how many of its changes were moves."""

    id: GameId
    x_id: PlayerId | None
    o_id: PlayerId | None
    clock: str | None
    at_ms: int
    moves: int


def untouched_games(connection: Connection, before_ms: int, after: GameId, most: int) -> list[UntouchedGame]:
    """Unfinished games in which nothing has happened since `before_ms`, by id and after this one."""
    query = (
        select(games.c.id, games.c.x_id, games.c.o_id, games.c.clock)
        .where(games.c.status.in_(("open", "playing")), games.c.changed_ms < before_ms)
        .order_by(games.c.id)
        .limit(most)
    )
    while listed := connection.execute(query.where(games.c.id > after)).all():
        happened = _happened_in(connection, [row.id for row in listed])
        quiet = {game: found for game, found in happened.items() if found[0] < before_ms}
        untouched = [UntouchedGame(*row, *quiet[row.id]) for row in listed if row.id in quiet]
        if untouched:
            return untouched
        after = listed[-1].id
    return []


def _happened_in(connection: Connection, ids: list[GameId]) -> dict[GameId, tuple[int, int]]:
    """When something last happened in each of these games, and how many of its changes were moves."""
    moves = func.sum(case((events.c.body.like('%"MoveMade"%'), 1), else_=0))
    query = select(events.c.game_id, func.max(events.c.at_ms), moves)
    rows = connection.execute(query.where(events.c.game_id.in_(ids)).group_by(events.c.game_id))
    return {game: (at_ms, count) for game, at_ms, count in rows}


def idle_days_of(connection: Connection, players: Collection[PlayerId]) -> dict[PlayerId, int]:
    """The idle limits that these players have set."""
    query = select(settings.c.player_id, settings.c.value)
    rows = connection.execute(query.where(settings.c.key == "idleDays", settings.c.player_id.in_(players)))
    return {row.player_id: int(msgspec.json.decode(row.value)) for row in rows}


def add_downtime(connection: Connection, from_ms: int, to_ms: int) -> None:
    """Nobody was there between these times. Of several processes that start after it, one says so."""
    connection.execute(
        text("INSERT INTO downtimes (from_ms, to_ms) VALUES (:from_ms, :to_ms) ON CONFLICT DO NOTHING"),
        {"from_ms": from_ms, "to_ms": to_ms},
    )


def downtimes_since(connection: Connection, since_ms: int) -> list[Pause]:
    """When nobody was there, from this time on; what is older is forgotten."""
    rows = connection.execute(select(downtimes.c.from_ms, downtimes.c.to_ms).where(downtimes.c.to_ms > since_ms))
    return [(row.from_ms, row.to_ms) for row in rows]


def forget_downtimes(connection: Connection, before_ms: int) -> None:
    connection.execute(downtimes.delete().where(downtimes.c.to_ms < before_ms))
