"""Notifies players when their opponents leave and return, and gives a returning player the seat back."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable

from noughts.games.absence import Gone, claims_from_ms
from noughts.games.orders import TakeSeatBack
from noughts.messages.board_state import PlayerCard
from noughts.messages.ids import GameId, PlayerId
from noughts.rules import other
from noughts.server.cluster.publisher import Publisher
from noughts.server.presence.agreed_absence import MOST_POSTPONED, AgreedAbsence
from noughts.server.presence.attendance import Attendance, Parting, PresentClient, Unknown
from noughts.server.presence.seat_presence import SeatPresence, absence_message, is_live, may_be_claimed
from noughts.server.runtime.background import report_failure
from noughts.server.tables.audience import opponent_info
from noughts.server.tables.journal import Spawn
from noughts.server.tables.packet import Packet
from noughts.server.tables.requests import Request
from noughts.server.tables.table import Table
from noughts.server.tables.table_cache import TableCache
from noughts.storage.games import live_games_of
from noughts.storage.journal import Database

# How often the server looks for players whose HTTP requests stopped, and for postponed notifications.
LOOK_SECONDS = 5.0
# How long a player's report from another process may take to arrive here.
REPORT_SECONDS = 0.3
# Stands for no game: asks only whether a player is online.
NO_GAME = GameId("")
# The most games of one player whose opponents are notified.
MOST_TOLD = 64


class Absences:
    """Follows players who come and go, and notifies the games concerned."""

    def __init__(
        self,
        database: Database,
        tables: TableCache,
        attendance: Attendance,
        agreed: AgreedAbsence,
        publisher: Publisher,
        spawn: Spawn,
        *,
        on_seen: Callable[[PlayerId, GameId], None],
    ) -> None:
        self._database = database
        self._tables = tables
        self._attendance = attendance
        self._seats = SeatPresence(attendance)
        self._agreed = agreed
        self._publisher = publisher
        self._spawn = spawn
        # Called when a player has their own game on the screen.
        self._on_seen = on_seen
        # Players who came or went while the other processes could not be asked.
        self._postponed: OrderedDict[PlayerId, None] = OrderedDict()

    async def look_forever(self) -> None:
        """Detect players whose HTTP requests stopped, and send what was postponed."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for player in self._attendance.timed_out():
                    await self._on_absent(player)
                if (self._postponed or self._agreed.has_postponed) and await self._attendance.can_ask_others():
                    await self._catch_up()
            except Exception as error:
                report_failure("could not look for absent players", error)

    async def _catch_up(self) -> None:
        for player in tuple(self._postponed):
            # Unless they came or went again meanwhile, which was announced then.
            if player in self._postponed:
                await (self._on_returned(player) if self._attendance.is_here(player) else self._on_absent(player))
        await self._agreed.catch_up()

    async def on_turn(self, table: Table, player: PlayerId) -> None:
        """Notify the opponent of a player whose turn it is, if that player is absent and the win can be claimed."""
        if not may_be_claimed(table.game):
            return
        seat = table.game.seat_of(player)
        gone = None if seat is None else await self._seats.gone_if_known(table.game, seat)
        if gone is not None and seat is not None and claims_from_ms(table.game, seat, gone) is not None:
            self._tell(table, player, gone)

    # Connecting and disconnecting.

    def connected(self, player: PlayerId, client: PresentClient, *, has_games: bool) -> None:
        """Record that a client of this player connected. A player created just now has no games."""
        if self._attendance.connected(player, client) and has_games:
            self._spawn(self._on_returned(player))

    def record_request(self, player: PlayerId) -> None:
        """Record that this player sent a request over HTTP."""
        if self._attendance.record_request(player):
            self._spawn(self._on_returned(player))

    def disconnected(self, player: PlayerId, client: PresentClient, tables: list[Table], parting: Parting) -> None:
        """Record that a connection watching these tables has ended."""
        if not self._attendance.disconnected(player, client, parting):
            return
        if self._publisher.is_shared:
            self._spawn(self._on_absent_here(player))
            return
        # At once, since no other process can see this player.
        for table in tables:
            self._tell(table, player, self._attendance.gone_here(player))
        self._spawn(self._on_absent(player, frozenset(table.game.id for table in tables)))

    def left(self, player: PlayerId, table: Table) -> None:
        """Record that the player has left only this game."""
        if table.game.seat_of(player) is None or self._attendance.is_looking_here(player, table.game.id):
            return
        self._attendance.left(player, table.game.id)
        self._tell(table, player, self._attendance.left_just_now())
        self._agreed.follow(table.game)

    async def watching(self, player: PlayerCard, table: Table, client: PresentClient, *, may_be_back: bool) -> None:
        """Record that the player now watches this game of theirs, perhaps after an absence."""
        had_left = self._attendance.looks(player.id, table.game.id)
        self._give_seat_back(table, player.id)
        # In a live game the opponent was notified when the player connected.
        if may_be_back and (had_left or self._publisher.is_shared or not is_live(table.game)):
            self._announce(table, player.id)
        self._seen(player.id, table)
        await self._tell_about_opponent(table, player.id, client)

    def screen_changed(self, player: PlayerId, tables: Iterable[Table]) -> None:
        """Record that the player's screen has changed; these games are new on it."""
        self._attendance.screen_changed(player)
        for table in tables:
            self._seen(player, table)

    def _seen(self, player: PlayerId, table: Table) -> None:
        game = table.game
        if game.seat_of(player) is not None and self._attendance.is_looking_here(player, game.id):
            self._on_seen(player, game.id)

    async def _on_absent_here(self, player: PlayerId) -> None:
        with contextlib.suppress(Unknown):
            if await self._attendance.gone(player, NO_GAME) is not None:
                # A player who changes to another process connects there first, but its report may come later.
                await asyncio.sleep(REPORT_SECONDS)
        await self._on_absent(player)

    async def _on_absent(self, player: PlayerId, already_told: frozenset[GameId] = frozenset()) -> None:
        self._postponed.pop(player, None)
        for game in await self._database.read(live_games_of, player, MOST_TOLD):
            try:
                gone = await self._attendance.gone(player, game)
            except Unknown:
                return self._postpone(player)
            if gone is None:
                continue
            async with self._tables.open(game) as table:
                if table is not None:
                    if game not in already_told:
                        self._tell(table, player, gone)
                    self._agreed.follow(table.game)

    async def _on_returned(self, player: PlayerId) -> None:
        self._postponed.pop(player, None)
        for game in await self._database.read(live_games_of, player, MOST_TOLD):
            async with self._tables.open(game) as table:
                if table is not None:
                    self._announce(table, player)
                    self._give_seat_back(table, player)
                    self._agreed.follow(table.game)
        if not await self._attendance.can_ask_others():
            # Watchers of these games elsewhere have not been notified.
            self._postpone(player)

    def _postpone(self, player: PlayerId) -> None:
        self._postponed[player] = None
        if len(self._postponed) > MOST_POSTPONED:
            self._postponed.popitem(last=False)

    def _give_seat_back(self, table: Table, player: PlayerId) -> None:
        """Stop the computer from playing for a player who is back."""
        seat = table.game.stand_in
        if seat is not None and table.game.player_at(seat) == player:
            table.submit(Request(None, TakeSeatBack(player), lambda *_: None))

    # Notifying the opponent.

    def _announce(self, table: Table, player: PlayerId) -> None:
        """Tell the opponent that this player is there."""
        seat = table.game.seat_of(player)
        opponent = None if seat is None else table.game.player_at(other(seat))
        info = None if opponent is None else opponent_info(table.game, table.view.players, opponent)
        if seat is not None and info is not None:
            self._publisher.send_to_seat(table, other(seat), info)

    def _tell(self, table: Table, player: PlayerId, gone: Gone | None) -> None:
        seat = table.game.seat_of(player)
        if seat is not None:
            self._publisher.send_to_seat(table, other(seat), absence_message(table.game, seat, gone))

    async def _tell_about_opponent(self, table: Table, player: PlayerId, client: PresentClient) -> None:
        """Tell a player who has just arrived that the opponent is absent, where that makes a difference."""
        seat = table.game.seat_of(player)
        if seat is None or not may_be_claimed(table.game):
            return
        gone = await self._seats.gone_if_known(table.game, other(seat))
        if gone is not None and claims_from_ms(table.game, other(seat), gone) is not None:
            client.deliver(Packet(absence_message(table.game, other(seat), gone)))
