"""Reminds the players of idle games, then cancels these games. Games without any move are removed.

Downtime is not counted, and no game is cancelled without a reminder. Every step is a conditional write, so it happens
once, however many processes sweep.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec
import structlog
from msgspec import Struct

from noughts.games.orders import EndIdle
from noughts.messages.computers import level_of
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.setup import ClockSetting
from noughts.rules import other
from noughts.server.notifications.notices import Notices
from noughts.server.presence.uptime import Uptime
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.tables.requests import Ask, Peek
from noughts.storage import idle as stored
from noughts.storage.journal import Database
from noughts.storage.notices import NewNotice, sweep_notices, told_since

log = structlog.get_logger()

DAY_MS = 86_400_000
SWEEP_SECONDS = 600.0
# The earliest reminder: half of the shortest limit that a player may set.
LOOK_AFTER_MS = DAY_MS // 2
# A reminder comes a day before the end, or halfway if the limit is shorter than two days.
REMIND_MS = DAY_MS
# A player whose move is due is reminded after two days, or after half of the time limit if that is shorter.
TURN_REMINDER_MS = 2 * DAY_MS
# How long notices that nobody looked at are kept.
NOTICE_MS = 30 * DAY_MS
MOST_IN_A_BATCH = 500
AT_ONCE = 50


class IdleLimits(Struct, frozen=True):
    """After how many days a game without a move is cancelled, and one in which nobody ever moved is removed."""

    idle_days: float = 7
    unplayed_days: float = 3


Action = Literal["removed", "cancelled", "reminded", "reminded_of_turn"]


class IdleGames:
    """Goes through all games without recent activity."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        notices: Notices,
        uptime: Uptime,
        ask: Ask,
        peek: Peek,
        erase_deleted: Callable[[], None],
        limits: IdleLimits,
    ) -> None:
        self._database = database
        self._environment = environment
        self._notices = notices
        self._uptime = uptime
        self._ask = ask
        self._peek = peek
        self._erase_deleted = erase_deleted
        self._limits = limits
        self._room = asyncio.Semaphore(AT_ONCE)

    async def sweep_forever(self) -> None:
        while True:
            try:
                actions = await self.sweep()
                if actions:
                    log.info("checked idle games", actions=dict(actions))
            except Exception as error:
                report_failure("idle games could not be checked", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> Counter[Action]:
        """Do everything that is due now, and return how much was done."""
        database, last = self._database, GameId("")
        actions: Counter[Action] = Counter()
        now_ms = self._environment.now_ms()
        while rows := await database.read(stored.untouched_games, now_ms - LOOK_AFTER_MS, last, MOST_IN_A_BATCH):
            last = rows[-1].id
            players = {PlayerId(player) for row in rows for player in (row.x_id, row.o_id) if player is not None}
            days = await database.read(stored.idle_days_of, players)
            told = await database.read(told_since, [row.id for row in rows])
            batch = [_Untouched(row, days, told, self._limits) for row in rows]
            done = await asyncio.gather(*(self._alone(game, now_ms) for game in batch))
            actions.update(action for action in done if action is not None)
        if actions["removed"]:
            self._erase_deleted()
        await database.write(sweep_notices, now_ms - NOTICE_MS)
        return +actions

    async def _alone(self, game: "_Untouched", now_ms: int) -> Action | None:
        async with self._room:
            return await self._consider(game, now_ms)

    async def _consider(self, game: "_Untouched", now_ms: int) -> Action | None:
        """Do what is due in this game, and say what it was."""
        quiet_ms = self._uptime.waited_ms(game.at_ms, now_ms)
        if game.is_unplayed:
            return await self._remove(game) if quiet_ms >= self._limits.unplayed_days * DAY_MS else None
        if not game.is_clocked and quiet_ms >= game.limit_ms - game.notice_ms:
            reminded_ms = game.told("cancelling")
            if reminded_ms is None:
                return await self._remind(game)
            is_due = self._uptime.waited_ms(reminded_ms, now_ms) >= game.notice_ms
            return await self._cancel(game) if is_due and quiet_ms >= game.limit_ms else None
        is_reminded_of_turn = quiet_ms >= game.turn_reminder_ms and game.told("waiting") is None
        return await self._remind_of_turn(game) if is_reminded_of_turn else None

    async def _remove(self, game: "_Untouched") -> Action | None:
        command = EndIdle(remove_before_ms=game.at_ms + 1, cancel_before_ms=0)
        return "removed" if (await self._ask(game.id, None, command)).refusal is None else None

    async def _remind(self, game: "_Untouched") -> Action | None:
        told = [NewNotice(who, game.id, "cancelling", game.opponent_of(who), game.at_ms) for who in game.people]
        return "reminded" if any(await self._notices.put(*told)) else None

    async def _cancel(self, game: "_Untouched") -> Action | None:
        command = EndIdle(remove_before_ms=0, cancel_before_ms=game.at_ms + 1)
        if (await self._ask(game.id, None, command)).refusal is not None:
            return None
        told = [NewNotice(who, game.id, "cancelled", game.opponent_of(who)) for who in game.people]
        await self._notices.put(*told)
        return "cancelled"

    async def _remind_of_turn(self, game: "_Untouched") -> Action | None:
        state = await self._peek(game.id)
        if state is None or state.turn is None:
            return None
        player, waiting = state.player_at(state.turn), state.player_at(other(state.turn))
        if player is None or waiting is None or player not in game.people or level_of(waiting) is not None:
            return None
        told = await self._notices.put(NewNotice(player, game.id, "waiting", waiting, game.at_ms))
        return "reminded_of_turn" if any(told) else None


class _Untouched:
    """A game without activity for long, and what is known about it without loading its board."""

    def __init__(self, row: Any, days: dict[PlayerId, int], told: dict[Any, int], limits: IdleLimits) -> None:
        self.id: GameId = row.id
        self.at_ms: int = row.at_ms
        self.is_unplayed = row.moves == 0
        self._seated = [PlayerId(player) for player in (row.x_id, row.o_id) if player is not None]
        self.people = [player for player in self._seated if level_of(player) is None]
        self._told = told
        clock = None if row.clock is None else msgspec.json.decode(row.clock, type=ClockSetting)
        # A clock runs once both have moved, and then ends the game itself.
        self.is_clocked = clock is not None and row.moves >= 2
        limit_days = min([limits.idle_days, *(days[player] for player in self.people if player in days)])
        self.limit_ms = round(limit_days * DAY_MS)
        self.notice_ms = min(REMIND_MS, self.limit_ms // 2)
        patience_ms = self.limit_ms
        if clock is not None and clock.days_per_move is not None and self.is_clocked:
            patience_ms = clock.days_per_move * DAY_MS
        self.turn_reminder_ms = min(TURN_REMINDER_MS, patience_ms // 2)

    def opponent_of(self, player: PlayerId) -> PlayerId | None:
        return next((opponent for opponent in self._seated if opponent != player), None)

    def told(self, kind: str) -> int | None:
        """Return when its players last received this notice, if nothing has happened since."""
        at_ms = self._told.get((self.id, kind), 0)
        return at_ms if at_ms >= self.at_ms else None
