"""The rooms of the REST note: a host, a guest, and for each user one unfinished room at a time.

A room is a game like another, and its token is the game's id: 64 random bits, so nobody finds it by guessing, and not
listed in the lobby. Players of the other doors join by the same id.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from noughts.games.game import Game
from noughts.messages.answers import PlayerCard
from noughts.messages.commands import CreateGame, MakeMove, StartGame
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.rules import find_variant
from noughts.server.hall import Hall
from noughts.server.matching import Matching
from noughts.server.request import Answer, refused
from noughts.storage.games import room_of


class Rooms:
    """Every room of this installation."""

    def __init__(self, hall: Hall, matching: Matching) -> None:
        self._hall = hall
        self._matching = matching
        # Who asks twice at once still gets into one room only, in this process.
        self._entering: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    async def create(self, host: PlayerCard, variant: str, opponent: str | None = None) -> Answer:
        """Open a room, unless this user is in one. The host plays X and moves first; the guest may be the computer."""
        async with self._alone(host):
            if await self._hall.database.read(room_of, host.id) is not None:
                return refused("in_a_game")
            room = CreateGame(variant=variant, visibility="private", opponent=opponent)
            return await self._matching.create(host, room, door="rooms")

    async def join(self, guest: PlayerCard, room: GameId) -> Answer:
        """Take the free seat, unless this user is in a room; the game starts."""
        async with self._alone(guest):
            current = await self._hall.database.read(room_of, guest.id)
            if current is not None and current != room:
                return refused("in_a_game")
            if await self._hall.find(room) is None:
                return refused("no_such_game")
            answer = await self._matching.join(guest, room, None)
            if answer.refusal is None:
                # Whoever sits opposite at another door is shown the board by this.
                await self._hall.ask(room, guest, StartGame())
            return answer

    async def turn(self, player: PlayerCard, room: GameId, column: int, row: int, move: MakeMove) -> Answer:
        """Play the cell in this column and row; `move` says everything else."""
        game = await self.look(player, room)
        if isinstance(game, Refusal):
            return Answer(refusal=game)
        if game.free_seat is not None and game.result is None:
            return refused("opponent_missing")
        if not game.started and game.result is None:
            # The guest came by another door, and has not said so there yet.
            await self._hall.ask(room, player, StartGame())
        variant = find_variant(game.setup.variant)
        if not (0 <= column < variant.cols and 0 <= row < variant.rows):
            return refused("out_of_range")
        position = row * variant.cols + column
        return await self._hall.ask(room, player, MakeMove(id=move.id, position=position, ply=move.ply, mark=move.mark))

    async def current(self, player: PlayerCard) -> Game | None:
        """The game in the room that this user is in."""
        room = await self._hall.database.read(room_of, player.id)
        game = None if room is None else await self.look(player, room)
        return None if isinstance(game, Refusal) else game

    async def look(self, player: PlayerCard, room: GameId) -> Game | Refusal:
        """The game in this room, for the two who play it."""
        table = await self._hall.find(room)
        if table is None:
            return Refusal("no_such_game")
        game = table.game
        self._hall.rest(table)
        return Refusal("not_yours") if game.seat_of(player.id) is None else game

    async def delete(self, player: PlayerCard, room: GameId) -> Answer:
        """Remove the game and everything stored of it, for both."""
        return await self._hall.delete(room, player)

    @asynccontextmanager
    async def _alone(self, player: PlayerCard) -> AsyncIterator[None]:
        lock = self._entering.setdefault(player.id, asyncio.Lock())
        async with lock:
            yield
