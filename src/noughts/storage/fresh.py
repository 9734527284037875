"""The newest changes on SQLite: appended to a table without an index, and sorted into the indexed one many at a time.

With an index by game, every game that moves dirties a page of its own, and a commit writes kilobytes for a move of a
hundred bytes. Appended rows share their pages; sorted in later, all that a game has gathered goes to its page at once.
Everybody else sees one table: `events` is a view over both. Only the writer knows this file.
"""

import sqlite3
from itertools import chain

from noughts.storage.journal import EVENT_COLUMNS, EventRow

# Rows that are not sorted in yet. Whoever reads a game looks through all of them.
MOST_FRESH = 1024

# Rows of one INSERT. Each size is a statement of its own, which stays prepared.
MOST_AT_ONCE = 64

_COLUMNS = ", ".join(EVENT_COLUMNS)
_ONE_ROW = f"({', '.join('?' * len(EVENT_COLUMNS))})"
_APPEND = [
    f"INSERT INTO fresh_events ({_COLUMNS}) VALUES {', '.join([_ONE_ROW] * size)}" for size in range(MOST_AT_ONCE + 1)
]
_SORT_IN = f"INSERT INTO settled_events ({_COLUMNS}) SELECT {_COLUMNS} FROM fresh_events ORDER BY game_id, version"


class FreshEvents:
    """What the writer knows of the rows that are not sorted in: of every game among them, the newest version."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._size = 0
        # SQLite's number for what other processes have written, at which the two above were right.
        self._known_at: int | None = None

    def begin(self, raw: sqlite3.Connection) -> bool:
        """Be ready to append in this transaction. Whether another process may have written since the last one."""
        number = raw.execute("PRAGMA data_version").fetchone()[0]
        if number == self._known_at:
            return False
        self._learn(raw)
        self._known_at = number
        return True

    def forget(self) -> None:
        """The transaction was undone, or changes were stored by another way."""
        self._known_at = None

    def append(self, raw: sqlite3.Connection, rows: list[EventRow]) -> None:
        """Store these changes. Raises `IntegrityError` when another was first with one of them."""
        if rows and self._size >= MOST_FRESH:
            self._sort_in(raw)
        for game, version, *_ in rows:
            newest = self._newest.get(game)
            if newest is None:
                newest = _newest_settled(raw, game)
            if version <= newest:
                raise sqlite3.IntegrityError(f"version {version} of game {game} is taken")
            self._newest[game] = version
        for start in range(0, len(rows), MOST_AT_ONCE):
            some = rows[start : start + MOST_AT_ONCE]
            raw.execute(_APPEND[len(some)], list(chain.from_iterable(some)))
        self._size += len(rows)

    def _learn(self, raw: sqlite3.Connection) -> None:
        games = raw.execute("SELECT game_id, max(version), count(*) FROM fresh_events GROUP BY game_id").fetchall()
        # Another process may have stored a later one beside them.
        self._newest = {game: max(newest, _newest_settled(raw, game)) for game, newest, _ in games}
        self._size = sum(count for _, _, count in games)

    def _sort_in(self, raw: sqlite3.Connection) -> None:
        raw.execute(_SORT_IN)
        raw.execute("DELETE FROM fresh_events")
        self._newest.clear()
        self._size = 0


def _newest_settled(raw: sqlite3.Connection, game: str) -> int:
    return raw.execute("SELECT max(version) FROM settled_events WHERE game_id = ?", (game,)).fetchone()[0] or 0
