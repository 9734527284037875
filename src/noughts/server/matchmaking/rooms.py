"""Rooms, as the rooms API knows them: a host, a guest, and for each user one unfinished room at a time.

A room is a game like any other, and its token is the game's id: 64 random bits, so nobody finds it by guessing, and not
listed in the lobby. Players who use other protocols join by the same id.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from noughts.games.game import Game
from noughts.messages.board_state import PlayerCard
from noughts.messages.commands import CreateGame, MakeMove, StartGame
from noughts.messages.ids import GameId, PlayerId
from noughts.messages.refusals import Refusal
from noughts.rules import find_variant
from noughts.server.matchmaking.creation import GameCreation
from noughts.server.matchmaking.matching import Matching
from noughts.server.tables.games import Games
from noughts.server.tables.requests import Answer, Ask, Peek, refused
from noughts.storage.games import room_of
from noughts.storage.journal import Database


class Rooms:
    """Every room of this installation."""

    def __init__(
        self, database: Database, games: Games, ask: Ask, peek: Peek, creation: GameCreation, matching: Matching
    ) -> None:
        self._database = database
        self._games = games
        self._ask = ask
        self._peek = peek
        self._creation = creation
        self._matching = matching
        # Keeps a player who sends two requests at once out of a second room, in this process.
        self._entering: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    async def create(self, host: PlayerCard, variant: str, opponent: str | None = None) -> Answer:
        """Open a room, unless this user is in one. The host plays X and moves first; the guest may be the computer."""
        async with self._alone(host):
            if await self._database.read(room_of, host.id) is not None:
                return refused("in_a_game")
            room = CreateGame(variant=variant, visibility="private", opponent=opponent)
            return await self._creation.create(host, room, door="rooms")

    async def join(self, guest: PlayerCard, room: GameId) -> Answer:
        """Take the free seat, unless this user is in a room; the game starts."""
        async with self._alone(guest):
            current = await self._database.read(room_of, guest.id)
            if current is not None and current != room:
                return refused("in_a_game")
            if await self._peek(room) is None:
                return refused("no_such_game")
            answer = await self._matching.join(guest, room, None)
            if answer.refusal is None:
                # This shows the board to an opponent who uses another protocol.
                await self._ask(room, guest, StartGame())
            return answer

    async def turn(self, player: PlayerCard, room: GameId, column: int, row: int, move: MakeMove) -> Answer:
        """Play the cell in this column and row; `move` handles everything else."""
        game = await self.look(player, room)
        if isinstance(game, Refusal):
            return Answer(refusal=game)
        if game.free_seat is not None and game.result is None:
            return refused("opponent_missing")
        if not game.started and game.result is None:
            # The guest uses another protocol, and has not confirmed there yet.
            await self._ask(room, player, StartGame())
        variant = find_variant(game.setup.variant)
        if not (0 <= column < variant.cols and 0 <= row < variant.rows):
            return refused("out_of_range")
        cell = row * variant.cols + column
        return await self._ask(room, player, MakeMove(id=move.id, cell=cell, ply=move.ply, mark=move.mark))

    async def current(self, player: PlayerCard) -> Game | None:
        """Return the game in the room that this user is in."""
        room = await self._database.read(room_of, player.id)
        game = None if room is None else await self.look(player, room)
        return None if isinstance(game, Refusal) else game

    async def look(self, player: PlayerCard, room: GameId) -> Game | Refusal:
        """Return the game in this room, for the two who play it."""
        game = await self._peek(room)
        if game is None:
            return Refusal("no_such_game")
        return Refusal("not_yours") if game.seat_of(player.id) is None else game

    async def delete(self, player: PlayerCard, room: GameId) -> Answer:
        """Remove the game and all its stored data, for both players."""
        return await self._games.delete(room, player)

    @asynccontextmanager
    async def _alone(self, player: PlayerCard) -> AsyncIterator[None]:
        lock = self._entering.setdefault(player.id, asyncio.Lock())
        async with lock:
            yield
