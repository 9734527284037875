"""What is done about a player who is gone: the opponent is told, may claim, and where it was agreed, has it done."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

import structlog

from noughts.games.absence import Gone, claims_from_ms
from noughts.games.game import Game
from noughts.games.orders import ClaimAbsence, TakeSeatBack
from noughts.messages import commands as c
from noughts.messages.answers import ClientDisconnected
from noughts.messages.computers import level_of
from noughts.messages.ids import SEATS, GameId, PlayerId, Seat
from noughts.rules import other
from noughts.server.attendance import Attendance, Parting, Unknown, Visitor
from noughts.server.packet import Packet
from noughts.server.request import Request
from noughts.storage.games import live_games_of

if TYPE_CHECKING:
    from noughts.server.hall import Hall
    from noughts.server.table import Table

log = structlog.get_logger()

Thing = TypeVar("Thing")

# How often it is looked for who has stopped asking over HTTP, and for what was put off.
LOOK_SECONDS = 5.0
# The live games of one player whose opponents are told.
MOST_TOLD = 64
# What is put off while the other processes cannot be asked.
MOST_PUT_OFF = 10_000


class Absences:
    """Whoever comes and goes, and the games that are concerned by it."""

    def __init__(self, hall: "Hall", attendance: Attendance) -> None:
        self._hall = hall
        self.attendance = attendance
        self._timers: dict[GameId, asyncio.TimerHandle] = {}
        # Who has come or gone, and which games were to be looked at, while the other processes could not be asked.
        self._untold: OrderedDict[PlayerId, None] = OrderedDict()
        self._unfollowed: OrderedDict[GameId, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._timers)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for player in self.attendance.unheard():
                    await self._parted(player)
                if (self._untold or self._unfollowed) and await self.attendance.hears_others():
                    await self._catch_up()
            except Exception as error:
                log.warning("it could not be seen who is gone", error=str(error))

    async def _catch_up(self) -> None:
        """Do what was put off; what cannot be done now either is put off again."""
        for player in tuple(self._untold):
            # Unless it has come or gone again meanwhile, which was told then.
            if player in self._untold:
                await (self._returned(player) if self.attendance.is_here(player) else self._parted(player))
        for game in tuple(self._unfollowed):
            del self._unfollowed[game]
            await self._look_again(game)

    # Coming and going.

    def came(self, player: PlayerId, visitor: Visitor, *, has_games: bool) -> None:
        """A connection of this player. Who was made just now has no games."""
        if self.attendance.came(player, visitor) and has_games:
            self._hall.spawn(self._returned(player))

    def asked(self, player: PlayerId) -> None:
        """A request of this player over HTTP."""
        if self.attendance.asked(player):
            self._hall.spawn(self._returned(player))

    def went(self, player: PlayerId, visitor: Visitor, tables: "list[Table]", parting: Parting) -> None:
        """A connection has ended that looked at these tables."""
        if not self.attendance.went(player, visitor, parting):
            return
        if not self._hall.is_shared:
            # Here and now, since it is known: nobody else can see this player.
            for table in tables:
                self._tell(table, player, self.attendance.gone_here(player))
        told = {table.game.id for table in tables} if not self._hall.is_shared else set()
        self._hall.spawn(self._parted(player, frozenset(told)))

    def left(self, player: PlayerId, table: "Table") -> None:
        """The player has said goodbye to this game alone."""
        if table.game.seat_of(player) is None or self.attendance.is_looking_here(player, table.game.id):
            return
        self.attendance.left(player, table.game.id)
        self._tell(table, player, self.attendance.left_just_now())
        self.follow(table)

    def looks(self, player: PlayerId, table: "Table", *, may_be_back: bool) -> None:
        """The player has turned to this game; perhaps it was away from it."""
        had_left = self.attendance.looks(player, table.game.id)
        self._take_seat_back(table, player)
        # In a live game the opponent was told when the player connected.
        if may_be_back and (had_left or self._hall.is_shared or not _is_live(table.game)):
            table.announce(player)
        self._saw(player, table)

    def turned(self, player: PlayerId, tables: "Iterable[Table]") -> None:
        """The player has other games before its eyes than before; these are new among them."""
        self.attendance.turned(player)
        for table in tables:
            self._saw(player, table)

    def _saw(self, player: PlayerId, table: "Table") -> None:
        game = table.game
        if game.seat_of(player) is not None and self.attendance.is_looking_here(player, game.id):
            self._hall.notices.looked(player, game.id)

    async def _parted(self, player: PlayerId, but: frozenset[GameId] = frozenset()) -> None:
        self._untold.pop(player, None)
        for game in await self._hall.database.read(live_games_of, player, MOST_TOLD):
            try:
                gone = await self.attendance.gone(player, game)
            except Unknown:
                _put_off(self._untold, player)
                return
            table = await self._hall.find(game) if gone is not None else None
            if table is not None:
                if game not in but:
                    self._tell(table, player, gone)
                self.follow(table)
                self._hall.rest(table)

    async def _returned(self, player: PlayerId) -> None:
        self._untold.pop(player, None)
        for game in await self._hall.database.read(live_games_of, player, MOST_TOLD):
            table = await self._hall.find(game)
            if table is not None:
                table.announce(player)
                self._take_seat_back(table, player)
                self.follow(table)
                self._hall.rest(table)
        if not await self.attendance.hears_others():
            # Who looks at one of these games elsewhere has not heard of it.
            _put_off(self._untold, player)

    def _take_seat_back(self, table: "Table", player: PlayerId) -> None:
        """The computer plays no longer for one who is back."""
        seat = table.game.stand_in
        if seat is not None and table.game.player_at(seat) == player:
            table.submit(Request(None, TakeSeatBack(player), lambda _: None))

    def _tell(self, table: "Table", player: PlayerId, gone: Gone | None) -> None:
        seat = table.game.seat_of(player)
        if seat is not None:
            self._hall.neighbours.tell_seat(table, other(seat), parting_of(table.game, seat, gone))

    async def tell_of_opponent(self, table: "Table", player: PlayerId, visitor: Visitor) -> None:
        """Tell one who has just come that its opponent is gone, where that makes a difference."""
        seat = table.game.seat_of(player)
        if seat is None or not _may_be_claimed(table.game):
            return
        gone = await self._gone_as_known(table.game, other(seat))
        if gone is not None and claims_from_ms(table.game, other(seat), gone) is not None:
            visitor.deliver(Packet(parting_of(table.game, other(seat), gone)))

    async def seats(self, game: Game) -> dict[Seat, ClientDisconnected | None]:
        """What there is to be told of each seat; None for one whose player is here."""
        told: dict[Seat, ClientDisconnected | None] = {}
        for seat in SEATS:
            gone = await self._gone_as_known(game, seat)
            is_here = gone is None and game.player_at(seat) is not None
            told[seat] = None if is_here else parting_of(game, seat, gone)
        return told

    # Claims.

    async def witnessed(self, game: Game, player: PlayerId, command: c.AbsenceCommand) -> ClaimAbsence:
        """What this player claims, with what is known of the other's absence: the game decides on it."""
        seat = game.seat_of(player)
        gone = None if seat is None else await self._gone_as_known(game, other(seat))
        if isinstance(command, c.LetComputerPlay):
            return ClaimAbsence(claimant=player, what="computer", gone=gone, level=command.level, id=command.id)
        what = "win" if isinstance(command, c.ClaimWin) else "draw"
        return ClaimAbsence(claimant=player, what=what, gone=gone, id=command.id)  # type: ignore[arg-type]

    async def _gone(self, game: Game, seat: Seat) -> Gone | None:
        player = game.player_at(seat)
        if player is None or level_of(player) is not None:
            # The computer is always here; whoever it plays for is not.
            return None
        return await self.attendance.gone(player, game.id)

    async def _gone_as_known(self, game: Game, seat: Seat) -> Gone | None:
        """What is not known costs nobody a game."""
        try:
            return await self._gone(game, seat)
        except Unknown:
            return None

    # What was agreed on when the game was made.

    def follow(self, table: "Table") -> None:
        """See to it that what was agreed on happens when it is time."""
        if table.game.setup.absence in ("choose", "wait"):
            return
        timer = self._timers.pop(table.game.id, None)
        if timer is not None:
            timer.cancel()
        if _may_be_claimed(table.game):
            self._hall.spawn(self._enforce(table.game))

    async def _enforce(self, game: Game) -> None:
        try:
            gone = {seat: await self._gone(game, seat) for seat in SEATS}
        except Unknown:
            _put_off(self._unfollowed, game.id)
            return
        waits_ms = []
        for absent, since in gone.items():
            claims_ms = None if since is None else claims_from_ms(game, absent, since)
            claimant = game.player_at(other(absent))
            if claims_ms is None or claimant is None:
                continue
            wait_ms = claims_ms - self._hall.outside.now_ms()
            if wait_ms > 0:
                # Though both are gone: one may be seen again until then, whom its process could not tell of.
                waits_ms.append(wait_ms)
            elif gone[other(absent)] is None:
                claim = ClaimAbsence(claimant=claimant, what=game.setup.absence, gone=since)  # type: ignore[arg-type]
                await self._hall.ask(game.id, None, claim)
        if waits_ms:
            loop = asyncio.get_running_loop()
            self._timers[game.id] = loop.call_later(min(waits_ms) / 1000 + 0.001, self._time_is_up, game.id)

    def _time_is_up(self, game: GameId) -> None:
        self._timers.pop(game, None)
        self._hall.spawn(self._look_again(game))

    async def _look_again(self, game: GameId) -> None:
        table = await self._hall.find(game)
        if table is not None:
            self.follow(table)
            self._hall.rest(table)


def _put_off(things: OrderedDict[Thing, None], thing: Thing) -> None:
    things[thing] = None
    if len(things) > MOST_PUT_OFF:
        things.popitem(last=False)


def _is_live(game: Game) -> bool:
    """Whether two are playing now, in the way in which they are both there: see `live_games_of`."""
    is_slow = game.clock is not None and game.clock.per_move_ms is not None
    return game.result is None and game.free_seat is None and not is_slow


def _may_be_claimed(game: Game) -> bool:
    return _is_live(game) and game.both_have_moved


def parting_of(game: Game, seat: Seat, gone: Gone | None) -> ClientDisconnected:
    """What the opponent is told of a seat whose player is gone."""
    if gone is None:
        return ClientDisconnected(game=game.id, seat=seat)
    claims_ms = claims_from_ms(game, seat, gone)
    return ClientDisconnected(game=game.id, seat=seat, since_ms=gone.since_ms, claims_ms=claims_ms)
