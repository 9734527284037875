"""A game as everybody sees it: the `BoardState`, encoded once for all who watch."""

from noughts.games.board import board_after_move, board_after_round, board_state, seated
from noughts.games.game import Game
from noughts.messages.board_state import BoardState, PlayerCard, Players
from noughts.messages.ids import PlayerId
from noughts.server.tables.packet import Packet
from noughts.server.tables.stored import Stored


class BoardView:
    """The board of one game, and the cards of its players."""

    __slots__ = ("_cards", "_game", "_packet", "players")

    def __init__(self, game: Game, cards: dict[PlayerId, PlayerCard]) -> None:
        self._game = game
        self._cards = cards
        self._packet: Packet | None = None
        self.players: Players = seated(game, cards)

    @property
    def cards(self) -> dict[PlayerId, PlayerCard]:
        return self._cards

    @property
    def packet(self) -> Packet:
        """The newest board, ready to be sent."""
        if self._packet is None:
            self._packet = Packet(board_state(self._game, self.players))
        return self._packet

    @property
    def board(self) -> BoardState:
        """The newest board."""
        message = self.packet.message
        assert isinstance(message, BoardState)
        return message

    def update(self, stored: Stored) -> None:
        """Show the game after this change."""
        self._game = game = stored.after
        packet = self._packet
        # A third of the work of a full rebuild, on nearly every change.
        if stored.is_plain_move and packet is not None:
            self._packet = Packet(board_after_move(packet.message, game))  # type: ignore[arg-type]
            return
        before = stored.before
        if before is None or game.x != before.x or game.o != before.o:
            self.players = seated(game, self._cards)
        if stored.is_play and packet is not None:
            self._packet = Packet(board_after_round(packet.message, game, self.players))  # type: ignore[arg-type]
        else:
            self._packet = None

    def reset(self, game: Game) -> None:
        """Show this game, whatever was shown before."""
        self._game = game
        self._packet = None
        self.players = seated(game, self._cards)

    def set_card(self, card: PlayerCard) -> None:
        """Show one of the players with a new name or picture."""
        self._cards[card.id] = card
        self.reset(self._game)
