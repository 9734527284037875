"""The stored notices of all players: one for each player and game. `game_notices.py` says when there is one."""

import asyncio
from collections.abc import Collection

from sqlalchemy import Connection

from noughts.games.game import Game
from noughts.messages.answers import Inbox, Notice
from noughts.messages.computers import level_of
from noughts.messages.ids import GameId, PlayerId
from noughts.server.cluster.publisher import Publisher
from noughts.server.presence.attendance import Attendance
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.server.tables.packet import Packet
from noughts.server.tables.requests import Peek
from noughts.storage import notices as stored
from noughts.storage.journal import Database
from noughts.storage.notices import NewNotice
from noughts.storage.players import cards_of

MOST_LISTED = 100
# A player who looks at the game within this time is not sent a push.
PUSH_DELAY_MS = 3_000
# The most rows known to exist without a query; above it, the store is queried each time.
MOST_KNOWN = 100_000
# How long dismissed notices are collected, to remove them together.
BATCH_SECONDS = 0.2
MOST_IN_A_BATCH = 500


class Notices:
    """The notices of all players, and the clients that follow theirs."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        attendance: Attendance,
        publisher: Publisher,
        peek: Peek,
        spawn: Spawn,
    ) -> None:
        self._database = database
        self._environment = environment
        self._attendance = attendance
        self._publisher = publisher
        self._peek = peek
        self._spawn = spawn
        # Which players have a notice about which game. None when only the store knows.
        self._known: set[tuple[PlayerId, GameId]] | None = None
        # Changes that arrive while the store is being queried.
        self._arriving: set[tuple[PlayerId, GameId]] = set()
        # The notices to dismiss, and whether one stays if it is the player's turn by then.
        self._leaving: dict[tuple[PlayerId, GameId], bool] = {}

    async def open(self) -> None:
        await self._read_known()

    async def _read_known(self) -> None:
        self._arriving = set()
        known = await self._database.read(stored.all_notices, MOST_KNOWN)
        self._known = None if len(known) >= MOST_KNOWN else self._arriving.union(known)

    def changed_elsewhere(self, player: PlayerId, game: GameId | None) -> None:
        """Another process has stored a notice about this game, or dismissed some."""
        if game is not None:
            self._know([(player, game)])
            # The notice that this process is about to dismiss is older.
            self._leaving.pop((player, game), None)
        self.send_inbox(player)

    def missed(self) -> None:
        """Read the notices again: messages from other processes may have been lost."""
        self._spawn(self._read_known())

    # Storing.

    async def put(self, *told: NewNotice) -> list[bool]:
        """Store these notices in one commit; return for each whether it is new."""
        # Record them before they are stored, because a notice may be dismissed while it is being stored.
        keys = [(notice.player, notice.game) for notice in told]
        self._know(keys)
        for key in keys:
            self._leaving.pop(key, None)
        now_ms = self._environment.now_ms()
        are_new = await self._database.write(stored.put_notices, told, now_ms, now_ms + PUSH_DELAY_MS)
        for notice, is_new in zip(told, are_new, strict=True):
            if is_new:
                self._changed(notice.player, notice.game)
        return are_new

    def _know(self, told: Collection[tuple[PlayerId, GameId]]) -> None:
        self._arriving.update(told)
        if self._known is not None:
            self._known.update(told)
            if len(self._known) >= MOST_KNOWN:
                self._known = None

    async def dismiss(self, player: PlayerId, game: GameId | None) -> None:
        """Dismiss the player's notice about this game, or all notices."""
        if self._known is not None:
            self._known -= {(player, game)} if game is not None else {key for key in self._known if key[0] == player}
        if await self._database.write(stored.dismiss, player, game, self._environment.now_ms()):
            self._changed(player)

    def dismiss_soon(self, player: PlayerId, game: GameId) -> None:
        """Dismiss a notice that is obsolete, together with others in one statement."""
        self._dismiss_soon(player, game, unless_turn=False)

    def dismiss_unless_turn(self, player: PlayerId, game: GameId) -> None:
        """Do the same, but not if it is the player's turn by then: another process may have replaced the notice."""
        # After nearly every move there is no such notice.
        if self._known is None or (player, game) in self._known:
            self._dismiss_soon(player, game, unless_turn=True)

    def _dismiss_soon(self, player: PlayerId, game: GameId, *, unless_turn: bool) -> None:
        if not self._may_have(player, game):
            return
        if not self._leaving:
            asyncio.get_running_loop().call_later(BATCH_SECONDS, lambda: self._spawn(self._dismiss_batch()))
        self._leaving[player, game] = unless_turn
        if self._known is not None:
            self._known.discard((player, game))

    async def _dismiss_batch(self) -> None:
        leaving, self._leaving = self._leaving, {}
        # Each with the version at which it was not the player's turn. A later version may have led to a new notice.
        keys: list[tuple[tuple[PlayerId, GameId], int | None]] = []
        for (player, game_id), unless_turn in leaving.items():
            game = await self._peek(game_id) if unless_turn else None
            if game is None or not _has_turn(game, player):
                keys.append(((player, game_id), None if game is None else game.version))
        for start in range(0, len(keys), MOST_IN_A_BATCH):
            some = dict(keys[start : start + MOST_IN_A_BATCH])
            for player, _ in await self._database.write(stored.dismiss_each, some, self._environment.now_ms()):
                self._changed(player)

    def forget(self, player: PlayerId, game: GameId) -> None:
        """Tell the player's clients that the notice about this game is gone: the end of the game removed it."""
        if self._may_have(player, game):
            if self._known is not None:
                self._known.discard((player, game))
            self._changed(player)

    async def read(self, player: PlayerId, game: GameId | None) -> None:
        """Mark the player's notice about this game, or all, as read."""
        if await self._database.write(stored.read, player, game, self._environment.now_ms()):
            self._changed(player)

    def _may_have(self, player: PlayerId, game: GameId) -> bool:
        return (player, game) in self._known if self._known is not None else level_of(player) is None

    # Reading and sending.

    async def inbox(self, player: PlayerId) -> Inbox:
        """Return all notices of this player."""
        notices = await self._database.read(_notices, player)
        notices = [notice for notice in notices if await self._is_true(notice, player)]
        return Inbox(notices=notices, unread=sum(not notice.read for notice in notices))

    async def _is_true(self, notice: Notice, player: PlayerId) -> bool:
        if notice.kind not in ("turn", "waiting"):
            return True
        game = await self._peek(notice.game)
        return game is not None and _has_turn(game, player)

    def _changed(self, player: PlayerId, new: GameId | None = None) -> None:
        self.send_inbox(player)
        self._publisher.inbox_changed(player, new)

    def send_inbox(self, player: PlayerId) -> None:
        """Send the inbox to the connections of this player that follow it."""
        if any(client.follows_inbox for client in self._attendance.clients(player)):
            self._spawn(self._send_inbox(player))

    async def _send_inbox(self, player: PlayerId) -> None:
        packet = Packet(await self.inbox(player))
        for client in self._attendance.clients(player):
            if client.follows_inbox:
                client.deliver(packet)


def _has_turn(game: Game, player: PlayerId) -> bool:
    return game.turn is not None and game.player_at(game.turn) == player


def _notices(connection: Connection, player: PlayerId) -> list[Notice]:
    rows = stored.notices_of(connection, player, MOST_LISTED)
    cards = cards_of(connection, {row.by_id for row in rows if row.by_id is not None})
    return [
        Notice(
            kind=row.kind,
            game=row.game_id,
            variant=row.variant,
            by=cards.get(row.by_id),
            at_ms=row.created_ms,
            read=row.read_ms is not None,
        )
        for row in rows
    ]
