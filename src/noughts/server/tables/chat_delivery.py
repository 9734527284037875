"""Delivers chat: players read each other, spectators read each other, and nobody reads a player they have muted."""

from sqlalchemy import Connection

from noughts.messages.answers import ChatLine, EmoteShown, WatcherSaid
from noughts.messages.ids import SEATS, PlayerId
from noughts.server.tables.audience import Watcher
from noughts.server.tables.packet import Packet
from noughts.server.tables.table import Table
from noughts.storage.blocks import deaf_to, without_chat
from noughts.storage.journal import Database

Talked = ChatLine | EmoteShown | WatcherSaid

# How many players are looked up in one query.
MOST_AT_ONCE = 500


async def deliver_chat(database: Database, table: Table, said: Talked) -> None:
    """Deliver this to its recipients in this process."""
    game = table.game
    if isinstance(said, WatcherSaid):
        speaker: PlayerId | None = said.by.id
        listeners = [watcher for watcher in table.audience if not game.seat_of(_id(watcher))]
    else:
        speaker = game.player_at(said.seat)
        listeners = [watcher for seat in SEATS for watcher in table.audience.of(game, seat)]
    if speaker is None:
        return
    others = {watcher.card.id for watcher in listeners if watcher.card is not None} - {speaker}
    deaf = await _deaf(database, speaker, list(others))
    packet = Packet(said)
    for watcher in listeners:
        if _id(watcher) not in deaf:
            watcher.deliver(packet)


async def _deaf(database: Database, speaker: PlayerId, listeners: list[PlayerId]) -> set[PlayerId]:
    def query(connection: Connection, some: list[PlayerId]) -> set[PlayerId]:
        return deaf_to(connection, speaker, some) | without_chat(connection, some)

    deaf: set[PlayerId] = set()
    for start in range(0, len(listeners), MOST_AT_ONCE):
        deaf |= await database.read(query, listeners[start : start + MOST_AT_ONCE])
    return deaf


def _id(watcher: Watcher) -> PlayerId | None:
    return None if watcher.card is None else watcher.card.id
