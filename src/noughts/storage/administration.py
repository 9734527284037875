"""Operator commands for accounts. A running server reads the result from the store."""

from typing import Any

from sqlalchemy import Connection, Row, and_, select

from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import PlayerId
from noughts.messages.usernames import lookalike_key, username_key
from noughts.storage.players import CARD, card_of
from noughts.storage.tables import players, reports, tokens


def account_named(connection: Connection, username: str) -> Row[Any] | None:
    """Return the row of the account of this name."""
    return connection.execute(select(players).where(players.c.username_key == username_key(username))).first()


def ban(connection: Connection, player: PlayerId, now_ms: int) -> int:
    """Ban this account; return how many logins and tokens ended."""
    connection.execute(players.update().where(players.c.id == player).values(banned_ms=now_ms))
    return end_all_tokens(connection, player)


def unban(connection: Connection, player: PlayerId) -> None:
    """Let this account log in again."""
    connection.execute(players.update().where(players.c.id == player).values(banned_ms=None))


def is_banned(connection: Connection, player: PlayerId) -> bool:
    return connection.scalar(select(players.c.banned_ms).where(players.c.id == player)) is not None


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


def close_report(connection: Connection, report: str, now_ms: int) -> bool:
    """Close this report; return False when there is no such open report."""
    is_open = and_(reports.c.id == report, reports.c.closed_ms.is_(None))
    return connection.execute(reports.update().where(is_open).values(closed_ms=now_ms)).rowcount == 1


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
