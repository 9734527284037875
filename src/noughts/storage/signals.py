"""Queries over signals: how well people played, and whether both seats had one address. Hints for moderators only."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, Row, func, select

from noughts.messages.ids import GameId, PlayerId
from noughts.storage.tables import game_signals, players, ratings

# Ratings this close are one level.
LEVEL = 150


class GameSignal(Struct, frozen=True):
    """What is known about one player in one game. `moves` counts the difficult ones alone."""

    game_id: GameId
    player_id: PlayerId
    at_ms: int
    variant: str
    rating: float | None
    moves: int
    engine_moves: int
    accuracy: float | None
    same_address: bool


def has_moderators(connection: Connection) -> bool:
    return connection.scalar(select(players.c.id).where(players.c.role.is_not(None)).limit(1)) is not None


def rating_of(connection: Connection, player: PlayerId, variant: str, speed: str) -> float | None:
    key = (ratings.c.player_id == player, ratings.c.variant == variant, ratings.c.speed == speed)
    return connection.scalar(select(ratings.c.rating).where(*key))


def add_signals(connection: Connection, signals: Sequence[GameSignal]) -> None:
    for signal in signals:
        connection.execute(game_signals.insert().values(structs.asdict(signal)))


def signals_of(connection: Connection, player: PlayerId, most: int) -> Sequence[Row[Any]]:
    """Return what is known about this player's last games, newest first."""
    query = select(game_signals).where(game_signals.c.player_id == player)
    return connection.execute(query.order_by(game_signals.c.at_ms.desc()).limit(most)).all()


def others_at_level(connection: Connection, player: PlayerId, variant: str, rating: float) -> tuple[int, float]:
    """Return how many games others of this level have, and their average accuracy."""
    is_near = game_signals.c.rating.between(rating - LEVEL, rating + LEVEL)
    query = select(func.count(), func.avg(game_signals.c.accuracy)).where(
        game_signals.c.variant == variant,
        is_near,
        game_signals.c.player_id != player,
        game_signals.c.accuracy.is_not(None),
    )
    count, average = connection.execute(query).one()
    return count, float(average or 0.0)


def sweep_signals(connection: Connection, before_ms: int) -> int:
    return connection.execute(game_signals.delete().where(game_signals.c.at_ms < before_ms)).rowcount
