"""Ends an absence as the players agreed when they created the game: with a win, a draw, or the computer taking over."""

import asyncio
from collections import OrderedDict

from noughts.games.absence import claims_from_ms
from noughts.games.game import Game
from noughts.games.orders import ClaimAbsence
from noughts.messages.ids import SEATS, GameId
from noughts.rules import other
from noughts.server.presence.attendance import Unknown
from noughts.server.presence.seat_presence import SeatPresence, may_be_claimed
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.requests import Ask, Peek
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table

# Games put off while the other processes can't be asked.
MOST_POSTPONED = 10_000


class AgreedAbsence(Subscriber):
    """One timer for every game whose absent player runs out of time."""

    def __init__(self, seats: SeatPresence, environment: Environment, ask: Ask, peek: Peek, spawn: Spawn) -> None:
        self._seats = seats
        self._environment = environment
        self._ask = ask
        self._peek = peek
        self._spawn = spawn
        self._timers: dict[GameId, asyncio.TimerHandle] = {}
        self._postponed: OrderedDict[GameId, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._timers)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def interest(self, game: Game) -> Interest:
        return Interest.NOTHING if game.setup.absence in ("choose", "wait") else Interest.EVERYTHING

    def on_stored(self, table: Table, stored: Stored) -> None:
        self.follow(stored.after)

    def follow(self, game: Game) -> None:
        """Do what was agreed on when it is time."""
        if self.interest(game) is Interest.NOTHING:
            return
        timer = self._timers.pop(game.id, None)
        if timer is not None:
            timer.cancel()
        if may_be_claimed(game):
            self._spawn(self._enforce(game))

    async def _enforce(self, game: Game) -> None:
        try:
            gone = {seat: await self._seats.gone(game, seat) for seat in SEATS}
        except Unknown:
            postpone(self._postponed, game.id)
            return
        waits_ms = []
        for absent, since in gone.items():
            claims_ms = None if since is None else claims_from_ms(game, absent, since)
            claimant = game.player_at(other(absent))
            if claims_ms is None or claimant is None:
                continue
            wait_ms = claims_ms - self._environment.now_ms()
            if wait_ms > 0:
                # Wait even if both are absent, because another process may still see one of them and report it later.
                waits_ms.append(wait_ms)
            elif gone[other(absent)] is None:
                claim = ClaimAbsence(claimant=claimant, what=game.setup.absence, gone=since)  # type: ignore[arg-type]
                await self._ask(game.id, None, claim)
        if waits_ms:
            loop = asyncio.get_running_loop()
            self._timers[game.id] = loop.call_later(min(waits_ms) / 1000 + 0.001, self.time_is_up, game.id)

    def time_is_up(self, game: GameId) -> None:
        """Look at this game again."""
        self._timers.pop(game, None)
        self._spawn(self._look_again(game))

    async def _look_again(self, game_id: GameId) -> None:
        game = await self._peek(game_id)
        if game is not None:
            self.follow(game)

    @property
    def has_postponed(self) -> bool:
        return bool(self._postponed)

    async def catch_up(self) -> None:
        """Look at the postponed games; what still can't be known is postponed again."""
        for game in tuple(self._postponed):
            del self._postponed[game]
            await self._look_again(game)


def postpone(things: "OrderedDict[GameId, None]", thing: GameId) -> None:
    """Remember this for later, and forget the oldest when there are too many."""
    things[thing] = None
    if len(things) > MOST_POSTPONED:
        things.popitem(last=False)
