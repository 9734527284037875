"""Queries over ratings: leaderboards, paged by key, and the history of a rating. Each reads by an index."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select, text, tuple_

from noughts.games.glicko import PERIODS_PER_MS, Rating, aged
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.standings import Place, RatingChange, RatingEntry, RatingHistory, RatingPoint
from noughts.storage.players import CARD, card_of
from noughts.storage.tables import games, players, rating_changes, ratings

ACTIVE_MS = 7 * 24 * 60 * 60 * 1000
MOST_PLACES = 50
MOST_AROUND = 5
MOST_POINTS = 500

# Where the next page starts: rating and player of the last place on this page.
Key = tuple[float, PlayerId]


class Board:
    """One leaderboard at one moment: a variant, a speed, people or bots."""

    def __init__(self, variant: str, speed: str, kind: str, now_ms: int) -> None:
        self._listed = and_(
            ratings.c.variant == variant,
            ratings.c.speed == speed,
            ratings.c.kind == kind,
            # As text, so that both databases use the partial index with this condition.
            text("ratings.deviation <= 75"),
            ratings.c.rated_ms >= now_ms - ACTIVE_MS,
        )

    def page(self, connection: Connection, after: Key | None) -> tuple[list[Place], Key | None]:
        """Return the places after this key, from the first without one, and the key of the next page."""
        rows = self._rows(connection, None if after is None else _key() < after, MOST_PLACES + 1, best_first=True)
        shown = rows[:MOST_PLACES]
        first = 1 if after is None else self._rank_of(connection, after) + 1
        return _places(shown, first), _key_of(shown[-1]) if len(rows) > MOST_PLACES else None

    def around(self, connection: Connection, player: PlayerId) -> tuple[list[Place], Key | None]:
        """Return the places next to this player, above and below; none unless it is listed."""
        mine = connection.execute(select(*_key_columns()).where(self._listed, ratings.c.player_id == player)).first()
        if mine is None:
            return [], None
        key: Key = (mine[0], mine[1])
        above = self._rows(connection, _key() > key, MOST_AROUND, best_first=False)[::-1]
        below = self._rows(connection, _key() <= key, MOST_AROUND + 2, best_first=True)
        shown = [*above, *below[: MOST_AROUND + 1]]
        first = self._rank_of(connection, key) - len(above)
        return _places(shown, first), _key_of(shown[-1]) if len(below) > MOST_AROUND + 1 else None

    def _rows(
        self, connection: Connection, where: ColumnElement[bool] | None, most: int, *, best_first: bool
    ) -> Sequence[Any]:
        order = [column.desc() if best_first else column.asc() for column in _key_columns()]
        query = (
            select(*CARD, players.c.username, ratings.c.rating, ratings.c.deviation, ratings.c.games)
            .join(players, players.c.id == ratings.c.player_id)
            .where(self._listed, players.c.username_key.is_not(None), players.c.banned_ms.is_(None))
            .where(*([] if where is None else [where]))
            .order_by(*order)
            .limit(most)
        )
        return connection.execute(query).all()

    def _rank_of(self, connection: Connection, key: Key) -> int:
        better = select(func.count()).select_from(ratings).where(self._listed, _key() > key)
        # Count everybody by the index alone, then subtract the few banned players.
        banned = select(players.c.id).where(players.c.banned_ms.is_not(None))
        unseen = connection.scalar(better.where(ratings.c.player_id.in_(banned))) or 0
        return 1 + (connection.scalar(better) or 0) - unseen


def _key_columns() -> tuple[Any, Any]:
    return ratings.c.rating, ratings.c.player_id


def _key() -> Any:
    return tuple_(*_key_columns())


def _key_of(row: Row[Any]) -> Key:
    return row.rating, row.id


def _places(rows: Sequence[Row[Any]], first: int) -> list[Place]:
    return [
        Place(
            rank=rank,
            player=card_of(row),
            username=row.username,
            rating=round(row.rating),
            deviation=round(row.deviation),
            games=row.games,
        )
        for rank, row in enumerate(rows, first)
    ]


def ratings_of(connection: Connection, player: PlayerId, now_ms: int) -> list[RatingEntry]:
    """Return every current rating of this player: the deviation grows while they don't play."""
    query = select(ratings).where(ratings.c.player_id == player).order_by(ratings.c.games.desc())
    entries = []
    for row in connection.execute(query):
        periods = max(0, now_ms - row.rated_ms) * PERIODS_PER_MS
        now = aged(Rating(row.rating, row.deviation, row.volatility), periods)
        entries.append(
            RatingEntry(
                variant=row.variant,
                speed=row.speed,
                rating=round(now.rating),
                deviation=round(now.deviation),
                is_provisional=now.is_provisional,
                games=row.games,
                rated_ms=row.rated_ms,
            )
        )
    return entries


def history_of(connection: Connection, player: PlayerId, variant: str, speed: str, before: int | None) -> RatingHistory:
    """Return the newest points of this rating before the game with this number. Private games are not named."""
    c = rating_changes.c
    query = (
        select(c.number, c.game_id, c.at_ms, c.after, c.deviation, games.c.visibility)
        .join(games, games.c.id == c.game_id, isouter=True)
        .where(c.player_id == player, c.variant == variant, c.speed == speed)
        .where(*([] if before is None else [c.number < before]))
        .order_by(c.number.desc())
        .limit(MOST_POINTS + 1)
    )
    rows = connection.execute(query).all()
    shown = rows[:MOST_POINTS]
    points = [
        RatingPoint(
            game=row.game_id if row.visibility == "public" else None,
            at_ms=row.at_ms,
            rating=round(row.after),
            deviation=round(row.deviation),
        )
        for row in reversed(shown)
    ]
    more = str(shown[-1].number) if len(rows) > MOST_POINTS else None
    return RatingHistory(variant=variant, speed=speed, points=points, next=more)


def changes_by(connection: Connection, ids: Sequence[GameId]) -> dict[GameId, list[RatingChange]]:
    """Return what each of these games has done to ratings."""
    c = rating_changes.c
    changes: dict[GameId, list[RatingChange]] = {}
    rows = connection.execute(select(c.game_id, c.player_id, c.before, c.after).where(c.game_id.in_(ids)))
    for game, player, before, after in rows:
        change = RatingChange(player=player, before=round(before), after=round(after))
        changes.setdefault(game, []).append(change)
    return changes
