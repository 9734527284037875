"""Operator commands for accounts. A running server reads the result from the store."""

from typing import Any

from sqlalchemy import Connection, Row, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.usernames import lookalike_key, username_key
from noughts.storage.players import CARD, card_of
from noughts.storage.sanctions import KEEPING_OUT, impose, lift
from noughts.storage.tables import players, reports, tokens


def account_named(connection: Connection, username: str) -> Row[Any] | None:
    """Return the row of the account of this name."""
    return connection.execute(select(players).where(players.c.username_key == username_key(username))).first()


def ban(connection: Connection, player: PlayerId, now_ms: int, ends_ms: int | None = None) -> int:
    """Ban this account; return how many logins and tokens ended."""
    return impose(connection, player, "ban", now_ms, ends_ms)


def unban(connection: Connection, player: PlayerId) -> None:
    """Let this account log in again, also if a moderator closed it."""
    for kind in KEEPING_OUT:
        lift(connection, player, kind)


def banned_since(connection: Connection, since_ms: int) -> list[PlayerCard]:
    """Return the players who were banned at this time or later."""
    rows = connection.execute(select(*CARD).where(players.c.banned_ms.is_not(None), players.c.banned_ms >= since_ms))
    return [card_of(row) for row in rows]


def reports_told(connection: Connection, *, closed: bool, most: int) -> list[Row[Any]]:
    """Return players' reports about each other, oldest first: the open ones, or also the closed ones."""
    by, about = players.alias(), players.alias()
    query = (
        select(reports, by.c.display_name.label("by_name"), about.c.display_name.label("about_name"),
               about.c.username.label("about_username"))
        .join(by, by.c.id == reports.c.by_id, isouter=True)
        .join(about, about.c.id == reports.c.about_id, isouter=True)
        .where(*([] if closed else [reports.c.closed_ms.is_(None)]))
        .order_by(reports.c.created_ms)
        .limit(most)
    )  # fmt: skip
    return list(connection.execute(query))


def end_all_tokens(connection: Connection, player: PlayerId) -> int:
    """Log out every session of this player."""
    return connection.execute(tokens.delete().where(tokens.c.player_id == player)).rowcount


def rename(connection: Connection, account: Row[Any], username: str) -> None:
    """Rename this account. Raises `IntegrityError` when the name, or one that looks like it, is taken."""
    names = {
        "username": username,
        "username_key": username_key(username),
        "lookalike_key": lookalike_key(username),
    }
    if account.display_name == account.username:
        names["display_name"] = username
    connection.execute(players.update().where(players.c.id == account.id).values(names))
