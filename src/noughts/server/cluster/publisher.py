"""Tells the other processes on the same database what happened here. Without other processes it does nothing."""

import asyncio

from noughts.bus.hint import Bus, Hint, StoredRow
from noughts.games.game import Game
from noughts.messages.answers import Message
from noughts.messages.codec import encode_events, encode_message
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table


class Publisher(Subscriber):
    """Sends hints over the bus, all of one turn of the event loop together."""

    def __init__(self, bus: Bus) -> None:
        self.is_shared = bus.is_shared
        self._bus = bus
        self._hints: list[Hint] = []

    def interest(self, game: Game) -> Interest:
        return Interest.EVERYTHING if self.is_shared else Interest.NOTHING

    def on_stored(self, table: Table, stored: Stored) -> None:
        if stored.is_ours:
            change, opening = stored.change, stored.rematch_opening
            rematch = None if opening is None else _row_of(opening)
            self._publish(Hint(change.game, change.version, stored.is_listed, row=_row_of(change), rematch=rematch))

    def send_to_seat(self, table: Table, seat: Seat, message: Message) -> None:
        """Send one player a message that is not stored, whichever process it is connected to."""
        table.audience.send_to_seat(table.game, seat, message)
        if self.is_shared:
            self._publish(Hint(table.game.id, table.game.version, said=encode_message(message), seat=seat))

    def chat(self, table: Table, message: Message) -> None:
        """Pass a player's message on to the other processes."""
        if self.is_shared:
            self._publish(Hint(table.game.id, table.game.version, said=encode_message(message)))

    def inbox_changed(self, player: PlayerId, game: GameId | None = None) -> None:
        """Tell the other processes that this player has a new notice about this game, or fewer than before."""
        if self.is_shared:
            self._publish(Hint(game or GameId(""), 0, player=player))

    def spent(self, limit: str, key: str, cost: float) -> None:
        """Tell the other processes how much of a shared limit was used."""
        self._publish(Hint(GameId(""), 0, spent=(limit, key, cost)))

    def _publish(self, hint: Hint) -> None:
        if not self._hints:
            asyncio.get_running_loop().call_soon(self._flush)
        self._hints.append(hint)

    def _flush(self) -> None:
        hints, self._hints = self._hints, []
        self._bus.publish(hints)


def _row_of(change: Change) -> StoredRow:
    return StoredRow(change.at_ms, change.player, change.command_id, encode_events(change.events))
