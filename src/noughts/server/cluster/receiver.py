"""Acts on messages from the other processes on the same database, and looks up changes whose messages were lost."""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import structlog
from msgspec.structs import astuple

from noughts.bus.hint import Hint, StoredRow
from noughts.messages.codec import decode_message
from noughts.messages.events import Change, RematchAgreed
from noughts.messages.ids import GameId, PlayerId
from noughts.server.runtime.background import report_failure
from noughts.server.tables.chat_delivery import Talked, deliver_chat
from noughts.server.tables.journal import Journal, Spawn
from noughts.server.tables.table import Table
from noughts.server.tables.table_cache import TableCache
from noughts.storage.journal import Database, change_of

log = structlog.get_logger()

# How often a process looks for changes without a hint, and how long a hint may take. Running games are always slightly
# behind, so newer changes are ignored.
COMPARE_SECONDS = 2.7
HINT_SECONDS = 0.3
# How many games are looked up at once.
MOST_COMPARED = 500


class Receiver:
    """Receives hints. A hint may be lost, so memory is regularly compared with the database."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        tables: TableCache,
        spawn: Spawn,
        *,
        list_changed: Callable[[], None],
        inbox_changed: Callable[[PlayerId, GameId | None], None],
        spent: Callable[[str, str, float], None],
        reconnected: Callable[[], None],
    ) -> None:
        self._database = database
        self._journal = journal
        self._tables = tables
        self._spawn = spawn
        self._list_changed = list_changed
        self._inbox_changed = inbox_changed
        self._spent = spent
        self._reconnected = reconnected
        self._chatting = asyncio.Lock()

    def receive(self, hints: Sequence[Hint]) -> None:
        """Act on what other processes have stored or sent."""
        for hint in hints:
            if hint.player is not None:
                self._inbox_changed(hint.player, hint.game or None)
                continue
            if hint.spent is not None:
                self._spent(*hint.spent)
                continue
            table = self._tables.get(hint.game)
            self._tables.stored_elsewhere(hint.game, hint.version)
            if table is not None and table.game.version < hint.version:
                self._catch_up(table, hint)
            if table is not None and hint.said:
                self._pass_on(table, hint)
            if hint.listed:
                self._list_changed()

    def _catch_up(self, table: Table, hint: Hint) -> None:
        try:
            is_applied = hint.row is not None and table.receive(*_changes_in(hint, hint.row))
        except msgspec.DecodeError:
            # Another version of the server stored this, so read the journal instead.
            log.warning("could not read a change by another version of the server")
            is_applied = False
        if not is_applied:
            table.catch_up(hint.version)

    def _pass_on(self, table: Table, hint: Hint) -> None:
        try:
            message = decode_message(hint.said)
        except msgspec.DecodeError:
            log.warning("could not read a message from another version of the server")
            return
        if isinstance(message, Talked):
            self._spawn(self._pass_on_chat(table, message))
        elif hint.seat is not None:
            table.audience.send_to_seat(table.game, hint.seat, message)

    async def _pass_on_chat(self, table: Table, message: Talked) -> None:
        # Handled one after the other, so that messages keep their order.
        async with self._chatting:
            await deliver_chat(self._database, table, message)

    def missed(self) -> None:
        """Compare everything with the database, because hints may have been lost."""
        self._list_changed()
        self._reconnected()
        self._spawn(self._compare())

    async def compare_forever(self) -> None:
        """Compare memory with the database every few seconds."""
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await self._compare()
            except Exception as error:
                report_failure("games in memory could not be compared with the database", error)

    async def _compare(self) -> None:
        ids = [table.game.id for table in self._tables]
        behind: dict[GameId, int] = {}
        for start in range(0, len(ids), MOST_COMPARED):
            some = ids[start : start + MOST_COMPARED]
            newest = await self._journal.versions(some)
            for game in some:
                table = self._tables.get(game)
                if table is None:
                    continue
                if game not in newest:
                    self._tables.on_gone(table)
                elif table.game.version < newest[game]:
                    behind[game] = newest[game]
        if behind:
            await asyncio.sleep(HINT_SECONDS)
        for game, version in behind.items():
            table = self._tables.get(game)
            if table is not None and table.game.version < version:
                table.catch_up(version)
        self._list_changed()


def _changes_in(hint: Hint, row: StoredRow) -> tuple[Change, Change | None]:
    """Return the change in a hint, and the first change of the rematch that it creates. Raises `DecodeError`."""
    change = change_of((hint.game, hint.version, *astuple(row)))
    agreed = change.events[-1]
    if hint.rematch is None or not isinstance(agreed, RematchAgreed):
        return change, None
    return change, change_of((agreed.next_game, 1, *astuple(hint.rematch)))
