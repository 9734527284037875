"""Queries over what is imposed on players: mutes, bans, closed accounts, and names that must stay."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select, text

from noughts.messages.ids import PlayerId
from noughts.messages.moderation import SanctionKind
from noughts.messages.refusals import Refusal
from noughts.storage.tables import players, sanctions, tokens

# These two keep the player out. While one of them is in force, `players.banned_ms` is set, which the server checks.
KEEPING_OUT: tuple[SanctionKind, ...] = ("ban", "close")

_UPSERT = text("""
    INSERT INTO sanctions (player_id, kind, since_ms, ends_ms) VALUES (:player, :kind, :since_ms, :ends_ms)
    ON CONFLICT (player_id, kind) DO UPDATE SET since_ms = excluded.since_ms, ends_ms = excluded.ends_ms
""")


def impose(connection: Connection, player: PlayerId, kind: SanctionKind, now_ms: int, ends_ms: int | None) -> int:
    """Impose this, or change its end; return how many logins and tokens ended."""
    connection.execute(_UPSERT, {"player": player, "kind": kind, "since_ms": now_ms, "ends_ms": ends_ms})
    if kind not in KEEPING_OUT:
        return 0
    connection.execute(players.update().where(players.c.id == player).values(banned_ms=now_ms))
    return connection.execute(tokens.delete().where(tokens.c.player_id == player)).rowcount


def lift(connection: Connection, player: PlayerId, kind: SanctionKind) -> bool:
    """End this; return False when there was none."""
    mine = and_(sanctions.c.player_id == player, sanctions.c.kind == kind)
    was_there = connection.execute(sanctions.delete().where(mine)).rowcount == 1
    _let_back(connection, [player])
    return was_there


def has_ended(connection: Connection, now_ms: int) -> bool:
    """Return whether something has reached its end."""
    return connection.scalar(select(sanctions.c.kind).where(sanctions.c.ends_ms <= now_ms).limit(1)) is not None


def lift_ended(connection: Connection, now_ms: int) -> int:
    """End what has reached its end; return how many."""
    ended = select(sanctions.c.player_id).where(sanctions.c.ends_ms <= now_ms)
    concerned = list(connection.scalars(ended))
    if concerned:
        connection.execute(sanctions.delete().where(sanctions.c.ends_ms <= now_ms))
        _let_back(connection, concerned)
    return len(concerned)


def _let_back(connection: Connection, concerned: Sequence[PlayerId]) -> None:
    """Let these players log in again, except those whom another sanction keeps out."""
    still_out = select(sanctions.c.player_id).where(sanctions.c.kind.in_(KEEPING_OUT))
    free = and_(players.c.id.in_(concerned), players.c.id.not_in(still_out))
    connection.execute(players.update().where(free).values(banned_ms=None))


def sanctions_of(connection: Connection, player: PlayerId) -> Sequence[Row[Any]]:
    """Return all that is imposed on this player, oldest first."""
    query = select(sanctions).where(sanctions.c.player_id == player)
    return connection.execute(query.order_by(sanctions.c.since_ms, sanctions.c.kind)).all()


def objection_by(
    connection: Connection, player: PlayerId, kind: SanctionKind, code: str, now_ms: int
) -> Refusal | None:
    """Return the refusal with this code and its duration, if this player is under such a sanction."""
    active = or_(sanctions.c.ends_ms.is_(None), sanctions.c.ends_ms > now_ms)
    query = select(sanctions.c.ends_ms).where(sanctions.c.player_id == player, sanctions.c.kind == kind, active)
    row = connection.execute(query).first()
    if row is None:
        return None
    return Refusal(code, wait_seconds=None if row.ends_ms is None else (row.ends_ms - now_ms) / 1000)


def objection_to_login(connection: Connection, player: PlayerId, now_ms: int) -> Refusal | None:
    """Return why this player may not log in, or None. Show it only after the player has proven who they are."""
    closed = objection_by(connection, player, "close", "account_closed", now_ms)
    return closed or objection_by(connection, player, "ban", "banned", now_ms)
