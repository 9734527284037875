"""Queries over recent chat. It is kept for moderators, and only for a few days."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, select

from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.storage.tables import chat_lines, reports


def add_line(
    connection: Connection,
    line: str,
    game: GameId,
    player: PlayerId,
    seat: Seat | None,
    words: str,
    now_ms: int,
    most: int,
) -> None:
    """Store this line, and remove the oldest ones of a game that has more than `most`."""
    connection.execute(
        chat_lines.insert().values(id=line, game_id=game, player_id=player, seat=seat, at_ms=now_ms, words=words)
    )
    of_game = select(chat_lines.c.at_ms).where(chat_lines.c.game_id == game)
    oldest = connection.scalar(of_game.order_by(chat_lines.c.at_ms.desc()).offset(most).limit(1))
    if oldest is not None:
        connection.execute(chat_lines.delete().where(chat_lines.c.game_id == game, chat_lines.c.at_ms <= oldest))


def lines_of(connection: Connection, game: GameId) -> Sequence[Row[Any]]:
    """Return the stored chat of this game, oldest first."""
    query = select(chat_lines).where(chat_lines.c.game_id == game)
    return connection.execute(query.order_by(chat_lines.c.at_ms, chat_lines.c.id)).all()


def sweep_lines(connection: Connection, before_ms: int) -> int:
    """Remove older lines, but not those of a game with an open report; return how many."""
    reported = select(reports.c.game_id).where(reports.c.closed_ms.is_(None), reports.c.game_id.is_not(None))
    old = and_(chat_lines.c.at_ms < before_ms, chat_lines.c.game_id.not_in(reported))
    return connection.execute(chat_lines.delete().where(old)).rowcount
