"""A seat offered over UDP.

The client can take it only after it has proved that it receives our answers. Senders can be forged, so a first message
stores nothing: neither a guest nor a game.
"""

from collections.abc import Callable
from typing import Any

from noughts.doors.line.line_messages import LineMessage, encode, player_number
from noughts.doors.line.waiting_room import WaitingRoom
from noughts.messages.ids import GameId, Seat


class ProvisionalSeat:
    """The offer to one client after its first message."""

    def __init__(
        self,
        first_message: LineMessage,
        room: WaitingRoom,
        send: Callable[[bytes], None],
        show: Callable[[GameId], None],
        *,
        seq: int,
        secret: str,
    ) -> None:
        self.first_message = first_message
        self.seq = seq
        self.seat: Seat | None = None
        self.game_id = GameId("")
        # The game that can be joined now; None for a first player.
        self.joinable: GameId | None = None
        self.told_id = ""
        self.variant = first_message.game_type or "classic"
        self._room = room
        self._send = send
        self._show = show
        self._secret = secret
        self._is_finding = False
        self._is_gone = False
        # Whether the client is proven; a second player may have to wait even then.
        self.is_taken = False

    async def offer(self) -> None:
        """Offer the seat. A client that asks for more than the basic protocol must first prove its address."""
        if not self.first_message.is_plain:
            return self._send(encode({"seq": self.seq}))
        if self.seat is None:
            if self._is_finding:
                return None
            self._is_finding = True
            seat, game = await self._room.enter(self)
            if self._is_gone:
                return self._room.leave(self)
            self.seat, self.game_id = seat, game
            self.told_id = game + self._secret
        self._send(encode(self.reply))
        if self.seat == "O" and self.joinable is None and not self._room.waits(self):
            self.show_game(self.game_id)
        return None

    @property
    def reply(self) -> dict[str, Any]:
        """The reply to the first message."""
        assert self.seat is not None
        return {"gameId": self.told_id, "playerId": player_number(self.seat)}

    def is_proven_by(self, message: LineMessage) -> bool:
        """Return whether this message proves that its sender received the offer."""
        if message.ack is not None:
            return message.ack == self.seq
        return (
            self.seat is not None
            and message.game_id == self.told_id
            and message.player_id == player_number(self.seat)
            and message.cell is not None
        )

    def show_game(self, game: GameId) -> None:
        """Show a second player the game of a proven first player."""
        self.joinable = self.game_id = game
        self._show(game)

    def leave(self) -> None:
        """Withdraw the offer: the seat is taken, or the client no longer wants it."""
        self._is_gone = True
        self._room.leave(self)

    def wait_for_another(self) -> None:
        """Offer another game: this one is full, and the client has received none of its moves."""
        self.joinable = None
        self._room.wait_as_second(self)
