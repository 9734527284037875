"""Queries over the accounts that players follow."""

from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import Connection, func, select, text

from noughts.messages.ids import PlayerId
from noughts.storage.blocks import apart_from
from noughts.storage.players import CARD
from noughts.storage.tables import follows, players

_INSERT = text("""
    INSERT INTO follows (player_id, other_id, created_ms) VALUES (:player, :other, :now_ms)
    ON CONFLICT (player_id, other_id) DO NOTHING
""")


def follow(
    connection: Connection, player: PlayerId, other: PlayerId, most: int, now_ms: int
) -> Literal["blocked", "too_many_follows"] | None:
    """Let this player follow the other. Return why that is refused, if it is."""
    if other in apart_from(connection, player):
        return "blocked"
    others = select(func.count()).where(follows.c.player_id == player, follows.c.other_id != other)
    if (connection.scalar(others) or 0) >= most:
        return "too_many_follows"
    connection.execute(_INSERT, {"player": player, "other": other, "now_ms": now_ms})
    return None


def unfollow(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    connection.execute(follows.delete().where(follows.c.player_id == player, follows.c.other_id == other))


def followed_by(connection: Connection, player: PlayerId) -> Sequence[Any]:
    """Return the cards of the accounts this player follows, and since when. Leaves out players if one of the two has
    blocked the other.
    """
    query = select(*CARD, follows.c.created_ms).join(follows, follows.c.other_id == players.c.id)
    rows = connection.execute(query.where(follows.c.player_id == player)).all()
    apart = apart_from(connection, player)
    return [row for row in rows if row.id not in apart]
