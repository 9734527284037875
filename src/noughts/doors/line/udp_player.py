"""A line protocol client over UDP: it takes its seat only after it has proved that it receives our answers."""

from collections.abc import Callable

from noughts.doors.line.line_game import LineGame
from noughts.doors.line.line_messages import LineMessage, encode, refusal_error
from noughts.doors.line.line_player import LineProtocolPlayer
from noughts.doors.line.provisional_seat import ProvisionalSeat
from noughts.doors.line.resender import Resender
from noughts.doors.line.waiting_room import WaitingRoom
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services
from noughts.server.sessions.session import Session
from noughts.server.tables.table import Table


class DatagramPlayer(LineProtocolPlayer):
    """One client's conversation, with a secret at the end of every game id given to it."""

    def __init__(
        self,
        session: Session,
        services: Services,
        send: Callable[[bytes], None],
        resender: Resender,
        room: WaitingRoom,
        secret: str,
    ) -> None:
        super().__init__(session, services, send, resender, is_lossy=True, secret=secret)
        self._room = room
        self._seat: ProvisionalSeat | None = None
        # A move that came while its seat was being taken.
        self._early_move: LineMessage | None = None

    def receive(self, message: LineMessage) -> bool:
        seat = self._seat
        if seat is not None and (seat.is_proven_by(message) or self._is_acknowledged_by(message)):
            self._client.is_current_protocol = True
            self._take_seat(seat, message)
            return True
        if message.is_of_game and self._client.is_entering:
            # Most clients acknowledge the first player's move and send their own right after it.
            self._early_move = message
            return True
        return super().receive(message)

    def is_proof(self, message: LineMessage) -> bool:
        """Return whether only a client that receives our answers can send this."""
        if message.ack is not None:
            return self._resender.is_unacknowledged(message.ack) or (
                self._seat is not None and self._seat.seq == message.ack
            )
        return bool(message.game_id and self._client.secret and message.game_id.endswith(self._client.secret))

    def _was_counted(self, message: LineMessage) -> bool:
        # The sender may be forged, so this doesn't count as a message of this client.
        return not self.is_proof(message)

    def _ask_for_seat(self, message: LineMessage) -> None:
        if self._seat is not None and self._seat.first_message != message:
            self._seat.leave()
            self._seat = None
        if self._seat is None:
            seq = int(self._services.environment.pick(range(2**31)))
            self._seat = ProvisionalSeat(
                message, self._room, self._sender.send_bytes, self._show_game, seq=seq, secret=self._client.secret
            )
        self._services.spawn(self._seat.offer())

    def _is_acknowledged_by(self, message: LineMessage) -> bool:
        """Return whether this message of an unseated second player acknowledges the first player's move."""
        return message.ack is not None and self._resender.acknowledged(message.ack)

    def _show_game(self, game_id: GameId) -> None:
        """Send a client the moves of the game in which it may take a seat."""
        seat = self._seat
        if seat is None:
            return
        game = self._client.games[game_id] = LineGame(game_id, told_id=seat.told_id)
        game.seat = seat.seat
        self._services.spawn(self._session.watched.watch(game_id))
        if seat.is_taken:
            self._start_entering(seat, None)

    def _lose_seat(self, seat: ProvisionalSeat, game: LineGame) -> None:
        """Drop the offer, because another client has taken the seat."""
        del self._client.games[game.id]
        self._session.watched.stop(game.id)
        if game.told:
            seat.leave()
            self._seat = None
            self._sender.send(refusal_error(Refusal("game_full")))
        else:
            seat.wait_for_another()

    def _take_seat(self, seat: ProvisionalSeat, message: LineMessage) -> None:
        seat.is_taken = True
        if seat.seat == "O" and seat.joinable is None:
            # The opponent is not proven yet.
            return
        self._start_entering(seat, message if message.is_of_game else None)

    def _start_entering(self, seat: ProvisionalSeat, move: LineMessage | None) -> None:
        """Take the seat, but only once: another datagram may arrive while this one is being handled."""
        self._seat = None
        self._client.is_entering = True
        self._early_move = move
        self._services.spawn(self._enter_seat(seat) if seat.first_message.is_plain else self._enter(seat.first_message))

    async def _enter_seat(self, seat: ProvisionalSeat) -> None:
        try:
            self._client.asked = seat.first_message
            refusal = await self._login.log_in(seat.first_message) or await self._join_or_open(seat)
        finally:
            # Leave only now: while this client is in the waiting room, others can be offered the opposite seat.
            seat.leave()
            self._client.is_entering = False
        if refusal is not None:
            self._client.games.pop(seat.game_id, None)
            self._sender.send(refusal_error(refusal))
        elif self._early_move is not None:
            self._receive_in_game(self._early_move)

    async def _join_or_open(self, seat: ProvisionalSeat) -> Refusal | None:
        game = self._client.games.setdefault(seat.game_id, LineGame(seat.game_id, told_id=seat.told_id))
        game.seat, game.answer = seat.seat, encode(seat.reply)
        self._client.current = game
        if seat.seat == "O":
            return await self._login.join(game.id)
        refusal = await self._login.open_game(seat.variant, game.id)
        if refusal is None:
            self._room.opened(seat.variant, game.id)
        return refusal

    def _may_play(self, game: LineGame, table: Table) -> bool:
        if self._seat is None or self._seat.joinable != game.id or table.game.is_open:
            return True
        self._lose_seat(self._seat, game)
        return False

    def closed(self) -> None:
        if self._seat is not None:
            self._seat.leave()
        super().closed()
