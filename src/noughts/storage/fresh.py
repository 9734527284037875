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

# Rows of one INSERT. Few sizes, so that every statement stays prepared.
_CHUNKS = (64, 8, 1)
_COLUMNS = ", ".join(EVENT_COLUMNS)
_ONE_ROW = f"({', '.join('?' * len(EVENT_COLUMNS))})"
_APPEND = {size: f"INSERT INTO fresh_events ({_COLUMNS}) VALUES {', '.join([_ONE_ROW] * size)}" for size in _CHUNKS}
_SORT_IN = f"INSERT INTO settled_events ({_COLUMNS}) SELECT {_COLUMNS} FROM fresh_events ORDER BY game_id, version"


class FreshEvents:
    """What the writer knows of the rows that are not sorted in: of every game among them, the newest version."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._size = 0
        # Not at the start, and not after a transaction that was undone.
        self._is_known = False
        self._others = 0

    def forget(self) -> None:
        """The transaction was undone, or changes were stored by another way."""
        self._is_known = False

    def append(self, raw: sqlite3.Connection, rows: list[EventRow]) -> None:
        """Store these changes. Raises `IntegrityError` when another was first with one of them."""
        # A number that changes when another process has written: an operator's command beside a running server.
        others = raw.execute("PRAGMA data_version").fetchone()[0]
        if not self._is_known or others != self._others:
            self._learn(raw)
            self._is_known, self._others = True, others
        if self._size >= MOST_FRESH:
            self._sort_in(raw)
        for game, version, *_ in rows:
            newest = self._newest.get(game)
            if newest is None:
                newest = _newest_settled(raw, game)
            if version <= newest:
                raise sqlite3.IntegrityError(f"version {version} of game {game} is taken")
            self._newest[game] = version
        start = 0
        for size in _CHUNKS:
            while len(rows) - start >= size:
                raw.execute(_APPEND[size], list(chain.from_iterable(rows[start : start + size])))
                start += size
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
