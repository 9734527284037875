"""Queries over notices: one row for each player and game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, and_, func, or_, select, text, tuple_

from noughts.messages.ids import GameId, PlayerId
from noughts.messages.notice_kinds import NOTICE_KINDS, NoticeKind
from noughts.storage.games import versions_of
from noughts.storage.tables import games, notices

_PUT = text("""
    INSERT INTO notices (player_id, game_id, kind, by_id, created_ms, read_ms, dismissed_ms, push_ms)
    VALUES (:player, :game, :kind, :by, :now_ms, NULL, NULL, :push_ms)
    ON CONFLICT (player_id, game_id) DO UPDATE SET kind = excluded.kind, by_id = excluded.by_id,
        created_ms = excluded.created_ms, read_ms = NULL, dismissed_ms = NULL, push_ms = excluded.push_ms
    WHERE notices.kind <> excluded.kind OR notices.created_ms < :unless_since_ms
        OR (:is_first AND notices.dismissed_ms IS NOT NULL)
""")


class NewNotice(Struct, frozen=True):
    """A notice for a player; not sent again if the same one was sent since that time.

    With `is_first` a dismissed one doesn't count: it was about an earlier turn.
    """

    player: PlayerId
    game: GameId
    kind: NoticeKind
    by: PlayerId | None
    unless_since_ms: int | None = None
    is_first: bool = False


def put_notices(connection: Connection, told: Sequence[NewNotice], now_ms: int, push_ms: int) -> list[bool]:
    """Store these notices; return for each whether it is new. When several processes store one, one succeeds."""
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
                "is_first": notice.is_first,
            },
        ).rowcount
        > 0
        for notice in told
    ]


def all_notices(connection: Connection, most: int) -> list[tuple[PlayerId, GameId]]:
    """Return who has a notice about which game that was not dismissed."""
    query = select(notices.c.player_id, notices.c.game_id).where(notices.c.dismissed_ms.is_(None)).limit(most)
    return [(row.player_id, row.game_id) for row in connection.execute(query)]


def notices_of(connection: Connection, player: PlayerId, most: int) -> list[Row[Any]]:
    """Return the notices that this player has not dismissed, newest first, with the variant of each game."""
    is_true = or_(
        *(and_(notices.c.kind == kind, games.c.status.in_(rule.true_while)) for kind, rule in NOTICE_KINDS.items())
    )
    query = (
        select(notices, games.c.variant)
        .join(games, games.c.id == notices.c.game_id)
        .where(notices.c.player_id == player, notices.c.dismissed_ms.is_(None), is_true)
        .order_by(notices.c.created_ms.desc(), notices.c.game_id)
        .limit(most)
    )
    return list(connection.execute(query))


def dismiss(connection: Connection, player: PlayerId, game: GameId | None, now_ms: int) -> int:
    """Dismiss the notices about this game, or all; return how many."""
    change = notices.update().where(notices.c.player_id == player, notices.c.dismissed_ms.is_(None))
    if game is not None:
        change = change.where(notices.c.game_id == game)
    return connection.execute(change.values(dismissed_ms=now_ms, push_ms=None)).rowcount


def dismiss_each(
    connection: Connection, keys: Mapping[tuple[PlayerId, GameId], int | None], now_ms: int
) -> set[tuple[PlayerId, GameId]]:
    """Dismiss these players' notices about these games; return which players had any.

    With a version, only if the game has no newer one: the notice may be about that.
    """
    is_dismissible = and_(tuple_(notices.c.player_id, notices.c.game_id).in_(keys), notices.c.dismissed_ms.is_(None))
    # Locked first, so that whatever led to these notices is visible to the next query.
    found = connection.execute(select(notices.c.player_id, notices.c.game_id).where(is_dismissible).with_for_update())
    versions = {(row.player_id, row.game_id): keys[row.player_id, row.game_id] for row in found}
    newest = versions_of(connection, [game for (_, game), version in versions.items() if version is not None])
    due = {key for key, version in versions.items() if version is None or newest.get(key[1], 0) <= version}
    if due:
        is_due = tuple_(notices.c.player_id, notices.c.game_id).in_(due)
        connection.execute(notices.update().where(is_due).values(dismissed_ms=now_ms, push_ms=None))
    return due


def read(connection: Connection, player: PlayerId, game: GameId | None, now_ms: int) -> int:
    """Mark the notices about this game, or all, as read; return how many. Read notices are not pushed any more."""
    change = notices.update().where(notices.c.player_id == player, notices.c.read_ms.is_(None))
    if game is not None:
        change = change.where(notices.c.game_id == game)
    return connection.execute(change.values(read_ms=now_ms, push_ms=None)).rowcount


def told_since(connection: Connection, ids: Collection[GameId]) -> dict[tuple[GameId, NoticeKind], int]:
    """Return when the last notice about each of these games was made, by kind, dismissed or not."""
    query = (
        select(notices.c.game_id, notices.c.kind, func.max(notices.c.created_ms))
        .where(notices.c.game_id.in_(ids))
        .group_by(notices.c.game_id, notices.c.kind)
    )
    return {(row[0], row[1]): row[2] for row in connection.execute(query)}


def due_notices(connection: Connection, now_ms: int, most: int, but_for: Collection[PlayerId] = ()) -> list[Row[Any]]:
    """Return what is to be pushed by now, oldest first; nothing for the players `but_for`."""
    is_due = and_(notices.c.push_ms <= now_ms, notices.c.player_id.not_in(but_for))
    return list(connection.execute(select(notices).where(is_due).order_by(notices.c.push_ms).limit(most)))


def take_due(connection: Connection, player: PlayerId, game: GameId, push_ms: int, later_ms: int | None) -> bool:
    """Claim this notice for a push, or postpone it. Return False when another process was first, or it was read or
    replaced."""
    change = notices.update().where(
        notices.c.player_id == player, notices.c.game_id == game, notices.c.push_ms == push_ms
    )
    return connection.execute(change.values(push_ms=later_ms)).rowcount > 0


def sweep_notices(connection: Connection, before_ms: int) -> int:
    """Remove old notices, and those about games that no longer exist; return how many."""
    gone = ~select(games.c.id).where(games.c.id == notices.c.game_id).exists()
    return connection.execute(notices.delete().where(or_(notices.c.created_ms < before_ms, gone))).rowcount
