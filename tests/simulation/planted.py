"""Faults that are planted on purpose. The simulation must find each of them, otherwise it proves nothing.

Each is a plausible mistake in the code named with it. docs/testing.md lists them.
"""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import astuple, replace

from noughts.doors.line import tcp
from noughts.games.board import board_state
from noughts.games.decisions import decide_played
from noughts.messages import commands as c
from noughts.messages.refusals import Refusal
from noughts.server.cluster.receiver import Receiver
from noughts.server.notifications import game_notices
from noughts.server.notifications.game_notices import GameNotices
from noughts.server.presence.uptime import Uptime
from noughts.server.tables import journal, table
from noughts.server.tables.packet import Packet
from noughts.server.tables.requests import Answer
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage import sqlite, sqlite_commit
from noughts.storage.journal import Fate, Write, change_of
from noughts.storage.notices import NewNotice

Plant = Callable[[pytest.MonkeyPatch], None]

FAULTS: dict[str, Plant] = {}


def _fault(words: str) -> Callable[[Plant], Plant]:
    def add(plant: Plant) -> Plant:
        FAULTS[words] = plant
        return plant

    return add


@_fault("a move is accepted before its commit")
def accept_before_commit(patch: pytest.MonkeyPatch) -> None:
    append = sqlite.SqliteDatabase.append

    def early(self: Any, write: Write, done: Any) -> None:
        append(self, write, lambda fate: None)
        self._loop.call_soon(done, Fate.STORED)

    patch.setattr(sqlite.SqliteDatabase, "append", early)


@_fault("the disk is not waited for (synchronous=NORMAL)")
def no_sync(patch: pytest.MonkeyPatch) -> None:
    commit = sqlite_commit.commit

    def relaxed(connection: Any, *args: Any) -> Any:
        connection.connection.driver_connection.execute("PRAGMA synchronous = NORMAL")
        return commit(connection, *args)

    patch.setattr(sqlite, "commit", relaxed)


@_fault("the ply of a move is not checked")
def no_ply_check(patch: pytest.MonkeyPatch) -> None:
    def careless(game: Any, command: Any, context: Any) -> Any:
        asked = replace(command, ply=None) if isinstance(command, c.MakeMove) else command
        return decide_played(game, asked, context)

    patch.setattr(table, "decide_played", careless)


@_fault("answered commands are known in memory only")
def dedupe_in_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(journal, "accepted_commands", lambda changes: {})


@_fault("a message from another server is trusted without reading the database")
def bus_is_truth(patch: pytest.MonkeyPatch) -> None:
    def trusting(self: Receiver, at: Table, hint: Any) -> None:
        if hint.row is not None:
            at.receive(change_of((hint.game, hint.version, *astuple(hint.row))))

    async def never(self: Receiver) -> None:
        return None

    patch.setattr(Receiver, "_catch_up", trusting)
    patch.setattr(Receiver, "_compare", never)


@_fault("clocks are charged for downtime")
def no_excuse(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Uptime, "excuse", lambda self, game: None)


@_fault("every server sends the notice, not only the one that stored the change")
def notice_twice(patch: pytest.MonkeyPatch) -> None:
    on_stored = GameNotices.on_stored

    def eager(self: GameNotices, at: Table, stored: Stored) -> None:
        on_stored(self, at, replace(stored, is_ours=True))

    patch.setattr(GameNotices, "on_stored", eager)
    # The database would drop the second one, because each says since when it is no news.
    patch.setattr(game_notices, "NewNotice", lambda *what, **_: NewNotice(*what))


@_fault("a lost race for a version counts as won")
def conflict_is_stored(patch: pytest.MonkeyPatch) -> None:
    on_fate = Table._on_fate
    patch.setattr(Table, "_on_fate", lambda self, fate: on_fate(self, Fate.STORED if fate is Fate.CONFLICT else fate))


@_fault("a commit without an answer counts as not stored")
def unavailable_is_nothing(patch: pytest.MonkeyPatch) -> None:
    on_fate = Table._on_fate

    def forgetful(self: Table, fate: Fate) -> None:
        if fate is not Fate.UNAVAILABLE or self.pending is None:
            return on_fate(self, fate)
        request, self.pending = self._request, None
        assert request is not None
        request.reply(request.command, Answer(refusal=Refusal("game_over")))
        return self._take_next()

    patch.setattr(Table, "_on_fate", forgetful)


@_fault("a server that is behind refuses without reading the journal")
def no_second_look(patch: pytest.MonkeyPatch) -> None:
    refuse = Table._refuse

    def hasty(self: Table, request: Any, refusal: Any) -> Any:

        return refuse(self, replace(request, is_doubted=True), refusal)

    patch.setattr(Table, "_refuse", hasty)


@_fault("half of a batch is committed when the batch fails")
def half_a_batch(patch: pytest.MonkeyPatch) -> None:
    def torn(connection: Any, batch: Any, restored_ms: Any) -> Any:
        told = []
        raw = connection.connection.driver_connection
        for item in batch:
            try:
                raw.execute("BEGIN IMMEDIATE")
                told += sqlite_commit._store_batch(connection, raw, [item])
            finally:
                if raw.in_transaction:
                    raw.execute("COMMIT")
        return told

    patch.setattr(sqlite, "commit", torn)


@_fault("everybody is shown a move before it is stored")
def shown_before_stored(patch: pytest.MonkeyPatch) -> None:
    decide_first = Table._decide

    def eager(self: Table, request: Any) -> Any:
        answer = decide_first(self, request)
        if self.pending is not None:
            self.audience.send(Packet(board_state(self.pending.after, self.view.players)))
        return answer

    patch.setattr(Table, "_decide", eager)


@_fault("a client that does not read is sent everything")
def unbounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tcp, "MOST_UNREAD_MESSAGES", 10**9)
    patch.setattr(tcp, "MOST_UNREAD_BYTES", 10**9)
