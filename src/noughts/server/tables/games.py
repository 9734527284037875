"""Creates games, and deletes them. Both are stored before anybody is notified."""

import asyncio

from noughts.games.application import created
from noughts.games.orders import DeleteGame
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.events import Change
from noughts.messages.ids import GameId, Seat
from noughts.messages.setup import Setup
from noughts.server.runtime.environment import Environment
from noughts.server.tables.journal import Spawn
from noughts.server.tables.requests import Answer, refused
from noughts.server.tables.stored import stored
from noughts.server.tables.table_cache import TableCache
from noughts.storage import games as stored_games
from noughts.storage.journal import Database, Fate, Write

# How long after its deletion a game is erased from a shared database: every process has looked a few times by then.
ERASE_SECONDS = 10


class Games:
    """Makes new games, and removes deleted ones for good."""

    def __init__(
        self, database: Database, environment: Environment, tables: TableCache, spawn: Spawn, *, is_shared: bool
    ) -> None:
        self._database = database
        self._environment = environment
        self._tables = tables
        self._spawn = spawn
        self._is_shared = is_shared

    async def create(
        self,
        player: PlayerCard,
        setup: Setup,
        seat: Seat,
        creation_id: str | None,
        opposite: PlayerCard | None = None,
        game_id: GameId | None = None,
    ) -> Answer:
        """Create a game in which `player` has this seat; `opposite`, if given, has the other from the start.

        The same creation id again finds the same game. `game_id` is given where the id was announced before.
        """
        game_id, now_ms = game_id or self._environment.new_game_id(), self._environment.now_ms()
        opened = e.GameCreated(setup, player.id, seat, other=None if opposite is None else opposite.id)
        change = Change(game_id, 1, now_ms, player.id, creation_id, (opened,))
        game = created(change)
        future: asyncio.Future[Fate] = asyncio.get_running_loop().create_future()
        self._database.append(Write((change,), (game,), creation_id), future.set_result)
        fate = await asyncio.shield(future)
        if fate is Fate.UNAVAILABLE:
            return refused("storage_unavailable")
        if fate is Fate.CONFLICT:
            known = await self._database.read(stored_games.creation_of, player.id, creation_id) if creation_id else None
            return refused("name_taken") if known is None else Answer(known, 1)
        cards = {card.id: card for card in (player, opposite) if card is not None}
        self._tables.on_stored(self._tables.add(game, cards), stored(None, change, game, is_ours=True))
        return Answer(game_id, 1)

    async def delete(self, game: GameId, player: PlayerCard) -> Answer:
        """Delete a game for both of its players. From now on nobody finds it; its rows are erased.

        Other processes on the same database first get the time to notice: until then the last event of the game
        keeps them from writing a next one.
        """
        answer = await self._tables.ask(game, player, DeleteGame())
        if answer.refusal is None:
            if self._is_shared:
                self._spawn(self.erase_deleted())
            else:
                await self.erase_deleted()
        return answer

    async def erase_deleted(self) -> None:
        """Erase the rows of deleted games, once every process can have noticed."""
        grace_ms = -1
        if self._is_shared:
            grace_ms = ERASE_SECONDS * 1000
            await asyncio.sleep(ERASE_SECONDS + 1)
        await self._database.write(stored_games.erase_deleted, self._environment.now_ms() - grace_ms)
