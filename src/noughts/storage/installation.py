"""Queries over the one row that records when the store was last restored from a backup."""

from sqlalchemy import Connection, select

from noughts.storage.tables import installation


def restored_at_ms(connection: Connection) -> int:
    """Return when the store was last restored; 0 if never."""
    return connection.scalar(select(installation.c.restored_ms)) or 0


def hold_restored_at_ms(connection: Connection) -> int:
    """Return the same, and hold off any restore until this transaction is over."""
    return connection.scalar(select(installation.c.restored_ms).with_for_update(read=True)) or 0


def set_restored(connection: Connection, now_ms: int) -> None:
    """Mark the store as restored now. Other writers wait until this transaction is over, and then find out."""
    connection.execute(installation.update().values(restored_ms=now_ms))
