"""The games that a client knows: running games, and others while the program holds a reference to them."""

from collections.abc import Callable
from weakref import WeakValueDictionary

from noughts.client.errors import NoughtsError
from noughts.client.game import Ask, RemoteGame
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId, PlayerId


class KnownGames:
    """Each game once, with its newest state."""

    def __init__(self, ask: Ask, player: Callable[[], PlayerId | None]) -> None:
        self._ask = ask
        self._player = player
        self.running: dict[GameId, RemoteGame] = {}
        self.held: WeakValueDictionary[GameId, RemoteGame] = WeakValueDictionary()

    def find(self, game: GameId) -> RemoteGame:
        """Return the game with this id, known or new."""
        remote = self.held.get(game)
        if remote is None:
            self.held[game] = remote = RemoteGame(game, self._ask, self._player)
        return remote

    @property
    def followed(self) -> list[RemoteGame]:
        """The games that need updates."""
        return [game for game in self.held.values() if game.is_followed]

    def heard(self, state: BoardState) -> None:
        game = self.find(state.game)
        game.heard(state)
        if game.is_over:
            self.running.pop(state.game, None)
        else:
            self.running[state.game] = game

    def lose(self, game: GameId, error: NoughtsError) -> None:
        """Forget a game that gets no more updates."""
        lost = self.held.get(game)
        self.running.pop(game, None)
        if lost is not None:
            lost.fail(error)

    def fail(self, error: NoughtsError) -> None:
        for game in tuple(self.held.values()):
            game.fail(error)
