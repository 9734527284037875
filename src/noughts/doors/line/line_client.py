"""What the server remembers about a line protocol client between its messages: its games, and its requests."""

from noughts.doors.line.line_game import LineGame
from noughts.doors.line.line_messages import LineMessage
from noughts.messages.ids import GameId

# Finished games kept for a client that repeats a request.
MOST_OVER = 8


class LineClient:
    """The client's games by their ids. `current` is the game of its latest first message."""

    def __init__(self, secret: str = "") -> None:
        # The suffix of every game id given to this client.
        self.secret = secret
        self.games: dict[GameId, LineGame] = {}
        self.current: LineGame | None = None
        # The first message that led to the current game.
        self.asked: LineMessage | None = None
        # Whether a first message is being handled.
        self.is_entering = False
        # Whether the client's newest message was of the line protocol.
        self.is_current_protocol = False

    def new_game(self, game_id: GameId, *, is_named: bool = False) -> LineGame:
        """Return a new game for this client. It is not among its games yet."""
        return LineGame(game_id, told_id=game_id + self.secret, is_named=is_named)

    def play_next(self, game: LineGame) -> None:
        """Add this game as the current one, and forget the oldest of those that are over."""
        self.current = self.games[game.id] = game
        over = [game.id for game in self.games.values() if game.is_over and game is not self.current]
        for game_id in over[:-MOST_OVER]:
            del self.games[game_id]

    def game_by_told_id(self, told_id: str | None) -> LineGame | None:
        """Return the client's game with this id."""
        game = self.games.get(GameId((told_id or "").removesuffix(self.secret)))
        if game is not None and game.told_id == told_id:
            return game
        return next((game for game in self.games.values() if game.told_id == told_id), None)
