"""The other processes on the same store: what they are told of here, and what they tell."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import structlog

from noughts.bus.hint import Bus, Hint
from noughts.messages.answers import Message
from noughts.messages.codec import decode_message, encode_message
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.server.hearing import Talked, let_hear
from noughts.storage import games as stored

if TYPE_CHECKING:
    from noughts.server.hall import Hall
    from noughts.server.table import Table

log = structlog.get_logger()

# How often a process that shares its store looks for changes of which it was told nothing.
HEAL_SECONDS = 3
# Games whose newest version is asked for at once.
MOST_COMPARED = 500


class Neighbours:
    """All processes but this one. When nobody shares the store, there are none, and nothing is said."""

    def __init__(self, hall: "Hall", bus: Bus) -> None:
        self.is_shared = bus.is_shared
        self._hall = hall
        self._bus = bus
        self._hints: list[Hint] = []
        self._talking = asyncio.Lock()

    async def open(self) -> None:
        await self._bus.open(self)

    async def close(self) -> None:
        await self._bus.close()

    # What they are told.

    def tell_of(self, table: "Table", *, listed: bool) -> None:
        """This game has changed; `listed` when the lobby may look different now."""
        if self.is_shared:
            self._hint(Hint(table.game.id, table.game.version, listed))

    async def tell_talk(self, table: "Table", message: Talked) -> None:
        """Let those whom it is for, and who want to hear it, hear what somebody says, wherever they are connected."""
        if self.is_shared:
            self._hint(Hint(table.game.id, table.game.version, said=encode_message(message)))
        await let_hear(self._hall.database, table, message)

    def tell_seat(self, table: "Table", seat: Seat, message: Message) -> None:
        """Tell one player something that is not stored, wherever it is connected."""
        table.audience.tell_seat(table.game, seat, message)
        if self.is_shared:
            self._hint(Hint(table.game.id, table.game.version, said=encode_message(message), seat=seat))

    def tell_of_inbox(self, player: PlayerId) -> None:
        """Let the other processes know that the notices of this player have changed."""
        if self.is_shared:
            self._hint(Hint(GameId(""), 0, player=player))

    def _hint(self, hint: Hint) -> None:
        if not self._hints:
            asyncio.get_running_loop().call_soon(self._publish)
        self._hints.append(hint)

    def _publish(self) -> None:
        hints, self._hints = self._hints, []
        self._bus.publish(hints)

    # What they tell.

    def hear(self, hints: Sequence[Hint]) -> None:
        for hint in hints:
            if hint.player is not None:
                self._hall.notices.tell(hint.player)
                continue
            table = self._hall.tables.get(hint.game)
            if table is not None and table.game.version < hint.version:
                table.reload()
            if table is not None and hint.said:
                self._pass_on(table, hint)
            if hint.listed:
                self._hall.lobby.changed()

    def _pass_on(self, table: "Table", hint: Hint) -> None:
        try:
            message = decode_message(hint.said)
        except msgspec.DecodeError:
            log.warning("what another version said was not understood")
            return
        if isinstance(message, Talked):
            self._hall.spawn(self._pass_on_talk(table, message))
        elif hint.seat is not None:
            table.audience.tell_seat(table.game, hint.seat, message)

    async def _pass_on_talk(self, table: "Table", message: Talked) -> None:
        # One after the other: what was said first is heard first.
        async with self._talking:
            await let_hear(self._hall.database, table, message)

    def missed(self) -> None:
        self._hall.lobby.changed()
        self._hall.absences.attendance.tell_again()
        self._hall.spawn(self._heal())

    async def heal_for_ever(self) -> None:
        while True:
            await asyncio.sleep(HEAL_SECONDS)
            try:
                await self._heal()
            except Exception as error:
                log.warning("the store cannot be compared with memory", error=str(error))

    async def _heal(self) -> None:
        ids = list(self._hall.tables)
        for start in range(0, len(ids), MOST_COMPARED):
            newest = await self._hall.database.read(stored.versions_of, ids[start : start + MOST_COMPARED])
            for game in ids[start : start + MOST_COMPARED]:
                table = self._hall.tables.get(game)
                if table is None:
                    continue
                if game not in newest:
                    self._hall.remove(table)
                elif table.game.version < newest[game]:
                    table.reload()
        self._hall.lobby.changed()
