"""Delivers chat: players read each other, spectators read each other, and nobody reads a player they have muted."""

from sqlalchemy import Connection

from noughts.messages.answers import ChatLine, EmoteShown, WatcherSaid
from noughts.messages.ids import SEATS, PlayerId
from noughts.server.tables.audience import Watcher
from noughts.server.tables.packet import Packet
from noughts.server.tables.table import Table
from noughts.storage.blocks import muters_of, without_chat
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
    excluded = await _excluded(database, speaker, list(others))
    packet = Packet(said)
    for watcher in listeners:
        if _id(watcher) not in excluded:
            watcher.deliver(packet)


async def _excluded(database: Database, speaker: PlayerId, listeners: list[PlayerId]) -> set[PlayerId]:
    def query(connection: Connection, some: list[PlayerId]) -> set[PlayerId]:
        return muters_of(connection, speaker, some) | without_chat(connection, some)

    excluded: set[PlayerId] = set()
    for start in range(0, len(listeners), MOST_AT_ONCE):
        excluded |= await database.read(query, listeners[start : start + MOST_AT_ONCE])
    return excluded


def _id(watcher: Watcher) -> PlayerId | None:
    return None if watcher.card is None else watcher.card.id
