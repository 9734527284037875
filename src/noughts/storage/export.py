"""Everything that is stored about one person, for that person. No secret of the server or of others is in it."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from msgspec import Raw
from sqlalchemy import Connection, Table, or_, select

from noughts.messages.ids import PlayerId
from noughts.storage.tables import events, games, metadata, pictures, players

# Columns that hold the id of a player, in any table.
PLAYER_COLUMNS = frozenset({"player_id", "opponent_id", "creator_id", "x_id", "o_id", "created_by", "used_by", "by_id"})
# Useless to the person, and useful to a thief.
SECRETS = frozenset({"password_hash", "hash"})
# Written out game by game.
_BY_GAME = (games, events)
GAMES_AT_A_TIME = 200


def account_of(connection: Connection, player: PlayerId) -> dict[str, Any]:
    """Return the person's own row, with the picture."""
    row = connection.execute(select(players).where(players.c.id == player)).one()
    account = _shown(row._mapping)
    name = (row.picture or "").rpartition("/")[2].removesuffix(".png")
    png = connection.scalar(select(pictures.c.png).where(pictures.c.hash == name))
    account["picture_png"] = None if png is None else b64encode(png).decode()
    return account


def rows_about(connection: Connection, player: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table that name this player, except the games."""
    return {
        table.name: [_shown(row._mapping) for row in connection.execute(select(table).where(_names(table, player)))]
        for table in metadata.sorted_tables
        if table not in _BY_GAME and PLAYER_COLUMNS & set(table.c.keys())
    }


def games_about(connection: Connection, player: PlayerId) -> Iterator[dict[str, Any]]:
    """Return every game of this player with all that has happened in it, some at a time."""
    last = ""
    while True:
        page = (
            select(games)
            .where(or_(games.c.x_id == player, games.c.o_id == player), games.c.id > last)
            .order_by(games.c.id)
            .limit(GAMES_AT_A_TIME)
        )
        rows = connection.execute(page).all()
        if not rows:
            return
        last = rows[-1].id
        happened: dict[str, list[dict[str, Any]]] = {}
        query = select(events).where(events.c.game_id.in_([row.id for row in rows]))
        for event in connection.execute(query.order_by(events.c.game_id, events.c.version)):
            happened.setdefault(event.game_id, []).append(
                {"version": event.version, "at_ms": event.at_ms, "by": event.player_id, "events": Raw(event.body)}
            )
        for row in rows:
            yield {**_shown(row._mapping), "changes": happened.get(row.id, [])}


def _names(table: Table, player: PlayerId) -> Any:
    return or_(*(column == player for column in table.c if column.name in PLAYER_COLUMNS))


def _shown(row: Any) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in SECRETS}
