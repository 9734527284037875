"""A model of a store larger than one PostgreSQL: games in partitions by their id, players and records separate.

A partition stores the end of a game, and a note about it, in one transaction. A background job delivers these notes to
the common database, which counts each game once. Slots move from one partition to another while people play. The
statements that store a change and count a game are the server's own.
"""

import sqlite3
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from noughts.games.application import replay
from noughts.games.game import Game
from noughts.messages.events import Change
from noughts.storage.counting import count
from noughts.storage.journal import CHANGE_COLUMNS, EVENT_COLUMNS, change_of, event_row

SLOTS = 8

_INSERT_EVENT = f"INSERT INTO events ({', '.join(EVENT_COLUMNS)}) VALUES ({', '.join('?' * len(EVENT_COLUMNS))})"


class Away(Exception):
    """Raised if the partition doesn't answer, or doesn't own the game's slot."""


class Crashed(Exception):
    """Raised where the process dies."""


def slot_of(game: str) -> int:
    """Return the slot of a game. It never changes, but the partition that owns the slot may."""
    return sha256(game.encode()).digest()[0] % SLOTS


def _opened(empty: str) -> sqlite3.Connection:
    rows = sqlite3.connect(":memory:", isolation_level=None)
    rows.executescript(empty)
    return rows


class Partition:
    """One database of games. It stores changes of the slots that it owns, and of no others."""

    def __init__(self, empty: str, slots: Sequence[int]) -> None:
        self.is_away = False
        self.rows = _opened(empty)
        self.rows.execute("CREATE TABLE owned (slot INTEGER PRIMARY KEY)")
        self.rows.execute("CREATE TABLE ended (game_id TEXT PRIMARY KEY)")
        self.rows.executemany("INSERT INTO owned VALUES (?)", [(slot,) for slot in slots])

    def owns(self, slot: int) -> bool:
        return self.rows.execute("SELECT 1 FROM owned WHERE slot = ?", (slot,)).fetchone() is not None

    def may_store(self, change: Change) -> bool:
        return self.owns(slot_of(change.game))

    def store(self, change: Change, *, is_end: bool) -> bool:
        """Store a change unless another was first. Raises `Away`."""
        if self.is_away:
            raise Away
        with self.rows:
            self.rows.execute("BEGIN IMMEDIATE")
            # Checked in the transaction, because moving a slot ends its ownership first.
            if not self.may_store(change):
                raise Away
            try:
                self.rows.execute(_INSERT_EVENT, event_row(change))
            except sqlite3.IntegrityError:
                return False
            if is_end:
                self.rows.execute("INSERT INTO ended VALUES (?)", (change.game,))
        return True

    def changes(self, game: str) -> list[Change]:
        columns = ", ".join(CHANGE_COLUMNS)
        found = self.rows.execute(f"SELECT {columns} FROM events WHERE game_id = ? ORDER BY version", (game,))
        return [change_of(row) for row in found]

    def games(self) -> list[str]:
        return [row[0] for row in self.rows.execute("SELECT DISTINCT game_id FROM events")]

    def ended(self) -> list[str]:
        return [row[0] for row in self.rows.execute("SELECT game_id FROM ended")]

    def forget(self, slot: int) -> None:
        """Remove the rows of a slot that another partition owns."""
        for game in [game for game in self.games() if slot_of(game) == slot]:
            self.rows.execute("DELETE FROM events WHERE game_id = ?", (game,))
            self.rows.execute("DELETE FROM ended WHERE game_id = ?", (game,))


class Common:
    """Players, their records and ratings, and which partition has which slot."""

    def __init__(self, empty: str, partitions: int) -> None:
        self.rows = _opened(empty)
        self.rows.execute("CREATE TABLE counted (game_id TEXT PRIMARY KEY)")
        self.rows.execute("CREATE TABLE slots (slot INTEGER PRIMARY KEY, partition INTEGER, moving_to INTEGER)")
        self.rows.executemany(
            "INSERT INTO slots VALUES (?, ?, NULL)", [(slot, slot % partitions) for slot in range(SLOTS)]
        )

    def slots(self) -> dict[int, int]:
        return dict(self.rows.execute("SELECT slot, partition FROM slots").fetchall())

    def moving(self) -> dict[int, int]:
        """Return the slots that are being moved, and their destinations."""
        return dict(self.rows.execute("SELECT slot, moving_to FROM slots WHERE moving_to IS NOT NULL").fetchall())

    def count(self, game: Game) -> None:
        """Count a finished game, once however often its note arrives."""
        with self.rows:
            self.rows.execute("BEGIN IMMEDIATE")
            if self.is_new(game):
                count(self.rows.execute, game)

    def is_new(self, game: Game) -> bool:
        return self.rows.execute("INSERT OR IGNORE INTO counted VALUES (?)", (game.id,)).rowcount > 0


class PartitionedStore:
    """All databases. `chance` decides where a process dies."""

    def __init__(self, empty: str, partitions: int, chance: Random, crashes: float) -> None:
        self._chance = chance
        self.crashes = crashes
        self.common = Common(empty, partitions)
        self.partitions = [
            Partition(empty, [slot for slot in range(SLOTS) if slot % partitions == number])
            for number in range(partitions)
        ]

    def may_crash(self) -> None:
        if self._chance.random() < self.crashes:
            raise Crashed

    def carry(self) -> None:
        """Let the common store count the finished games. Raises `Crashed`."""
        for partition in self.partitions:
            for game in [] if partition.is_away else partition.ended():
                finished = replay(partition.changes(game))
                self.may_crash()
                self.common.count(finished)
                self.may_crash()
                partition.rows.execute("DELETE FROM ended WHERE game_id = ?", (game,))

    def move(self, slot: int, target: int) -> None:
        """Move a slot. A crash on the way leaves a slot that nobody owns; `finish_moves` goes on from there."""
        at = self.common.slots()[slot]
        if at != target and slot not in self.common.moving():
            self.common.rows.execute("UPDATE slots SET moving_to = ? WHERE slot = ?", (target, slot))
            self.may_crash()
            self.finish_moves()

    def finish_moves(self) -> None:
        for slot, target in self.common.moving().items():
            source, goal = self.partitions[self.common.slots()[slot]], self.partitions[target]
            if source.is_away or goal.is_away:
                continue
            source.rows.execute("DELETE FROM owned WHERE slot = ?", (slot,))
            self.may_crash()
            if not goal.owns(slot):
                self._copy(slot, source, goal)
            self.may_crash()
            switch = "UPDATE slots SET partition = moving_to, moving_to = NULL WHERE slot = ?"
            self.common.rows.execute(switch, (slot,))
            self.may_crash()
            source.forget(slot)

    @staticmethod
    def _copy(slot: int, source: Partition, goal: Partition) -> None:
        with goal.rows:
            goal.rows.execute("BEGIN IMMEDIATE")
            # An earlier attempt may have copied it already.
            goal.forget(slot)
            for game in [game for game in source.games() if slot_of(game) == slot]:
                goal.rows.executemany(_INSERT_EVENT, map(event_row, source.changes(game)))
            ended = [(game,) for game in source.ended() if slot_of(game) == slot]
            goal.rows.executemany("INSERT INTO ended VALUES (?)", ended)
            goal.rows.execute("INSERT INTO owned VALUES (?)", (slot,))
