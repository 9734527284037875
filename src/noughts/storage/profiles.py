"""Queries over records: a player's page, two players compared, finished games. Each uses an index."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, or_, select, union_all

from noughts.games.speed import speed_of
from noughts.messages.board_state import PlayerCard, Players
from noughts.messages.ids import PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.messages.standings import (
    FinishedGame,
    FinishedGames,
    PlayerPage,
    RecordEntry,
    Rival,
    StreakEntry,
    Sums,
    VariantSums,
    Versus,
)
from noughts.messages.usernames import username_key
from noughts.storage.leaderboards import changes_by, ratings_of
from noughts.storage.players import CARD, card_of, cards_of
from noughts.storage.tables import games, players, records, rivals, streaks

MOST_RIVALS = 10
MOST_GAMES = 25
# How many of the newest games of two players are listed by variant.
MOST_COUNTED = 1000

# Where the next page of a player's games starts: the time and the id of the last game on this page.
Key = tuple[int, str]


def player_named(connection: Connection, username: str) -> PlayerCard | None:
    """Return the account of this name."""
    row = connection.execute(select(*CARD).where(players.c.username_key == username_key(username))).first()
    return None if row is None else card_of(row)


def profile_of(connection: Connection, player: PlayerId, now_ms: int) -> PlayerPage | None:
    """Return everything on this player's page; None unless it is an account."""
    query = select(*CARD, players.c.username, players.c.created_ms).where(players.c.id == player)
    row = connection.execute(query).first()
    if row is None or row.username is None:
        return None
    entries = _records_of(connection, player)
    people = [entry for entry in entries if entry.against == "people"]
    return PlayerPage(
        player=card_of(row),
        username=row.username,
        created_ms=row.created_ms,
        sums=Sums(
            played=sum(entry.played for entry in people),
            won=sum(entry.won for entry in people),
            lost=sum(entry.lost for entry in people),
            drawn=sum(entry.drawn for entry in people),
        ),
        records=entries,
        streak=_streak_of(connection, player),
        ratings=ratings_of(connection, player, now_ms),
        rivals=_rivals_of(connection, player),
    )


def _records_of(connection: Connection, player: PlayerId) -> list[RecordEntry]:
    query = select(records).where(records.c.player_id == player).order_by(records.c.played.desc())
    return [
        RecordEntry(**{name: value for name, value in row._mapping.items() if name != "player_id"})
        for row in connection.execute(query)
    ]


def _streak_of(connection: Connection, player: PlayerId) -> StreakEntry | None:
    row = connection.execute(select(streaks).where(streaks.c.player_id == player)).first()
    if row is None:
        return None
    return StreakEntry(
        outcome=row.outcome, length=row.length, longest_won=row.longest_won, longest_lost=row.longest_lost
    )


def _rivals_of(connection: Connection, player: PlayerId) -> list[Rival]:
    query = (
        select(*CARD, players.c.username, rivals.c.played, rivals.c.won, rivals.c.lost, rivals.c.drawn)
        .join(players, players.c.id == rivals.c.opponent_id)
        .where(rivals.c.player_id == player)
        .order_by(rivals.c.played.desc(), rivals.c.opponent_id.desc())
        .limit(MOST_RIVALS)
    )
    return [
        Rival(
            player=card_of(row),
            username=row.username,
            played=row.played,
            won=row.won,
            lost=row.lost,
            drawn=row.drawn,
        )
        for row in connection.execute(query)
    ]


def _is_shown_to(viewer: PlayerId | None) -> ColumnElement[bool]:
    """Return whether a finished game may be listed: private ones only for the two who played them."""
    is_listed = games.c.visibility == "public"
    if viewer is not None:
        is_listed = or_(is_listed, games.c.x_id == viewer, games.c.o_id == viewer)
    return and_(games.c.status == "finished", is_listed)


def versus(
    connection: Connection,
    player: PlayerCard,
    opponent: PlayerCard,
    before: int | None,
    viewer: PlayerId | None,
) -> Versus:
    """Return the games of these two that the viewer may see, before the game with this number. The sums cover all
    games.
    """
    where = and_(rivals.c.player_id == player.id, rivals.c.opponent_id == opponent.id)
    row = connection.execute(select(rivals).where(where)).first()
    sums = Sums() if row is None else Sums(played=row.played, won=row.won, lost=row.lost, drawn=row.drawn)

    def seated(x: PlayerId, o: PlayerId) -> Select[Any]:
        pair = and_(games.c.x_id == x, games.c.o_id == o, games.c.number.is_not(None))
        earlier = [] if before is None else [games.c.number < before]
        return (
            select(games)
            .where(pair, _is_shown_to(viewer), *earlier)
            .order_by(games.c.number.desc())
            .limit(MOST_GAMES + 1)
        )

    both = _either(seated(player.id, opponent.id), seated(opponent.id, player.id))
    rows = connection.execute(select(both).order_by(both.c.number.desc()).limit(MOST_GAMES + 1)).all()
    shown = rows[:MOST_GAMES]
    more = str(shown[-1].number) if len(rows) > MOST_GAMES else None
    return Versus(
        player=player,
        opponent=opponent,
        sums=sums,
        variants=_variants_of(connection, player.id, opponent.id) if before is None else [],
        games=_shown(connection, shown),
        next=more,
    )


def _variants_of(connection: Connection, player: PlayerId, opponent: PlayerId) -> list[VariantSums]:
    """Return the newest games of these two by variant, as they were for the first; the one played most often first."""

    def seated(x: PlayerId, o: PlayerId) -> Select[Any]:
        c = games.c
        query = select(c.number, c.variant, c.x_id, c.winner).where(c.x_id == x, c.o_id == o, c.number.is_not(None))
        return query.order_by(c.number.desc()).limit(MOST_COUNTED)

    both = _either(seated(player, opponent), seated(opponent, player))
    outcomes: dict[str, Counter[str]] = {}
    for row in connection.execute(select(both).order_by(both.c.number.desc()).limit(MOST_COUNTED)):
        is_winner = (row.winner == "X") == (row.x_id == player)
        outcome = "drawn" if row.winner is None else "won" if is_winner else "lost"
        outcomes.setdefault(row.variant, Counter())[outcome] += 1
    sums = [VariantSums(variant=variant, played=counts.total(), **counts) for variant, counts in outcomes.items()]
    return sorted(sums, key=lambda one: (-one.played, one.variant))


def finished_games_of(
    connection: Connection, player: PlayerId, before: Key | None, viewer: PlayerId | None
) -> FinishedGames:
    """Return this player's finished games that count and that the viewer may see, before this key."""

    def seated(seat: ColumnElement[Any]) -> Select[Any]:
        # A finished listing changes no more, so this is the time of its end.
        over = and_(seat == player, games.c.status == "finished", games.c.number.is_not(None))
        query = select(games).where(over, _is_shown_to(viewer))
        if before is not None:
            at_ms, game = before
            query = query.where(games.c.changed_ms <= at_ms, or_(games.c.changed_ms < at_ms, games.c.id < game))
        return query.order_by(games.c.changed_ms.desc(), games.c.id.desc()).limit(MOST_GAMES + 1)

    both = _either(seated(games.c.x_id), seated(games.c.o_id))
    newest_first = select(both).order_by(both.c.changed_ms.desc(), both.c.id.desc()).limit(MOST_GAMES + 1)
    rows = connection.execute(newest_first).all()
    shown = rows[:MOST_GAMES]
    more = f"{shown[-1].changed_ms}-{shown[-1].id}" if len(rows) > MOST_GAMES else None
    return FinishedGames(games=_shown(connection, shown), next=more)


def _either(one: Select[Any], other: Select[Any]) -> Any:
    """Return the rows of both: each has a separate index, which a condition with `or` would not use."""
    return union_all(select(one.subquery()), select(other.subquery())).subquery()


def _shown(connection: Connection, rows: Sequence[Row[Any]]) -> list[FinishedGame]:
    cards = cards_of(connection, {player for row in rows for player in (row.x_id, row.o_id)})
    changes = changes_by(connection, [row.id for row in rows if row.rated])
    return [
        FinishedGame(
            game=row.id,
            variant=row.variant,
            speed=speed_of(Setup(variant=row.variant, clock=_clock(row.clock))),
            rounds=row.rounds,
            rated=bool(row.rated),
            players=Players(X=cards.get(row.x_id), O=cards.get(row.o_id)),
            winner=row.winner,
            reason=row.reason,
            finished_ms=row.finished_ms,
            rating_changes=changes.get(row.id, []),
        )
        for row in rows
    ]


def _clock(stored: str | None) -> ClockSetting | None:
    return None if stored is None else msgspec.json.decode(stored, type=ClockSetting)
