"""UDP clients that were offered a seat and have not yet proved that they receive our answers. In memory only, and
bounded.

A client that knows only two messages proves this with its first move, which contains the game id that only it received.
A first player can move at once. A second player must receive the first player's move before. So it is paired with a
game whose first player is already proven, and its own first move takes the seat.
"""

import asyncio
from typing import Protocol

from noughts.messages.ids import GameId, Seat
from noughts.server.sessions.services import Services

# How long the list of open games is reused, so that a flood doesn't cost one lookup per message.
LIST_SECONDS = 0.2


class Unseated(Protocol):
    """A client with an offered seat, which is not taken yet."""

    variant: str
    game_id: GameId
    is_taken: bool

    def show_game(self, game: GameId) -> None:
        """Show the client this game, in which it may take the free seat."""


class WaitingRoom:
    """The waiting clients, in order of arrival."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._loop = asyncio.get_running_loop()
        self._first: dict[Unseated, None] = {}
        self._second: dict[Unseated, None] = {}
        # Second players, and the open games that they were shown.
        self._shown: dict[Unseated, GameId] = {}
        self._open: list[tuple[str, GameId]] = []
        self._listed_at = -LIST_SECONDS

    async def enter(self, client: Unseated) -> tuple[Seat, GameId]:
        """Return the seat to offer to this client, and the game."""
        waiting = [game for variant, game in await self._open_games() if variant == client.variant]
        game = next((game for game in waiting if game not in self._shown.values()), None)
        if game is not None:
            self._shown[client] = game
            return "O", game
        firsts = [other for other in self._first if other.variant == client.variant]
        seconds = [other for other in self._second if other.variant == client.variant]
        if len(firsts) > len(seconds):
            self._second[client] = None
            return "O", firsts[len(seconds)].game_id
        self._first[client] = None
        return "X", self._services.environment.new_game_id()

    def wait_as_second(self, client: Unseated) -> None:
        """Show this client the next game whose first player becomes proven."""
        self._shown.pop(client, None)
        self._second[client] = None

    def waits(self, client: Unseated) -> bool:
        """Return whether this second player waits for a first player to become proven."""
        return client in self._second

    def leave(self, client: Unseated) -> None:
        """Remove a client that is proven or gone. If it leaves a game without a second player, pair another client."""
        self._first.pop(client, None)
        self._second.pop(client, None)
        game = self._shown.pop(client, None)
        table = None if game is None or client.is_taken else self._services.tables.get(game)
        if table is not None and table.game.is_open:
            self.opened(client.variant, table.game.id)

    def opened(self, variant: str, game: GameId) -> None:
        """Pair this game, whose first player is now proven, with the client that has waited longest."""
        client = next((other for other in self._second if other.variant == variant), None)
        if client is not None:
            del self._second[client]
            self._shown[client] = game
            client.show_game(game)
        else:
            # The list of open games may be slightly out of date.
            self._open.append((variant, game))

    async def _open_games(self) -> list[tuple[str, GameId]]:
        if self._loop.time() - self._listed_at >= LIST_SECONDS:
            self._listed_at = self._loop.time()
            self._open = [
                (game.variant, game.id)
                for game in (await self._services.lobby.games()).games
                if game.free_seat == "O" and (game.rounds, game.clock, game.rated, game.name) == (1, None, False, None)
            ]
        return self._open
