"""Queries over games that wait for anybody: found by their kind, through one index, however many others wait."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, text

from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting
from noughts.storage.tables import IS_WAITING, games, players

MOST_AT_ONCE = 50


class Kind(Struct, frozen=True):
    """The settings that must match before two players are paired."""

    variant: str
    rounds: int
    clock: ClockSetting | None
    rated: bool = False


def waiting_games(
    connection: Connection, kind: Kind, but_for: Collection[PlayerId], by_name: str | None = None
) -> Sequence[Any]:
    """Return the oldest unnamed games of this kind that wait for anybody: `id` and `creator_id`.

    Leaves out those of the players `but_for`. With `by_name`, returns only those of players who are shown by that name.
    """
    query = select(games.c.id, games.c.creator_id).where(_of_kind(kind), games.c.creator_id.not_in(but_for))
    if by_name is not None:
        is_named = or_(players.c.display_name == by_name, func.lower(players.c.display_name) == by_name.lower())
        query = query.join(players, players.c.id == games.c.creator_id).where(is_named)
    return connection.execute(query.order_by(games.c.created_ms).limit(MOST_AT_ONCE)).all()


def own_waiting_game(connection: Connection, kind: Kind, player: PlayerId) -> GameId | None:
    """Return the game of this kind in which this player already waits for anybody."""
    query = select(games.c.id).where(_of_kind(kind), games.c.creator_id == player)
    return connection.scalar(query.order_by(games.c.created_ms).limit(1))


def _of_kind(kind: Kind) -> ColumnElement[bool]:
    clock = None if kind.clock is None else msgspec.json.encode(kind.clock).decode()
    return and_(
        # As text, so that the databases use the partial index with this condition.
        text(IS_WAITING),
        games.c.name.is_(None),
        games.c.variant == kind.variant,
        games.c.clock.is_(None) if clock is None else games.c.clock == clock,
        games.c.rounds == kind.rounds,
        games.c.rated == kind.rated,
    )
