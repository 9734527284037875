"""Queries over notices: what a player should know of its games, one row a game."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, and_, func, or_, select, text

from noughts.messages.answers import NoticeKind
from noughts.messages.ids import GameId, PlayerId
from noughts.storage.tables import games, notices

# In which state of its game a notice is true; rows that are not are passed over, and swept.
_TRUE_WHILE: dict[NoticeKind, str] = {
    "turn": "playing",
    "waiting": "playing",
    "cancelling": "playing",
    "challenge": "open",
    "rematch": "finished",
    "cancelled": "finished",
    "declined": "finished",
}
_OPEN_TOO = ("waiting", "cancelling")

_PUT = text("""
    INSERT INTO notices (player_id, game_id, kind, by_id, created_ms, read_ms, dismissed_ms, push_ms)
    VALUES (:player, :game, :kind, :by, :now_ms, NULL, NULL, :push_ms)
    ON CONFLICT (player_id, game_id) DO UPDATE SET kind = excluded.kind, by_id = excluded.by_id,
        created_ms = excluded.created_ms, read_ms = NULL, dismissed_ms = NULL, push_ms = excluded.push_ms
    WHERE notices.kind <> excluded.kind OR notices.created_ms < :unless_since_ms
""")


class NewNotice(Struct, frozen=True):
    """Something to let a player know; not again if it was told the same since that time."""

    player: PlayerId
    game: GameId
    kind: NoticeKind
    by: PlayerId | None
    unless_since_ms: int | None = None


def put_notices(connection: Connection, told: Sequence[NewNotice], now_ms: int, push_ms: int) -> list[bool]:
    """Let these players know; of each, whether it is new. Of several processes that tell the same, one does."""
    return [
        connection.execute(
            _PUT,
            {
                "player": notice.player,
                "game": notice.game,
                "kind": notice.kind,
                "by": notice.by,
                "now_ms": now_ms,
                "push_ms": push_ms,
                "unless_since_ms": now_ms + 1 if notice.unless_since_ms is None else notice.unless_since_ms,
            },
        ).rowcount
        > 0
        for notice in told
    ]


def all_notices(connection: Connection, most: int) -> list[tuple[PlayerId, GameId]]:
    """Who has a notice about which game that was not put away."""
    query = select(notices.c.player_id, notices.c.game_id).where(notices.c.dismissed_ms.is_(None)).limit(most)
    return [(row.player_id, row.game_id) for row in connection.execute(query)]


def notices_of(connection: Connection, player: PlayerId, most: int) -> list[Row[Any]]:
    """The notices that this player has not put away, newest first, with the variant of each game."""
    is_true = or_(*(and_(notices.c.kind == kind, games.c.status == status) for kind, status in _TRUE_WHILE.items()))
    also = and_(notices.c.kind.in_(_OPEN_TOO), games.c.status == "open")
    query = (
        select(notices, games.c.variant)
        .join(games, games.c.id == notices.c.game_id)
        .where(notices.c.player_id == player, notices.c.dismissed_ms.is_(None), or_(is_true, also))
        .order_by(notices.c.created_ms.desc(), notices.c.game_id)
        .limit(most)
    )
    return list(connection.execute(query))


def dismiss(connection: Connection, player: PlayerId, game: GameId | None, now_ms: int) -> int:
    """Put away what there is about this game, or all; how many."""
    change = notices.update().where(notices.c.player_id == player, notices.c.dismissed_ms.is_(None))
    if game is not None:
        change = change.where(notices.c.game_id == game)
    return connection.execute(change.values(dismissed_ms=now_ms, push_ms=None)).rowcount


def read(connection: Connection, player: PlayerId, game: GameId | None, now_ms: int) -> int:
    """Mark as read what there is about this game, or all; how many. What is read is not pushed any more."""
    change = notices.update().where(notices.c.player_id == player, notices.c.read_ms.is_(None))
    if game is not None:
        change = change.where(notices.c.game_id == game)
    return connection.execute(change.values(read_ms=now_ms, push_ms=None)).rowcount


def told_since(connection: Connection, ids: Collection[GameId]) -> dict[tuple[GameId, NoticeKind], int]:
    """When each of these games was last told about, by kind, put away or not."""
    query = (
        select(notices.c.game_id, notices.c.kind, func.max(notices.c.created_ms))
        .where(notices.c.game_id.in_(ids))
        .group_by(notices.c.game_id, notices.c.kind)
    )
    return {(row[0], row[1]): row[2] for row in connection.execute(query)}


def due_notices(connection: Connection, now_ms: int, most: int) -> list[Row[Any]]:
    """What is to be pushed by now, oldest first."""
    query = select(notices).where(notices.c.push_ms <= now_ms).order_by(notices.c.push_ms).limit(most)
    return list(connection.execute(query))


def take_due(connection: Connection, player: PlayerId, game: GameId, push_ms: int, later_ms: int | None) -> bool:
    """Have this one to push, or put it off. False when another process was first, or it was read or replaced."""
    change = notices.update().where(
        notices.c.player_id == player, notices.c.game_id == game, notices.c.push_ms == push_ms
    )
    return connection.execute(change.values(push_ms=later_ms)).rowcount > 0


def sweep_notices(connection: Connection, before_ms: int) -> int:
    """Remove what is old, and what is about games that are not there any more; how many."""
    gone = ~select(games.c.id).where(games.c.id == notices.c.game_id).exists()
    return connection.execute(notices.delete().where(or_(notices.c.created_ms < before_ms, gone))).rowcount
