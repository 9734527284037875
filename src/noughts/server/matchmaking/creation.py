"""Opens games: checks what a player asks for, and the limits on how many games each may have."""

from collections.abc import Callable

from noughts.games import rated
from noughts.messages.board_state import PlayerCard
from noughts.messages.commands import CreateGame
from noughts.messages.computers import computer_named
from noughts.messages.ids import GameId, PlayerId, Seat
from noughts.messages.refusals import Refusal
from noughts.messages.setup import ClockSetting, Door, Setup
from noughts.messages.text import shown_text
from noughts.rules import UnknownVariant, find_variant
from noughts.server.runtime.environment import Environment
from noughts.server.tables.games import Games
from noughts.server.tables.requests import Answer, refused
from noughts.storage.blocks import apart_from
from noughts.storage.games import count_challenges, count_unfinished
from noughts.storage.journal import Database
from noughts.storage.players import player_named

# How many games of one player may wait for the same opponent at once.
MOST_CHALLENGES = 3


class GameCreation:
    """Creates games for players."""

    def __init__(
        self,
        database: Database,
        environment: Environment,
        games: Games,
        computer_objection: Callable[[], Refusal | None],
        *,
        unfinished_games: int,
        realtime_games: int,
    ) -> None:
        self._database = database
        self._environment = environment
        self._games = games
        self._computer_objection = computer_objection
        self._unfinished_games = unfinished_games
        self._realtime_games = realtime_games

    async def create(
        self, player: PlayerCard, command: CreateGame, door: Door | None = None, game_id: GameId | None = None
    ) -> Answer:
        """Open a game as this player, or say why not. `game_id` is an id that was given to the player already."""
        try:
            find_variant(command.variant)
        except UnknownVariant:
            return refused("unknown_variant")
        name = None if command.name is None else shown_text(command.name)
        if command.name is not None and (name is None or len(name) > 40):
            return refused("bad_name")
        computer = None if command.opponent is None else computer_named(command.opponent)
        needs_computer = computer is not None or command.absence == "computer"
        objection = self._computer_objection() if needs_computer else None
        if objection is not None:
            return Answer(refusal=objection)
        opponent = None if computer is None else computer.id
        if command.opponent is not None and computer is None:
            challenged = await self._challenged(player, command.opponent)
            if isinstance(challenged, Refusal):
                return Answer(refusal=challenged)
            opponent = challenged
        too_many = await self.too_many(player, command.clock)
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
        seat: Seat = self._environment.coin() if command.seat == "random" else command.seat
        return await self._games.create(player, setup, seat, command.id, opposite=computer, game_id=game_id)

    async def too_many(self, player: PlayerCard, clock: ClockSetting | None) -> Answer | None:
        """Return why this player may not have one more game with this clock, or None."""
        unfinished, realtime = await self._database.read(count_unfinished, player.id)
        if unfinished >= self._unfinished_games:
            return refused("too_many_games", f"The limit is {self._unfinished_games}.")
        if clock is not None and clock.is_realtime and realtime >= self._realtime_games:
            return refused("too_many_games", f"The limit is {self._realtime_games} with a real-time clock.")
        return None

    async def apart_from(self, player: PlayerCard) -> set[PlayerId]:
        """Return the players who are never paired with this one, because one of the two has blocked the other."""
        return await self._database.read(apart_from, player.id)

    async def _challenged(self, player: PlayerCard, name: str) -> PlayerId | Refusal:
        """Return the challenged player with this username or id, or the refusal."""
        database = self._database
        other = await database.read(player_named, name)
        if other is None or other.id == player.id:
            return Refusal("no_such_player")
        if other.id in await self.apart_from(player):
            return Refusal("blocked")
        if await database.read(count_challenges, player.id, other.id) >= MOST_CHALLENGES:
            return Refusal("already_challenged")
        return other.id
