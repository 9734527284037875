"""The computer in a seat: it makes the moves and answers that are due. `games.duties` derives them from the game.

A restart loses nothing, since all state is in the game. Several processes may compute the same move: the journal
accepts one.
"""

import asyncio

import structlog
from msgspec import Struct

from noughts.engine import LEVELS, Choice
from noughts.games.duties import Duty, duty_of
from noughts.games.game import Game
from noughts.games.orders import ComputerMove, DecidedCommand
from noughts.messages import commands as c
from noughts.messages.computers import COMPUTERS
from noughts.messages.ids import GameId
from noughts.rules import find_variant, other, position_text
from noughts.server.computer.engine_jobs import ChooseMove, Chosen
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.requests import Ask, Peek
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.games import games_with_the_computer
from noughts.storage.journal import Database

log = structlog.get_logger()

# The most duties handled at a time; others are found again in the database.
MOST_DUE = 5_000
# How often processes that share a database look for duties that another has left undone, and how long they wait first.
SWEEP_SECONDS = 10
LEFT_UNDONE_MS = 4_000
# The first move comes a moment after the player has sat down, as from a person.
START_SECONDS = 0.05
RETRY_SECONDS = 1.0
MOST_TRIES = 30
# How long the computer thinks about a draw offer. It accepts when it can't win, which a searched value doesn't prove.
DRAW_MS = 100
ACCEPTED_DRAW_VALUE = -0.15
# The largest part of its remaining clock time that the computer spends on a move.
SHARE_OF_CLOCK = 20


class _Due(Struct, frozen=True, eq=False):
    """A duty that is due since this version of the game."""

    game: Game
    duty: Duty
    is_ours: bool


class ComputerPlayer(Subscriber):
    """Fulfils the computer's duties in the games of this process."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        ask: Ask,
        peek: Peek,
        spawn: Spawn,
        engine_pool: EnginePool,
        pause: float,
    ) -> None:
        self._database = database
        self._environment = environment
        self._ask = ask
        self._peek = peek
        self._spawn = spawn
        self._engine_pool = engine_pool
        # 1 pauses as long as people do, 0 not at all.
        self._pause = pause
        self._due: dict[GameId, _Due] = {}
        self._overlooked = False

    async def find_duties(self, *, shared: bool) -> None:
        """Look for duties in the database; if other processes share it, look regularly."""
        await self._sweep(self._environment.now_ms() + 1)
        while shared:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep(self._environment.now_ms() - LEFT_UNDONE_MS)
            except Exception as error:
                report_failure("could not search the store for the computer's games", error)

    async def _sweep(self, before_ms: int) -> None:
        self._overlooked = False
        for game_id in await self._database.read(games_with_the_computer, before_ms):
            game = await self._peek(game_id)
            if game is not None:
                self._follow(game)

    def interest(self, game: Game) -> Interest:
        return Interest.EVERYTHING if game.has_computer else Interest.NOTHING

    def on_loaded(self, table: Table, *, is_ours: bool) -> None:
        self._follow(table.game, is_ours=is_ours)

    def on_stored(self, table: Table, stored: Stored) -> None:
        self._follow(stored.after, is_ours=stored.is_ours)

    def _follow(self, game: Game, *, is_ours: bool = True) -> None:
        """Handle what is due in this game now. The process that stored the newest change tries first."""
        duty = duty_of(game) if game.has_computer else None
        known = self._due.get(game.id)
        if known is not None and known.game.version == game.version and known.is_ours >= is_ours:
            return
        if duty is None:
            self._due.pop(game.id, None)
        elif known is None and len(self._due) >= MOST_DUE:
            self._overlooked = True
        else:
            due = self._due[game.id] = _Due(game, duty, is_ours)
            self._spawn(self._fulfil(due))

    async def _fulfil(self, due: _Due) -> None:
        try:
            if not due.is_ours:
                await self._sleep_until(due.game.changed_ms + LEFT_UNDONE_MS)
            for _ in range(MOST_TRIES):
                if not self._is_due(due) or await self._try(due):
                    return
                await asyncio.sleep(RETRY_SECONDS)
            log.error("the computer could not act in a game", game=due.game.id, what=due.duty.what)
        finally:
            if self._is_due(due):
                del self._due[due.game.id]
            if self._overlooked and len(self._due) < MOST_DUE // 2:
                self._overlooked = False
                self._spawn(self._sweep(self._environment.now_ms() + 1))

    async def _try(self, due: _Due) -> bool:
        """Fulfil a duty. Return False if it must be retried."""
        command = await self._command(due.game, due.duty)
        if command is None:
            return False
        if not self._is_due(due):
            return True
        # In an absent player's seat it acts without a player, so that the journal doesn't attribute the move to that
        # player.
        stands_in = due.game.stand_in == due.duty.seat
        answer = await self._ask(due.game.id, None if stands_in else COMPUTERS[due.duty.level - 1], command)
        # A permanent refusal means that the game has moved on without us.
        return answer.refusal is None or not answer.refusal.is_passing

    async def _command(self, game: Game, duty: Duty) -> DecidedCommand | None:
        match duty.what:
            case "start":
                await asyncio.sleep(START_SECONDS)
                return c.StartGame()
            case "takeback":
                return c.AcceptOffer(what="takeback")
            case "rematch":
                asked = game.again.at(other(duty.seat))
                return c.PlayAgain(value=True, variant=None if asked is None else asked.variant)
            case "draw":
                return await self._answer_to_draw(game, duty)
            case "move":
                return await self._move(game, duty)

    async def _answer_to_draw(self, game: Game, duty: Duty) -> DecidedCommand | None:
        if not game.both_have_moved:
            return c.DeclineOffer(what="draw")
        chosen = await self._choose(game, duty, None, DRAW_MS)
        if chosen is None:
            return None
        value = chosen.value if game.turn == duty.seat else -chosen.value
        agrees = value <= 0 if chosen.exact else value <= ACCEPTED_DRAW_VALUE
        return c.AcceptOffer(what="draw") if agrees else c.DeclineOffer(what="draw")

    async def _move(self, game: Game, duty: Duty) -> DecidedCommand | None:
        level = LEVELS[duty.level - 1]
        most_ms = self._most_ms(game, duty)
        chosen = await self._choose(game, duty, level.number, min(level.milliseconds, most_ms))
        if chosen is None:
            return None
        shortest, longest = level.pause_ms
        pause_ms = min(most_ms, self._pause * self._environment.pick(range(shortest, longest + 1)))
        await self._sleep_until(game.changed_ms + pause_ms)
        return ComputerMove(seat=duty.seat, move=chosen.move, ply=game.ply, unprepared=chosen.plain)

    def _most_ms(self, game: Game, duty: Duty) -> int:
        """Return the time that the clock allows for this move."""
        if game.clock is None:
            return 60_000
        return max(1, game.clock.left_ms(duty.seat, self._environment.now_ms()) // SHARE_OF_CLOCK)

    async def _choose(self, game: Game, duty: Duty, level: int | None, milliseconds: int) -> Choice | None:
        position = position_text(find_variant(game.setup.variant), game.position)
        seed = self._environment.pick(range(2**32))
        job = ChooseMove(position=position, level=level, milliseconds=max(1, milliseconds), seed=seed)
        # The computer's opponents take turns in the queue.
        thought = await self._engine_pool.think(job, game.player_at(other(duty.seat)) or game.id)
        if isinstance(thought, Chosen):
            return thought.choice
        log.warning("the engine returned no usable move", game=game.id, position=position, answer=str(thought))
        return None

    def _is_due(self, due: _Due) -> bool:
        return self._due.get(due.game.id) is due

    async def _sleep_until(self, at_ms: float) -> None:
        await asyncio.sleep(max(0.0, at_ms - self._environment.now_ms()) / 1000)
