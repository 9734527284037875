"""Signals for moderators, computed after games: how well people played, and whether both seats had one address.

They are hints with their evidence, and nothing acts on them. Addresses are compared in memory and never stored.
"""

import asyncio
from collections import OrderedDict

from noughts.engine.verdicts import accuracy, judge
from noughts.games.game import Game
from noughts.games.rounds import rounds_of
from noughts.games.speed import speed_of
from noughts.messages.ids import PlayerId
from noughts.rules import find_variant, position_text
from noughts.server.computer.engine_jobs import Judged, JudgeMoves
from noughts.server.computer.engine_pool import EnginePool
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.environment import Environment
from noughts.server.runtime.limits import MOST_GAMES_TO_JUDGE
from noughts.server.runtime.networks import network_of
from noughts.server.tables.pipeline import Interest, Subscriber
from noughts.server.tables.stored import Stored
from noughts.server.tables.table import Table
from noughts.storage.games import changes_of
from noughts.storage.journal import Database
from noughts.storage.signals import GameSignal, add_signals, has_moderators, rating_of

MOVE_MS = 50
MOST_MOVES = 200
MOST_ADDRESSES = 20_000
LOOPBACK = frozenset(map(network_of, ("127.0.0.1", "::1", "local", "localhost")))
# On small boards people find every best move by themselves.
MOST_CELLS_OF_A_SMALL_BOARD = 16
# A move is difficult where at most this share of all moves is as good as the best.
DIFFICULT_SHARE = 0.34
# A move this close to the best counts as equally good: a search is not more exact.
AS_GOOD = 0.02
# Players take turns in the engine's queue. All signals together count as one player.
_SIGNALS = "signals"


class Signals(Subscriber):
    """Judges finished games of people, one after the other, while there are moderators."""

    def __init__(self, database: Database, environment: Environment, engine_pool: EnginePool) -> None:
        self._database = database
        self._environment = environment
        self._engine_pool = engine_pool
        self._waiting: asyncio.Queue[tuple[Game, bool]] = asyncio.Queue(MOST_GAMES_TO_JUDGE)
        self._addresses: OrderedDict[PlayerId, str] = OrderedDict()

    def seen(self, player: PlayerId, address: str) -> None:
        """Remember this player's current address."""
        network = network_of(address)
        # If the settings don't name the proxy, all players seem to come from this machine.
        if network in LOOPBACK:
            return
        self._addresses.pop(player, None)
        self._addresses[player] = network
        if len(self._addresses) > MOST_ADDRESSES:
            self._addresses.popitem(last=False)

    def interest(self, game: Game) -> Interest:
        return Interest.NOTHING if game.has_computer or game.result is not None else Interest.EVENTS

    def on_stored(self, table: Table, stored: Stored) -> None:
        game = stored.after
        if not stored.is_ours or not stored.has_ended or game.x is None or game.o is None or game.has_computer:
            return
        ours = self._addresses.get(game.x)
        same_address = ours is not None and ours == self._addresses.get(game.o)
        if not same_address and _is_small(game):
            return
        # With a full queue this game gets no signals: they are hints, and a busy server has other work.
        if not self._waiting.full():
            self._waiting.put_nowait((game, same_address))

    async def judge_forever(self) -> None:
        while True:
            game, same_address = await self._waiting.get()
            try:
                await self.judge(game, same_address=same_address)
            except Exception as error:
                report_failure("a finished game could not be judged", error)
            finally:
                self._waiting.task_done()

    async def idle(self) -> None:
        """Return when no game waits to be judged."""
        await self._waiting.join()

    async def judge(self, game: Game, *, same_address: bool) -> None:
        """Store the signals about both players of this game."""
        if not await self._database.read(has_moderators):
            return
        found = await self._judged(game)
        signals = []
        for player in (game.x, game.o):
            assert player is not None
            moves, engine_moves, kept = found.get(player, (0, 0, None))
            if not moves and not same_address:
                continue
            variant = find_variant(game.setup.variant).name
            rating = await self._database.read(rating_of, player, variant, speed_of(game.setup))
            now_ms = self._environment.now_ms()
            signals.append(
                GameSignal(game.id, player, now_ms, variant, rating, moves, engine_moves, kept, same_address)
            )
        if signals:
            await self._database.write(add_signals, signals)

    async def _judged(self, game: Game) -> dict[PlayerId, tuple[int, int, float | None]]:
        """Return each player's difficult moves, how many were the engine's, and the accuracy of all moves."""
        variant = find_variant(game.setup.variant)
        if _is_small(game):
            return {}
        found: dict[PlayerId, tuple[int, int, list[float]]] = {}
        for one in rounds_of(await self._database.read(changes_of, game.id)):
            position = variant.start()
            for move in one.moves[:MOST_MOVES]:
                job = JudgeMoves(position=position_text(variant, position), milliseconds=MOVE_MS)
                if self._engine_pool.objection_to_analysis(_SIGNALS) is not None:
                    return {}
                thought = await self._engine_pool.think(job, _SIGNALS, "analysis")
                if not isinstance(thought, Judged) or thought.analysis.plain:
                    return {}
                values = thought.analysis.moves
                as_good = sum(each.value >= values[0].value - AS_GOOD for each in values)
                verdict = judge(position, values, move)
                player = one.player_at(position.to_move) or PlayerId("")
                moves, engine_moves, kept = found.get(player, (0, 0, []))
                if as_good <= DIFFICULT_SHARE * len(values):
                    moves += 1
                    engine_moves += verdict.played.value >= values[0].value - AS_GOOD
                share = accuracy([verdict])
                found[player] = (moves, engine_moves, kept if share is None else [*kept, share])
                position = position.play(move)
        return {
            player: (moves, engine_moves, sum(kept) / len(kept) if kept else None)
            for player, (moves, engine_moves, kept) in found.items()
        }


def _is_small(game: Game) -> bool:
    """Return whether the moves of this game say nothing about its players."""
    return find_variant(game.setup.variant).size <= MOST_CELLS_OF_A_SMALL_BOARD
