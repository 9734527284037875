"""A game as everybody sees it: the `BoardState`, encoded once for all who watch.

A plain move changes only some of its fields. Only those are encoded, and the bytes of the others are kept.
"""

from noughts.games.board import board_of_move, board_state, seated
from noughts.games.game import Game
from noughts.messages.answers import Message
from noughts.messages.board_state import BoardState, PlayerCard, Players
from noughts.messages.codec import encode_message
from noughts.messages.ids import PlayerId
from noughts.server.tables.packet import Packet
from noughts.server.tables.stored import Stored

# The first field of a board that a plain move does not change.
START_OF_REST = b',"phase":'


class BoardPacket(Packet, eq=False, gc=False):
    """A board that is encoded already. Hardly any door needs it as a message, so that is made last."""

    _game: Game | None = None
    _players: Players | None = None

    @property
    def message(self) -> Message:
        if self._message is None:
            assert self._game is not None and self._players is not None  # noqa: PT018 - they are set together
            self._message = board_state(self._game, self._players)
        return self._message


class BoardView:
    """The board of one game, and the cards of its players."""

    __slots__ = ("_cards", "_game", "_packet", "_rest", "players")

    def __init__(self, game: Game, cards: dict[PlayerId, PlayerCard]) -> None:
        self._game = game
        self._cards = cards
        self._packet: Packet | None = None
        # The bytes of the newest board that plain moves do not change. None until the whole board was encoded.
        self._rest: bytes | None = None
        self.players: Players = seated(game, cards)

    @property
    def cards(self) -> dict[PlayerId, PlayerCard]:
        return self._cards

    @property
    def packet(self) -> Packet:
        """The newest board, ready to be sent."""
        return self.newest_packet()

    def newest_packet(self) -> Packet:
        # A method, because a property would cost more than this, and every move comes here.
        packet = self._packet
        if packet is None:
            game, rest = self._game, self._rest
            if rest is None:
                packet = Packet(board_state(game, self.players))
                self._rest = packet.json()[packet.json().index(START_OF_REST) :]
            else:
                changed = encode_message(board_of_move(game))
                packet = BoardPacket(None, changed[:-1] + rest, None, game, self.players)
            self._packet = packet
        return packet

    @property
    def board(self) -> BoardState:
        """The newest board."""
        message = self.packet.message
        assert isinstance(message, BoardState)
        return message

    def update(self, stored: Stored) -> None:
        """Show the game after this change."""
        self._game = game = stored.after
        self._packet = None
        if stored.is_plain_move:
            return
        self._rest = None
        before = stored.before
        if before is None or game.x != before.x or game.o != before.o:
            self.players = seated(game, self._cards)

    def reset(self, game: Game) -> None:
        """Show this game, whatever was shown before."""
        self._game = game
        self._packet = self._rest = None
        self.players = seated(game, self._cards)

    def set_card(self, card: PlayerCard) -> None:
        """Show one of the players with a new name or picture."""
        self._cards[card.id] = card
        self.reset(self._game)
