"""Queries over games, events and refusals. Each is a plain function over a connection, for both databases."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, not_, or_, select, text, tuple_

from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.computers import COMPUTER_LEVELS
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.storage.counting import Execute, count
from noughts.storage.journal import CHANGE_COLUMNS, EVENT_COLUMNS, Write, change_of, event_row
from noughts.storage.tables import IS_WAITING, events, games, invites, notices, refusals

_CHANGE_COLUMNS = [events.c[name] for name in CHANGE_COLUMNS]


def changes_of(connection: Connection, game: GameId, after_version: int = 0) -> list[Change]:
    """Return the changes of a game after this version, in order; none when there is no such game."""
    query = (
        select(*_CHANGE_COLUMNS)
        .where(events.c.game_id == game, events.c.version > after_version)
        .order_by(events.c.version)
    )
    return [change_of(row) for row in connection.execute(query)]


def refusals_of(connection: Connection, game: GameId) -> dict[tuple[PlayerId, str], str]:
    """Return the remembered refusals of a game: (player, command id) → code."""
    query = select(refusals.c.player_id, refusals.c.command_id, refusals.c.code).where(refusals.c.game_id == game)
    return {(row[0], row[1]): row[2] for row in connection.execute(query)}


def versions_of(connection: Connection, ids: Sequence[GameId]) -> dict[GameId, int]:
    """Return the newest stored version of each of these games."""
    query = (
        select(events.c.game_id, func.max(events.c.version)).where(events.c.game_id.in_(ids)).group_by(events.c.game_id)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def creation_of(connection: Connection, creator: PlayerId, creation_id: str) -> GameId | None:
    """Return the game that this player's command with this id made."""
    query = select(games.c.id).where(games.c.creator_id == creator, games.c.creation_id == creation_id)
    return connection.scalar(query)


def entered_by(connection: Connection, player: PlayerId, command_id: str) -> tuple[GameId, int] | None:
    """Return the unfinished game that this player's command with this id led to, and its version."""
    query = (
        select(events.c.game_id, events.c.version)
        .join(games, games.c.id == events.c.game_id)
        .where(_unfinished_of(player), events.c.player_id == player, events.c.command_id == command_id)
    )
    row = connection.execute(query).first()
    return None if row is None else (row[0], row[1])


def _finished_of(player: PlayerId) -> ColumnElement[bool]:
    return and_(or_(games.c.x_id == player, games.c.o_id == player), games.c.status == "finished")


def _unfinished_of(player: PlayerId) -> ColumnElement[bool]:
    return and_(or_(games.c.x_id == player, games.c.o_id == player), games.c.status.in_(("open", "playing")))


def open_game_named(connection: Connection, name: str) -> GameId | None:
    """Return the public open game with this lobby name. A private one is found by its id alone."""
    query = select(games.c.id).where(games.c.name_key == name_key(name), games.c.status == "open")
    return connection.scalar(query.where(games.c.visibility == "public"))


def lobby(
    connection: Connection, most: int, most_of_one: int, after: tuple[int, str] | None = None
) -> Sequence[Row[Any]]:
    """Return the rows of the public games that are not full, oldest first; of each player only the oldest few.

    `after` is the time and id of a game: with it, only later games are returned.
    """
    place = func.row_number().over(partition_by=games.c.creator_id, order_by=games.c.created_ms).label("place")
    waiting = select(games, place).where(text(IS_WAITING)).subquery()
    query = select(waiting).where(waiting.c.place <= most_of_one)
    if after is not None:
        query = query.where(tuple_(waiting.c.created_ms, waiting.c.id) > after)
    return connection.execute(query.order_by(waiting.c.created_ms, waiting.c.id).limit(most)).all()


def playing(connection: Connection, most: int) -> Sequence[Row[Any]]:
    """Return the rows of the public games that are being played, the one that began last first."""
    query = (
        select(games)
        .where(games.c.status == "playing", games.c.visibility == "public")
        .order_by(games.c.changed_ms.desc())
        .limit(most)
    )
    return connection.execute(query).all()


def games_of(connection: Connection, player: PlayerId, *, finished: bool, most: int) -> list[GameId]:
    """Return the games in which this player sits, the one that changed last first."""
    query = (
        select(games.c.id)
        .where(_finished_of(player) if finished else _unfinished_of(player))
        .order_by(games.c.changed_ms.desc())
        .limit(most)
    )
    return list(connection.scalars(query))


def live_games_of(connection: Connection, player: PlayerId, most: int) -> list[GameId]:
    """Return the games that this player is playing now, except those with days for each move."""
    query = (
        select(games.c.id)
        .where(_unfinished_of(player), games.c.status == "playing", games.c.pace != "slow")
        .order_by(games.c.changed_ms.desc())
        .limit(most)
    )
    return list(connection.scalars(query))


def challenges_to(connection: Connection, player: PlayerId, most: int) -> list[GameId]:
    """Return the games that wait for this player by name, the newest first."""
    query = select(games.c.id).where(games.c.status == "open", games.c.opponent_id == player)
    return list(connection.scalars(query.order_by(games.c.created_ms.desc()).limit(most)))


def challenges_by(connection: Connection, player: PlayerId, most: int) -> list[GameId]:
    """Return the games in which this player waits for an invited player, newest first."""
    query = select(games.c.id).where(_unfinished_of(player), games.c.status == "open", games.c.opponent_id.is_not(None))
    return list(connection.scalars(query.order_by(games.c.created_ms.desc()).limit(most)))


def count_challenges(connection: Connection, by: PlayerId, to: PlayerId) -> int:
    """Return how many games of the one wait for the other."""
    query = select(func.count()).where(games.c.status == "open", games.c.opponent_id == to, games.c.creator_id == by)
    return connection.scalar(query) or 0


def unfinished_of_variant(connection: Connection, player: PlayerId, variant: str) -> list[GameId]:
    """Return the unfinished games of this variant in which this player sits."""
    return list(connection.scalars(select(games.c.id).where(_unfinished_of(player), games.c.variant == variant)))


def count_unfinished(connection: Connection, player: PlayerId) -> tuple[int, int]:
    """Return how many games this player has open or going on, and how many of them with a real-time clock."""
    is_realtime = case((games.c.pace == "realtime", 1), else_=0)
    row = connection.execute(select(func.count(), func.sum(is_realtime)).where(_unfinished_of(player))).one()
    return row[0], row[1] or 0


def room_of(connection: Connection, player: PlayerId) -> GameId | None:
    """Return the unfinished game of the rooms in which this player sits."""
    return connection.scalar(select(games.c.id).where(_unfinished_of(player), games.c.door == "rooms"))


def erase_deleted(connection: Connection, before_ms: int) -> int:
    """Remove every row of the games that were deleted before this time, and count the games.

    Games that count stay, unlisted, because records can be rebuilt from them.
    """
    is_gone = and_(games.c.status == "deleted", games.c.number.is_(None), games.c.changed_ms < before_ms)
    ids = list(connection.scalars(select(games.c.id).where(is_gone)))
    for game in ids:
        for table in (events, refusals, invites, notices):
            connection.execute(table.delete().where(table.c.game_id == game))
        connection.execute(games.delete().where(games.c.id == game))
    return len(ids)


def clocked_games(connection: Connection) -> list[GameId]:
    """Return the running games with a clock: after a restart the server must watch it."""
    return list(connection.scalars(select(games.c.id).where(games.c.status == "playing", games.c.clock.is_not(None))))


def games_with_the_computer(connection: Connection, before_ms: int) -> list[GameId]:
    """Return the games going on in which the computer may owe something since before this time.

    Leaves out games whose newest change is a plain move by the computer: there a person has to act.
    """
    later = events.alias()
    newest = select(func.max(later.c.version)).where(later.c.game_id == games.c.id).correlate(games).scalar_subquery()
    is_computers = or_(events.c.player_id.is_(None), events.c.player_id.in_(COMPUTER_LEVELS))
    query = (
        select(games.c.id)
        .select_from(games.join(events, events.c.game_id == games.c.id))
        .where(events.c.version == newest)
        .where(games.c.status == "playing", games.c.computer, events.c.at_ms < before_ms)
        .where(not_(and_(is_computers, events.c.plain_move)))
        .order_by(events.c.at_ms)
    )
    return list(connection.scalars(query))


def store(execute: Execute, write: Write) -> None:
    """Store a write, and count the game that it ends. A statement fails when another process stored a conflicting row
    first.
    """
    for change in write.changes:
        execute(_INSERT_EVENT, dict(zip(EVENT_COLUMNS, event_row(change), strict=True)))
    for game in write.listings:
        happened = _happened(write, game)
        number = count(execute, game) if e.GameFinished in happened else None
        if e.GameFinished in happened:
            execute(_END_NOTICES, {"game": game.id})
        execute(_UPSERT_GAME, {**_listing(game), "creation_id": write.creation_id, "number": number})
    if write.refused is not None:
        refused = write.refused
        row = (refused.game, refused.player, refused.command_id, refused.code)
        execute(_INSERT_REFUSAL, dict(zip(_REFUSAL_COLUMNS, row, strict=True)))


def _happened(write: Write, game: Game) -> set[type]:
    return {type(event) for change in write.changes if change.game == game.id for event in change.events}


def _insert(table: str, columns: Iterable[str]) -> str:
    names = tuple(columns)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"


# Text, and not SQLAlchemy's constructs, since beginnings and ends of games are nearly as frequent as moves.
_INSERT_EVENT = _insert("events", EVENT_COLUMNS)
_REFUSAL_COLUMNS = tuple(refusals.c.keys())
_INSERT_REFUSAL = _insert("refusals", _REFUSAL_COLUMNS)
_END_NOTICES = "DELETE FROM notices WHERE game_id = :game"
# The columns of a listing that can change; who made the game, and how, cannot.
_RELISTED = ("status", "x_id", "o_id", "changed_ms", "finished_ms", "winner", "reason", "computer")
_UPSERT_GAME = f"""{_insert("games", games.c.keys())}
    ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _RELISTED)},
    number = coalesce(excluded.number, games.number)"""


def _listing(game: Game) -> dict[str, Any]:
    setup, result = game.setup, game.result
    return {
        "id": game.id,
        "status": _status(game),
        "variant": setup.variant,
        "rounds": setup.rounds,
        "clock": None if setup.clock is None else msgspec.json.encode(setup.clock).decode(),
        "visibility": setup.visibility,
        "name": setup.name,
        # A private game can't be joined by its name, so it doesn't reserve the name either.
        "name_key": None if setup.name is None or setup.visibility == "private" else name_key(setup.name),
        "creator_id": game.creator,
        "x_id": game.x,
        "o_id": game.o,
        "opponent_id": setup.opponent,
        "rematch_of": game.rematch_of,
        "created_ms": game.created_ms,
        "changed_ms": game.changed_ms,
        "finished_ms": game.finished_ms,
        "winner": result.winner if result else None,
        "reason": result.reason if result else None,
        "door": setup.door,
        "computer": game.has_computer,
        "rated": setup.rated,
        "pace": setup.pace,
    }


def _status(game: Game) -> str:
    if game.deleted:
        return "deleted"
    return "finished" if game.result else "open" if game.free_seat else "playing"


def name_key(name: str) -> str:
    """Return what makes a lobby name unique."""
    return name.casefold()[:40]
