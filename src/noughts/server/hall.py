"""Finds the table of a game: in memory, or from the store. The door to every game for every session and the API."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

import structlog

from noughts.bus.hint import Bus
from noughts.games.application import created, replay
from noughts.games.game import Game
from noughts.games.orders import DecidedCommand, DeleteGame
from noughts.messages import commands as c
from noughts.messages import events as e
from noughts.messages.answers import GameGone, PlayerCard
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.setup import Setup
from noughts.server.absences import Absences
from noughts.server.attendance import Attendance
from noughts.server.background import Background
from noughts.server.clocks import Clocks
from noughts.server.house import House
from noughts.server.idle import Idle, IdleLimits
from noughts.server.lobby import Lobby
from noughts.server.meters import Meters
from noughts.server.neighbours import Neighbours
from noughts.server.notices import Notices
from noughts.server.outside import Outside
from noughts.server.presence import Presence
from noughts.server.request import Answer, Request, refused
from noughts.server.table import Table
from noughts.server.thinkers import Thinkers
from noughts.server.uptime import Uptime
from noughts.storage import games as stored
from noughts.storage.journal import Database, Fate, Write
from noughts.storage.players import cards_of

log = structlog.get_logger()

# Tables that nobody looks at, kept for whoever comes back. More are read again from the store.
MOST_RESTING = 1024
# How long after its deletion a game is erased from a shared store: every process has looked a few times by then.
ERASE_SECONDS = 10


class Hall:
    """All the tables of this process."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        outside: Outside,
        meters: Meters,
        thinkers: Thinkers,
        computer_pause: float = 1,
        idle: IdleLimits | None = None,
    ) -> None:
        self.database = database
        self.outside = outside
        self.meters = meters
        self.presence = Presence()
        self.absences = Absences(self, Attendance(bus, outside))
        self.clocks = Clocks(self)
        self.house = House(self, thinkers, computer_pause)
        self.uptime = Uptime(database, outside)
        self.notices = Notices(self)
        self.idle = Idle(self, idle or IdleLimits())
        self.lobby = Lobby(database)
        self.tables: dict[GameId, Table] = {}
        self.neighbours = Neighbours(self, bus)
        self._background = Background()
        self.spawn = self._background.spawn
        self._resting: OrderedDict[GameId, None] = OrderedDict()
        self._loading: dict[GameId, asyncio.Task[Table | None]] = {}

    async def open(self) -> None:
        await self.neighbours.open()
        await self.uptime.open()
        await self.notices.open()
        self.spawn(self.uptime.beat_for_ever())
        self.spawn(self.idle.sweep_for_ever())
        self.spawn(self.absences.look_for_ever())
        self.spawn(self._find_running_clocks())
        self.spawn(self.erase_deleted())
        self.spawn(self.house.find_debts(shared=self.is_shared))
        if self.is_shared:
            self.spawn(self.neighbours.heal_for_ever())
            self.spawn(self.absences.attendance.beat_for_ever())

    async def close(self) -> None:
        self.clocks.close()
        self.absences.close()
        await self._background.stop()
        await self.neighbours.close()

    @property
    def is_shared(self) -> bool:
        """Whether other processes use the same store."""
        return self.neighbours.is_shared

    # Tables.

    async def find(self, game: GameId) -> Table | None:
        """The table of this game, or None when there is no such game."""
        table = self.tables.get(game)
        if table is not None:
            self._resting.pop(game, None)
            return table
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: GameId) -> Table | None:
        # No id holds such characters, and some of them PostgreSQL cannot even be asked for.
        if not (game.isascii() and game.isprintable()):
            return None
        changes = await self.database.read(stored.changes_of, game)
        # A row without the first one is what somebody wrote who had not heard that the game is deleted and erased.
        if not changes or changes[0].version != 1:
            return None
        state = replay(changes)
        if state.deleted:
            return None
        refusals = await self.database.read(stored.refusals_of, game)
        cards = await self._cards(changes)
        accepted = {(c.player, c.command_id): c.version for c in changes if c.player and c.command_id}
        table = Table(self, state, cards, accepted, refusals)
        if state.clock is not None and self.uptime.downtime is not None:
            # Before anything else: neither the end of the clock nor a move may be decided on time that was nobody's,
            # and nobody shall be shown a clock that has run through it.
            excused: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            table.submit(Request(None, self.uptime.downtime, excused.set_result))
            await excused
        return self._keep(table, is_ours=not self.is_shared)

    def open_table(self, game: Game, cards: dict[PlayerId, PlayerCard]) -> Table:
        """The table of a game that has just been stored for the first time."""
        return self._keep(Table(self, game, cards, {}, {}), is_ours=True)

    def _keep(self, table: Table, *, is_ours: bool) -> Table:
        self.tables[table.game.id] = table
        if table.game.clock is not None:
            self.clocks.watch(table)
        if table.game.has_computer:
            self.house.watch(table, is_ours=is_ours)
        return table

    async def _cards(self, changes: Sequence[Change]) -> dict[PlayerId, PlayerCard]:
        ids: set[PlayerId] = set()
        for change in changes:
            for event in change.events:
                match event:
                    case e.GameCreated(player=player, other=other):
                        ids |= {player} | ({other} if other else set())
                    case e.PlayerJoined(player=player):
                        ids.add(player)
                    case _:
                        pass
        return await self.database.read(cards_of, ids) if ids else {}

    def rest(self, table: Table) -> None:
        """Nobody may need this table any more."""
        if not table.is_idle or self.tables.get(table.game.id) is not table:
            return
        self._resting[table.game.id] = None
        self._resting.move_to_end(table.game.id)
        # Without an audience nothing asks for missed changes, so a shared store is read afresh instead.
        keep = 0 if self.is_shared else MOST_RESTING
        while len(self._resting) > keep:
            game, _ = self._resting.popitem(last=False)
            if self.tables[game].is_idle:
                del self.tables[game]

    def put_away(self, game: GameId) -> None:
        """Nobody is about to come back to this game: keep nothing of it in memory."""
        if game in self.tables and self.tables[game].is_idle:
            del self.tables[game]
            self._resting.pop(game, None)

    async def card(self, player: PlayerId) -> PlayerCard | None:
        """What everybody may know of this player."""
        return (await self.database.read(cards_of, [player])).get(player)

    def show_card(self, card: PlayerCard) -> None:
        """A player is called or looks differently now: those who see it at a table are told."""
        for table in tuple(self.tables.values()):
            if table.game.seat_of(card.id) is not None:
                table.show_card(card)

    def remove(self, table: Table) -> None:
        """This game was deleted: whoever looks at it is told, and what is stored of it is erased."""
        self.tables.pop(table.game.id, None)
        self._resting.pop(table.game.id, None)
        table.audience.dismiss(GameGone(game=table.game.id))

    async def delete(self, game: GameId, player: PlayerCard) -> Answer:
        """Delete a game of this player's for both. From now on nobody finds it; its rows are erased.

        Other processes on the same store are first given the time to hear of it: until then the last event of the game
        keeps whoever has not heard from writing a next one.
        """
        answer = await self.ask(game, player, DeleteGame())
        if answer.refusal is None:
            if self.is_shared:
                self.spawn(self.erase_deleted())
            else:
                await self.erase_deleted()
        return answer

    async def erase_deleted(self) -> None:
        """Erase what is stored of the games that were deleted, once every process can have heard of it."""
        grace_ms = -1
        if self.is_shared:
            grace_ms = ERASE_SECONDS * 1000
            await asyncio.sleep(ERASE_SECONDS + 1)
        await self.database.write(stored.erase_deleted, self.outside.now_ms() - grace_ms)

    def forget(self, table: Table) -> None:
        """Read this game again from the store: what is in memory cannot be trusted."""
        self.tables.pop(table.game.id, None)
        self._resting.pop(table.game.id, None)
        table.give_up()
        if table.audience:
            self.spawn(self._move_audience(table))

    async def _move_audience(self, old: Table) -> None:
        new = await self.find(old.game.id)
        if new is not None:
            new.audience.join(old.audience)
            new.audience.tell(new.state)

    # Commands.

    async def ask(self, game: GameId, player: PlayerCard | None, command: DecidedCommand | c.AbsenceCommand) -> Answer:
        """Have the game decide on a command, and wait for the answer."""
        table = await self.find(game)
        if table is None:
            return refused("no_such_game")
        if isinstance(command, c.AbsenceCommand):
            assert player is not None
            objection = self.house.thinkers.objection if isinstance(command, c.LetComputerPlay) else None
            if objection is not None:
                return Answer(refusal=objection)
            command = await self.absences.witnessed(table.game, player.id, command)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        table.submit(Request(player, command, lambda answer: None if future.done() else future.set_result(answer)))
        answer = await future
        self.rest(table)
        return answer

    async def create(
        self, player: PlayerCard, setup: Setup, seat: Seat, creation_id: str | None, opposite: PlayerCard | None = None
    ) -> Answer:
        """Open a game in which `player` has this seat, and perhaps somebody the other one from the start.

        The same creation id again finds the same game.
        """
        game_id, now_ms = self.outside.new_game_id(), self.outside.now_ms()
        opened = e.GameCreated(setup, player.id, seat, other=None if opposite is None else opposite.id)
        change = Change(game_id, 1, now_ms, player.id, creation_id, (opened,))
        game = created(change)
        future: asyncio.Future[Fate] = asyncio.get_running_loop().create_future()
        self.database.append(Write((change,), (game,), creation_id), future.set_result)
        fate = await asyncio.shield(future)
        if fate is Fate.UNAVAILABLE:
            return refused("storage_unavailable")
        if fate is Fate.CONFLICT:
            known = await self.database.read(stored.creation_of, player.id, creation_id) if creation_id else None
            return refused("name_taken") if known is None else Answer(known, 1)
        cards = {card.id: card for card in (player, opposite) if card is not None}
        self.changed(self.open_table(game, cards), change)
        return Answer(game_id, 1)

    def changed(self, table: Table, change: Change) -> None:
        """A change is stored: count it, and let the lobby and the other processes know."""
        is_move = isinstance(change.events[0], e.MoveMade)
        listed = not is_move or len(change.events) > 1
        self.meters.changes += 1
        if is_move:
            self.meters.moves += 1
        if listed:
            self.lobby.changed()
        self.notices.noted(table, change)
        self.neighbours.tell_of(table, listed=listed)

    def reload(self, table: Table) -> None:
        """Read what this table has missed."""
        self.spawn(self._reload(table))

    async def _reload(self, table: Table) -> None:
        try:
            changes = await self.database.read(stored.changes_of, table.game.id, table.game.version)
            cards = await self._cards(changes)
        except Exception:
            log.exception("a game could not be read again", game=table.game.id)
            table.reload_failed()
        else:
            table.reloaded(changes, cards)

    async def _find_running_clocks(self) -> None:
        for game in await self.database.read(stored.clocked_games):
            table = await self.find(game)
            if table is not None:
                self.rest(table)
