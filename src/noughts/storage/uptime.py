"""Queries over the one row that records when any server process was last alive."""

from sqlalchemy import Connection, select, text

from noughts.storage.tables import uptime


def alive_at_ms(connection: Connection) -> int | None:
    """Return when a process was last alive; None before the first."""
    return connection.scalar(select(uptime.c.alive_ms))


def stay_alive(connection: Connection, now_ms: int) -> None:
    """Record that a process is alive now. Clocks of several machines differ a little, so time never goes back."""
    connection.execute(
        text(
            "INSERT INTO uptime (id, alive_ms) VALUES (1, :now_ms) ON CONFLICT (id) DO UPDATE "
            "SET alive_ms = excluded.alive_ms WHERE uptime.alive_ms < excluded.alive_ms"
        ),
        {"now_ms": now_ms},
    )
