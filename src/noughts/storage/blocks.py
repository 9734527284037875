"""Queries over muted and blocked players, and over reports."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select, text

from noughts.messages.ids import GameId, PlayerId
from noughts.storage.players import CARD
from noughts.storage.tables import blocks, follows, players, reports, settings

_UPSERT = text("""
    INSERT INTO blocks (player_id, other_id, how, created_ms) VALUES (:player, :other, :how, :now_ms)
    ON CONFLICT (player_id, other_id) DO UPDATE SET how = excluded.how
""")


def set_block(connection: Connection, player: PlayerId, other: PlayerId, how: str, most: int, now_ms: int) -> bool:
    """Mute or block the other player. A block ends following both ways. Return False when there are too many."""
    others = select(func.count()).where(blocks.c.player_id == player, blocks.c.other_id != other)
    if (connection.scalar(others) or 0) >= most:
        return False
    connection.execute(_UPSERT, {"player": player, "other": other, "how": how, "now_ms": now_ms})
    if how == "block":
        mine = and_(follows.c.player_id == player, follows.c.other_id == other)
        theirs = and_(follows.c.player_id == other, follows.c.other_id == player)
        connection.execute(follows.delete().where(or_(mine, theirs)))
    return True


def unset_block(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    connection.execute(blocks.delete().where(blocks.c.player_id == player, blocks.c.other_id == other))


def blocks_of(connection: Connection, player: PlayerId) -> Sequence[Any]:
    """Return the cards of this player's blocked and muted players, with `how` and since when; newest first."""
    query = select(*CARD, blocks.c.how, blocks.c.created_ms).join(blocks, blocks.c.other_id == players.c.id)
    return connection.execute(query.where(blocks.c.player_id == player).order_by(blocks.c.created_ms.desc())).all()


def apart_from(connection: Connection, player: PlayerId) -> set[PlayerId]:
    """Return the players who have blocked this player or are blocked by them."""
    mine = and_(blocks.c.player_id == player, blocks.c.how == "block")
    theirs = and_(blocks.c.other_id == player, blocks.c.how == "block")
    rows = connection.execute(select(blocks.c.player_id, blocks.c.other_id).where(or_(mine, theirs)))
    return {row.other_id if row.player_id == player else row.player_id for row in rows}


def muters_of(connection: Connection, speaker: PlayerId, listeners: Collection[PlayerId]) -> set[PlayerId]:
    """Return which of these players have muted or blocked the speaker."""
    query = select(blocks.c.player_id).where(blocks.c.other_id == speaker, blocks.c.player_id.in_(listeners))
    return set(connection.scalars(query))


def without_chat(connection: Connection, among: Collection[PlayerId]) -> set[PlayerId]:
    """Return which of these players have turned chat off."""
    off = and_(settings.c.key == "chat", settings.c.value == "false")
    return set(connection.scalars(select(settings.c.player_id).where(off, settings.c.player_id.in_(among))))


def add_report(
    connection: Connection,
    report: str,
    by: PlayerId,
    about: PlayerId,
    game: GameId | None,
    why: str,
    words: str,
    now_ms: int,
) -> None:
    connection.execute(
        reports.insert().values(
            id=report, by_id=by, about_id=about, game_id=game, why=why, words=words, created_ms=now_ms
        )
    )


def count_open_reports(connection: Connection, about: PlayerId) -> int:
    """Return how many open reports there are about this player."""
    return (
        connection.scalar(select(func.count()).where(reports.c.about_id == about, reports.c.closed_ms.is_(None))) or 0
    )


def open_report(connection: Connection, by: PlayerId, about: PlayerId, game: GameId | None, why: str) -> str | None:
    """Return the open report of this player that says the same."""
    same = and_(reports.c.by_id == by, reports.c.about_id == about, reports.c.why == why, reports.c.closed_ms.is_(None))
    of_game = reports.c.game_id.is_(None) if game is None else reports.c.game_id == game
    return connection.scalar(select(reports.c.id).where(same, of_game).limit(1))


def reports_since(connection: Connection, by: PlayerId, since_ms: int) -> list[int]:
    """Return when this player has reported others since then, oldest first."""
    mine = select(reports.c.created_ms).where(reports.c.by_id == by, reports.c.created_ms > since_ms)
    return list(connection.scalars(mine.order_by(reports.c.created_ms)))
