"""The computer in a seat: sees to it that whatever it owes is done. What that is, `games.duties` reads from the game.

Nothing is kept here that a restart could lose. Several processes may work on one debt: the journal takes one answer.
"""

import asyncio
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from noughts.engine import LEVELS, Choice
from noughts.games.duties import Duty, duty_of
from noughts.games.game import Game
from noughts.games.orders import ComputerMove, DecidedCommand
from noughts.messages import commands as c
from noughts.messages.computers import COMPUTERS
from noughts.messages.ids import GameId
from noughts.rules import find_variant, position_text
from noughts.server.jobs import ChooseMove, Chosen
from noughts.server.thinkers import Thinkers
from noughts.storage.games import games_with_the_computer

if TYPE_CHECKING:
    from noughts.server.hall import Hall
    from noughts.server.table import Table

log = structlog.get_logger()

# Debts that are worked on at a time; those beyond are found again in the store.
MOST_DEBTS = 5_000
# How often processes on one store look for what another has left undone, and how long that one is given.
SWEEP_SECONDS = 10
LEFT_UNDONE_MS = 4_000
# Who has just sat down is shown the board a moment later, as by a person who presses the button.
START_SECONDS = 0.05
RETRY_SECONDS = 1.0
MOST_TRIES = 30
# A draw is judged for so long; it is agreed to when there is nothing to be won, and one searched value is no proof.
DRAW_MS = 100
HOPE = -0.15
# Of the time on its clock the computer spends at most this part on a move.
SHARE_OF_CLOCK = 20


class _Debt(Struct, frozen=True, eq=False):
    """Something owed since this version of a game."""

    game: Game
    duty: Duty
    is_ours: bool


class House:
    """Pays the computer's debts in the games of this process."""

    def __init__(self, hall: "Hall", thinkers: Thinkers, pause: float) -> None:
        self._hall = hall
        self._outside = hall.outside
        self.thinkers = thinkers
        # 1 pauses as people do, 0 not at all.
        self._pause = pause
        self._debts: dict[GameId, _Debt] = {}
        self._overlooked = False

    async def find_debts(self, *, shared: bool) -> None:
        """Look in the store for all that is owed; with other processes on it, again and again."""
        await self._sweep(self._outside.now_ms() + 1)
        while shared:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep(self._outside.now_ms() - LEFT_UNDONE_MS)
            except Exception as error:
                log.warning("the store cannot be searched for the computer's games", error=str(error))

    async def _sweep(self, before_ms: int) -> None:
        self._overlooked = False
        for game in await self._hall.database.read(games_with_the_computer, before_ms):
            table = await self._hall.find(game)
            if table is not None:
                self.watch(table)
                self._hall.rest(table)

    def watch(self, table: "Table", *, is_ours: bool = True) -> None:
        """See what this table's game is owed now. Who stored its newest change pays; others leave some time for it."""
        game = table.game
        duty = duty_of(game)
        known = self._debts.get(game.id)
        if known is not None and known.game.version == game.version and known.is_ours >= is_ours:
            return
        if duty is None:
            self._debts.pop(game.id, None)
        elif known is None and len(self._debts) >= MOST_DEBTS:
            self._overlooked = True
        else:
            debt = self._debts[game.id] = _Debt(game, duty, is_ours)
            self._hall.spawn(self._pay(debt))

    async def _pay(self, debt: _Debt) -> None:
        try:
            if not debt.is_ours:
                await self._sleep_until(debt.game.changed_ms + LEFT_UNDONE_MS)
            for _ in range(MOST_TRIES):
                if not self._is_owed(debt) or await self._try(debt):
                    return
                await asyncio.sleep(RETRY_SECONDS)
            log.error("the computer could not do what it owes", game=debt.game.id, what=debt.duty.what)
        finally:
            if self._is_owed(debt):
                del self._debts[debt.game.id]
            if self._overlooked and len(self._debts) < MOST_DEBTS // 2:
                self._overlooked = False
                self._hall.spawn(self._sweep(self._outside.now_ms() + 1))

    async def _try(self, debt: _Debt) -> bool:
        """Do it; False when it should be tried again."""
        command = await self._command(debt.game, debt.duty)
        if command is None:
            return False
        if not self._is_owed(debt):
            return True
        # In somebody else's seat it is nobody: the journal shall not say that it was its player.
        stands_in = debt.game.stand_in == debt.duty.seat
        answer = await self._hall.ask(debt.game.id, None if stands_in else COMPUTERS[debt.duty.level - 1], command)
        # A lasting no means that the game has gone on without us.
        return answer.refusal is None or not answer.refusal.is_passing

    async def _command(self, game: Game, duty: Duty) -> DecidedCommand | None:
        match duty.what:
            case "start":
                await asyncio.sleep(START_SECONDS)
                return c.StartGame()
            case "takeback":
                return c.AcceptOffer(what="takeback")
            case "rematch":
                return c.PlayAgain(
                    value=True, variant=game.again_variant_o if duty.seat == "X" else game.again_variant_x
                )
            case "draw":
                return await self._answer_to_draw(game, duty)
            case "move":
                return await self._move(game, duty)

    async def _answer_to_draw(self, game: Game, duty: Duty) -> DecidedCommand | None:
        if not game.both_have_moved:
            return c.DeclineOffer(what="draw")
        chosen = await self._choose(game, None, DRAW_MS)
        if chosen is None:
            return None
        hope = chosen.value if game.turn == duty.seat else -chosen.value
        agrees = hope <= 0 if chosen.exact else hope <= HOPE
        return c.AcceptOffer(what="draw") if agrees else c.DeclineOffer(what="draw")

    async def _move(self, game: Game, duty: Duty) -> DecidedCommand | None:
        level = LEVELS[duty.level - 1]
        most_ms = self._most_ms(game, duty)
        chosen = await self._choose(game, level.number, min(level.milliseconds, most_ms))
        if chosen is None:
            return None
        shortest, longest = level.pause_ms
        pause_ms = min(most_ms, self._pause * self._outside.pick(range(shortest, longest + 1)))
        await self._sleep_until(game.changed_ms + pause_ms)
        return ComputerMove(seat=duty.seat, move=chosen.move, ply=game.ply, unprepared=chosen.plain)

    def _most_ms(self, game: Game, duty: Duty) -> int:
        """What the clock leaves for this move."""
        if game.clock is None:
            return 60_000
        return max(1, game.clock.left_ms(duty.seat, self._outside.now_ms()) // SHARE_OF_CLOCK)

    async def _choose(self, game: Game, level: int | None, milliseconds: int) -> Choice | None:
        position = position_text(find_variant(game.setup.variant), game.position)
        seed = self._outside.pick(range(2**32))
        job = ChooseMove(position=position, level=level, milliseconds=max(1, milliseconds), seed=seed)
        thought = await self.thinkers.think(job)
        if isinstance(thought, Chosen):
            return thought.choice
        log.warning("the computer has no move", game=game.id, position=position, answer=str(thought))
        return None

    def _is_owed(self, debt: _Debt) -> bool:
        return self._debts.get(debt.game.id) is debt

    async def _sleep_until(self, at_ms: float) -> None:
        await asyncio.sleep(max(0.0, at_ms - self._outside.now_ms()) / 1000)
