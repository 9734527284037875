"""Queries over recovery codes. Each works once, and new ones replace all old ones."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from noughts.messages.ids import PlayerId
from noughts.storage.tables import recovery_codes


def replace_codes(connection: Connection, player: PlayerId, hashes: Collection[str], now_ms: int) -> None:
    """Give this player these codes in place of all others."""
    end_codes(connection, player)
    rows = [{"hash": hashed, "player_id": player, "created_ms": now_ms} for hashed in hashes]
    connection.execute(recovery_codes.insert(), rows)


def end_codes(connection: Connection, player: PlayerId) -> None:
    connection.execute(recovery_codes.delete().where(recovery_codes.c.player_id == player))


def codes_left(connection: Connection, player: PlayerId) -> int:
    """Return how many codes of this player are unused."""
    return connection.scalar(select(func.count()).where(recovery_codes.c.player_id == player)) or 0


def has_code(connection: Connection, player: PlayerId, hashed: str) -> bool:
    """Return whether this is an unused code of this player."""
    mine = (recovery_codes.c.hash == hashed, recovery_codes.c.player_id == player)
    return connection.scalar(select(recovery_codes.c.hash).where(*mine)) is not None


def use_code(connection: Connection, player: PlayerId, hashed: str) -> bool:
    """Use this code up. Return False when it is wrong or already used."""
    mine = (recovery_codes.c.hash == hashed, recovery_codes.c.player_id == player)
    return connection.execute(recovery_codes.delete().where(*mine)).rowcount == 1
