"""A table's interface to the database: append changes to its game, and read the ones it has not seen."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec import Struct

from noughts.games.application import replay
from noughts.games.change_facts import is_plain_move
from noughts.games.game import Game
from noughts.messages import events as e
from noughts.messages.board_state import PlayerCard
from noughts.messages.events import Change
from noughts.messages.ids import GameId, PlayerId
from noughts.server.runtime.background import report_failure
from noughts.server.runtime.histogram import Histogram
from noughts.server.tables.commit_timing import timed_append
from noughts.storage import games as stored_games
from noughts.storage.journal import Database
from noughts.storage.players import cards_of

Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class Missed(Struct, frozen=True):
    """Changes of a game in their order, and the cards of the players in them."""

    changes: list[Change]
    cards: dict[PlayerId, PlayerCard]


class LoadedGame(Struct, frozen=True):
    """A game as it is stored, and how its commands were answered."""

    game: Game
    cards: dict[PlayerId, PlayerCard]
    accepted: dict[tuple[PlayerId, str], int]
    refusals: dict[tuple[PlayerId, str], str]


class Journal:
    """The stored changes of all games."""

    def __init__(
        self, database: Database, spawn: Spawn, *, is_shared: bool = False, commit_seconds: Histogram | None = None
    ) -> None:
        self._database = database
        # Whether other processes append to it, too.
        self.is_shared = is_shared
        self._spawn = spawn
        # Stores a write and calls back with its fate. A plain attribute, because every move calls it.
        self.append = timed_append(database.append, commit_seconds or Histogram())

    async def load(self, game: GameId) -> LoadedGame | None:
        """Return a game as it is stored, or None when there is no such game."""
        # No id has such characters, and PostgreSQL rejects some of them even in a query.
        if not (game.isascii() and game.isprintable()):
            return None
        missed = await self._read(game, 0)
        state = current_game(missed.changes)
        if state is None:
            return None
        refusals = await self._database.read(stored_games.refusals_of, game)
        return LoadedGame(state, missed.cards, accepted_commands(missed.changes), refusals)

    def fetch(self, game: GameId, version: int, done: Callable[[Missed | None], None]) -> None:
        """Read the changes after `version`; `done` receives them, or None when the database cannot be read."""
        self._spawn(self._fetch(game, version, done))

    async def _fetch(self, game: GameId, version: int, done: Callable[[Missed | None], None]) -> None:
        missed = None
        try:
            missed = await self._read(game, version)
        except Exception as error:
            report_failure("a game could not be reloaded", error, game=game)
        done(missed)

    async def _read(self, game: GameId, version: int) -> Missed:
        changes = await self._database.read(stored_games.changes_of, game, version)
        players = players_in(changes)
        return Missed(changes, await self._database.read(cards_of, players) if players else {})

    async def versions(self, games: Sequence[GameId]) -> dict[GameId, int]:
        """Return the newest stored version of each of these games; a deleted game has none."""
        return await self._database.read(stored_games.versions_of, games)


def current_game(changes: Sequence[Change]) -> Game | None:
    """Return the game after these changes; None when it was deleted or never began.

    A game without its first row was erased, and another process that had not noticed wrote once more.
    """
    if not changes or changes[0].version != 1:
        return None
    game = replay(changes)
    return None if game.deleted else game


def accepted_commands(changes: Sequence[Change]) -> dict[tuple[PlayerId, str], int]:
    """Return the version that each player's command led to, by the command's id."""
    return {(c.player, c.command_id): c.version for c in changes if c.player and c.command_id}


def players_in(changes: Sequence[Change]) -> set[PlayerId]:
    """Return the players who take a seat in these changes."""
    ids: set[PlayerId | None] = set()
    for change in changes:
        if is_plain_move(change.events):
            continue
        for event in change.events:
            match event:
                case e.GameCreated(player=player, other=other):
                    ids |= {player, other}
                case e.PlayerJoined(player=player):
                    ids.add(player)
                case _:
                    pass
    return {player for player in ids if player is not None}
