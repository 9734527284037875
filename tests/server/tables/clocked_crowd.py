"""A store with games whose clocks were running when the server was killed. All would be lost if downtime counted."""

import sqlite3
from pathlib import Path

from noughts.games.application import created
from noughts.messages import events as e
from noughts.messages.events import AnyEvent, Change
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting, Setup
from noughts.storage.games import _listing as listing
from noughts.storage.journal import EVENT_COLUMNS, event_row

SETUP = Setup(clock=ClockSetting(base_seconds=600))


def leave_games(path: Path, count: int, killed_ms: int) -> None:
    """Store this many games whose ten-minute clocks had run for nine minutes when the server was killed."""
    database = sqlite3.connect(path)
    moved_ms = killed_ms - 540_000
    for number in range(count):
        game, x, o = GameId(f"crowd{number:05}"), PlayerId(f"x{number}"), PlayerId(f"o{number}")
        steps: list[tuple[PlayerId, AnyEvent]] = [
            (x, e.GameCreated(SETUP, x, "X")),
            (o, e.PlayerJoined(o, "O")),
            (x, e.MoveMade(4, "X")),
            (o, e.MoveMade(0, "O")),
        ]
        changes = [Change(game, v, moved_ms, player, None, (event,)) for v, (player, event) in enumerate(steps, 1)]
        marks = ", ".join("?" * len(EVENT_COLUMNS))
        database.executemany(
            f"INSERT INTO events ({', '.join(EVENT_COLUMNS)}) VALUES ({marks})", map(event_row, changes)
        )
        row = listing(created(changes[0])) | {"status": "playing", "o_id": o, "number": None, "creation_id": None}
        names = ", ".join(row)
        database.execute(f"INSERT INTO games ({names}) VALUES ({', '.join(f':{name}' for name in row)})", row)
        database.executemany(
            "INSERT INTO players (id, kind, display_name, created_ms, seen_ms) VALUES (?, 'guest', ?, 0, ?)",
            [(player, player, moved_ms) for player in (x, o)],
        )
    database.execute("UPDATE uptime SET alive_ms = ?", (killed_ms,))
    database.commit()
    database.close()


def finished(path: Path) -> int:
    """Return how many games are over."""
    database = sqlite3.connect(path)
    count = database.execute("SELECT count(*) FROM games WHERE status = 'finished'").fetchone()[0]
    database.close()
    return int(count)


def excused(path: Path) -> int:
    """Return how many games got the downtime back."""
    database = sqlite3.connect(path)
    count = database.execute("SELECT count(*) FROM events WHERE body LIKE '%DowntimeExcused%'").fetchone()[0]
    database.close()
    return int(count)
