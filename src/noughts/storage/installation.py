"""Queries over the one row that says when the whole was last restored from a backup."""

from sqlalchemy import Connection, select

from noughts.storage.tables import installation


def restored_at_ms(connection: Connection) -> int:
    """When the whole was last restored; 0 if never."""
    return connection.scalar(select(installation.c.restored_ms)) or 0


def hold_restored_at_ms(connection: Connection) -> int:
    """The same, and no restoring begins or goes on until this transaction is over."""
    return connection.scalar(select(installation.c.restored_ms).with_for_update(read=True)) or 0


def set_restored(connection: Connection, now_ms: int) -> None:
    """It is restored now. Whoever wants to write waits until this transaction is over, and then finds out."""
    connection.execute(installation.update().values(restored_ms=now_ms))
