"""How a player gets into a game: joining by name or id, or being paired with anyone or with a named opponent."""

import asyncio
from collections.abc import Awaitable, Callable

from noughts.games.absence import Gone
from noughts.games.orders import TakeSeat
from noughts.messages.board_state import PlayerCard
from noughts.messages.commands import CreateGame, Pair
from noughts.messages.computers import computer_named
from noughts.messages.ids import GameId, PlayerId
from noughts.server.matchmaking.creation import GameCreation
from noughts.server.matchmaking.named_waits import NamedWaits
from noughts.server.presence.attendance import Unknown
from noughts.server.runtime.environment import Environment
from noughts.server.tables.requests import Answer, Ask, Peek, refused
from noughts.storage.games import entered_by, open_game_named
from noughts.storage.journal import Database
from noughts.storage.pairing import MOST_AT_ONCE, Kind, own_waiting_game, waiting_games

# How often waiting players are checked; each time, players who have left are skipped.
MOST_LOOKS = 10


class Matching:
    """Brings players and games together."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        creation: GameCreation,
        gone: Callable[[PlayerId, GameId], Awaitable[Gone | None]],
        ask: Ask,
        peek: Peek,
    ) -> None:
        self._database = database
        self._environment = environment
        self._creation = creation
        self._gone = gone
        self._ask = ask
        self._peek = peek
        self._awaited = NamedWaits()
        # When two players arrive at once, the second must find the game that the first has opened; the database ensures
        # it too.
        self._pairing = asyncio.Lock()

    async def join(self, player: PlayerCard, name: str, command_id: str | None) -> Answer:
        """Take the free seat of the game with this id or lobby name."""
        game = await self._peek(GameId(name))
        if game is None:
            named = await self._database.read(open_game_named, name)
            game = None if named is None else await self._peek(named)
            if game is None:
                return refused("no_such_game")
        # A player who already has a seat gets the same answer again, whatever the limit.
        is_new = game.is_open and game.seat_of(player.id) is None
        too_many = await self._creation.too_many(player, game.setup.clock) if is_new else None
        if too_many is not None:
            return too_many
        return await self._take_seat(player, game.id, command_id, await self._creation.apart_from(player))

    async def _take_seat(
        self, player: PlayerCard, game: GameId, command_id: str | None, apart: set[PlayerId]
    ) -> Answer:
        state = await self._peek(game) if apart else None
        if state is not None and apart & {state.x, state.o}:
            return refused("blocked")
        return await self._ask(game, player, TakeSeat(command_id))

    async def pair(self, player: PlayerCard, command: Pair) -> Answer:
        """Take a seat in another player's oldest open game of this kind, or open one and wait.

        A game that waits for this player comes first. A player who names an opponent is paired with nobody else.
        Computer players need no wait.
        """
        if command.id is not None:
            known = await self._database.read(entered_by, player.id, command.id)
            if known is not None:
                return Answer(*known)
        if command.opponent is not None and computer_named(command.opponent) is not None:
            return await self._wait(player, command)
        too_many = await self._creation.too_many(player, command.clock)
        if too_many is not None:
            return too_many
        async with self._pairing, self._database.alone(f"pair {command.variant}"):
            apart = await self._creation.apart_from(player)
            return (
                await self._take_awaited(player, command, apart)
                or await self._take_open(player, command, apart)
                or await self._wait(player, command)
            )

    async def _take_awaited(self, player: PlayerCard, command: Pair, apart: set[PlayerId]) -> Answer | None:
        kind = _kind(command)
        if command.opponent is not None:
            waiting = self._awaited.opened(player.name, command.opponent, kind)
            state = None if waiting is None else await self._peek(waiting)
            if state is not None and state.is_open and state.seat_of(player.id) is not None:
                # A repeated request gets the game that already waits.
                return Answer(state.id, state.version)
        while (game := self._awaited.take(player.name, command.opponent, kind)) is not None:
            answer = await self._take_seat(player, game, command.id, apart)
            if answer.refusal is None:
                return answer
        return None

    async def _take_open(self, player: PlayerCard, command: Pair, apart: set[PlayerId]) -> Answer | None:
        """Take a seat opposite the player who has waited longest and is still here."""
        kind, database = _kind(command), self._database
        if command.opponent is None:
            own = await database.read(own_waiting_game, kind, player.id)
            if own is not None:
                # A repeated request gets the game that already waits.
                return Answer(own, 1)
        passed_over = {player.id, *apart}
        for _ in range(MOST_LOOKS):
            waiting = await database.read(waiting_games, kind, tuple(passed_over), command.opponent)
            for row in waiting:
                if row.creator_id in passed_over:
                    continue
                if await self._has_left(row.creator_id, row.id, kind):
                    passed_over.add(row.creator_id)
                    continue
                answer = await self._ask(row.id, player, TakeSeat(command.id))
                if answer.refusal is None:
                    return answer
            passed_over.update(row.creator_id for row in waiting)
            if len(waiting) < MOST_AT_ONCE:
                break
        return None

    async def _has_left(self, player: PlayerId, game: GameId, kind: Kind) -> bool:
        """Return whether this player, who waits in this game, would not notice an arriving opponent."""
        if kind.clock is not None and not kind.clock.is_realtime:
            return False
        try:
            gone = await self._gone(player, game)
        except Unknown:
            return False
        return gone is not None and gone.from_ms <= self._environment.now_ms()

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
        answer = await self._creation.create(player, create)
        if command.opponent is not None and computer is None and answer.game is not None:
            self._awaited.add(player.name, command.opponent, _kind(command), answer.game)
        return answer


def _kind(command: Pair) -> Kind:
    return Kind(command.variant, command.rounds, command.clock, command.rated)
