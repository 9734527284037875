"""How a player gets into a game: creating, joining by name or id, and meeting anybody, or somebody by name."""

import asyncio

from noughts.games import rated
from noughts.games.orders import TakeSeat
from noughts.messages.answers import PlayerCard
from noughts.messages.commands import CreateGame, Pair
from noughts.messages.computers import computer_named
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Door, Setup
from noughts.messages.text import shown_text
from noughts.rules import UnknownVariant, find_variant
from noughts.server.awaited import Awaited, Kind
from noughts.server.hall import Hall
from noughts.server.request import Answer, refused
from noughts.storage.blocks import apart_from
from noughts.storage.games import count_challenges, count_unfinished, entered_by, open_game_named
from noughts.storage.players import player_named

# Games of one player that may wait for the same other one at once.
MOST_CHALLENGES = 3


class Matching:
    """Brings players and games together."""

    def __init__(self, hall: Hall, unfinished_games: int, realtime_games: int) -> None:
        self._hall = hall
        self._unfinished_games = unfinished_games
        self._realtime_games = realtime_games
        self._awaited = Awaited()
        # Of two who come at once to an empty lobby, the second must find the game that the first has opened.
        self._pairing = asyncio.Lock()

    async def create(self, player: PlayerCard, command: CreateGame, door: Door | None = None) -> Answer:
        try:
            find_variant(command.variant)
        except UnknownVariant:
            return refused("unknown_variant")
        name = None if command.name is None else shown_text(command.name)
        if command.name is not None and (name is None or len(name) > 40):
            return refused("bad_name")
        computer = None if command.opponent is None else computer_named(command.opponent)
        needs_computer = computer is not None or command.absence == "computer"
        objection = self._hall.house.thinkers.objection if needs_computer else None
        if objection is not None:
            return Answer(refusal=objection)
        opponent = None if computer is None else computer.id
        if command.opponent is not None and computer is None:
            challenged = await self._challenged(player, command.opponent)
            if isinstance(challenged, Refusal):
                return Answer(refusal=challenged)
            opponent = challenged
        too_many = await self._too_many(player, command.clock)
        if too_many is not None:
            return too_many
        setup = Setup(
            variant=command.variant,
            rounds=command.rounds,
            clock=command.clock,
            visibility=command.visibility,
            name=name,
            opponent=opponent,
            door=door,
            rated=command.rated,
            absence=command.absence,
        )
        unrateable = rated.objection(setup)
        if unrateable is not None:
            return Answer(refusal=unrateable)
        if setup.rated and not rated.has_rating(player.kind):
            return refused("account_needed", "Guests play unrated games.")
        seat: Seat = self._hall.outside.coin() if command.seat == "random" else command.seat
        return await self._hall.create(player, setup, seat, command.id, opposite=computer)

    async def _too_many(self, player: PlayerCard, clock: ClockSetting | None) -> Answer | None:
        """Why this player may not have one more game with this clock, if so."""
        unfinished, realtime = await self._hall.database.read(count_unfinished, player.id)
        if unfinished >= self._unfinished_games:
            return refused("too_many_games", f"At most {self._unfinished_games}.")
        if clock is not None and clock.base_seconds is not None and realtime >= self._realtime_games:
            return refused("too_many_games", f"At most {self._realtime_games} with a real-time clock.")
        return None

    async def join(self, player: PlayerCard, name: str, command_id: str | None) -> Answer:
        """Take the free seat of the game with this id or lobby name."""
        game = GameId(name)
        table = await self._hall.find(game)
        if table is None:
            named = await self._hall.database.read(open_game_named, name)
            table = None if named is None else await self._hall.find(named)
            if table is None:
                return refused("no_such_game")
            game = table.game.id
        # Who asks twice is answered twice; who has a seat needs no second one.
        is_new = table.game.is_open and table.game.seat_of(player.id) is None
        too_many = await self._too_many(player, table.game.setup.clock) if is_new else None
        if too_many is not None:
            return too_many
        return await self._take_seat(player, game, command_id, await self.apart_from(player))

    async def apart_from(self, player: PlayerCard) -> set[PlayerId]:
        """Those with whom this player is not to be brought together, since one of the two does not want it."""
        return await self._hall.database.read(apart_from, player.id)

    async def _take_seat(
        self, player: PlayerCard, game: GameId, command_id: str | None, apart: set[PlayerId]
    ) -> Answer:
        table = await self._hall.find(game) if apart else None
        if table is not None and apart & {table.game.x, table.game.o}:
            return refused("blocked")
        return await self._hall.ask(game, player, TakeSeat(command_id))

    async def _challenged(self, player: PlayerCard, name: str) -> PlayerId | Refusal:
        """Whom this player challenges by this username or id, or why it may not."""
        database = self._hall.database
        other = await database.read(player_named, name)
        if other is None or other.id == player.id:
            return Refusal("no_such_player")
        if other.id in await self.apart_from(player):
            return Refusal("blocked")
        if await database.read(count_challenges, player.id, other.id) >= MOST_CHALLENGES:
            return Refusal("already_challenged")
        return other.id

    async def pair(self, player: PlayerCard, command: Pair) -> Answer:
        """Take a seat in the oldest open game of this kind that is not one's own, or open one and wait.

        A game that waits for this player by name comes first. Who names an opponent meets nobody else; the computer's
        players are met at once.
        """
        if command.id is not None:
            known = await self._hall.database.read(entered_by, player.id, command.id)
            if known is not None:
                return Answer(*known)
        if command.opponent is not None and computer_named(command.opponent) is not None:
            return await self._wait(player, command)
        too_many = await self._too_many(player, command.clock)
        if too_many is not None:
            return too_many
        async with self._pairing:
            apart = await self.apart_from(player)
            return (
                await self._take_awaited(player, command, apart)
                or await self._take_open(player, command, apart)
                or await self._wait(player, command)
            )

    async def _take_awaited(self, player: PlayerCard, command: Pair, apart: set[PlayerId]) -> Answer | None:
        kind = _kind(command)
        if command.opponent is not None:
            waiting = self._awaited.opened(player.name, command.opponent, kind)
            table = None if waiting is None else await self._hall.find(waiting)
            if table is not None and table.game.is_open and table.game.seat_of(player.id) is not None:
                # Asked twice: the game that already waits is the answer.
                return Answer(table.game.id, table.game.version)
        while (game := self._awaited.take(player.name, command.opponent, kind)) is not None:
            answer = await self._take_seat(player, game, command.id, apart)
            if answer.refusal is None:
                return answer
        return None

    async def _take_open(self, player: PlayerCard, command: Pair, apart: set[PlayerId]) -> Answer | None:
        opponent = None if command.opponent is None else command.opponent.casefold()
        for game in await self._hall.lobby.games():
            if Kind(game.variant, game.rounds, game.clock, game.rated) != _kind(command) or game.name is not None:
                continue
            if game.by.id == player.id:
                if opponent is not None:
                    continue
                # Asked twice: the game that already waits is the answer.
                return Answer(game.id, 1)
            if opponent not in (None, game.by.name.casefold()) or game.by.id in apart:
                continue
            answer = await self._hall.ask(game.id, player, TakeSeat(command.id))
            if answer.refusal is None:
                return answer
        return None

    async def _wait(self, player: PlayerCard, command: Pair) -> Answer:
        computer = None if command.opponent is None else computer_named(command.opponent)
        create = CreateGame(
            id=command.id,
            variant=command.variant,
            rounds=command.rounds,
            clock=command.clock,
            seat=command.seat,
            visibility="public" if command.opponent is None else "private",
            opponent=None if computer is None else computer.id,
            rated=command.rated,
        )
        answer = await self.create(player, create)
        if command.opponent is not None and computer is None and answer.game is not None:
            self._awaited.add(player.name, command.opponent, _kind(command), answer.game)
        return answer


def _kind(command: Pair) -> Kind:
    return Kind(command.variant, command.rounds, command.clock, command.rated)
