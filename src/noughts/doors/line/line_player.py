"""A client of the line protocol in a session: translates its two messages into commands.

It decides nothing about games. It keeps what the protocol leaves to the server: which game is meant, and which moves
the client has received. It also sends the same reply to a repeated request.
"""

import asyncio
from collections.abc import Callable

from noughts.doors.line.line_client import LineClient
from noughts.doors.line.line_delivery import LineDelivery
from noughts.doors.line.line_game import LineGame
from noughts.doors.line.line_login import LineLogin
from noughts.doors.line.line_messages import LineMessage, refusal_error
from noughts.doors.line.line_sender import LineSender
from noughts.doors.line.resender import Resender
from noughts.messages import commands as c
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.services import Services
from noughts.server.sessions.session import Session
from noughts.server.tables.table import Table

# Over UDP, a first message repeated this soon after the end of its game is a late duplicate.
DUPLICATE_SECONDS = 5.0


class LineProtocolPlayer:
    """One client's conversation in the line protocol."""

    def __init__(
        self,
        session: Session,
        services: Services,
        send: Callable[[bytes], None],
        resender: Resender,
        *,
        is_lossy: bool = False,
        secret: str = "",
    ) -> None:
        self._session = session
        self._services = services
        self._tables = services.tables
        self._resender = resender
        self._loop = asyncio.get_running_loop()
        self._client = LineClient(secret)
        self._sender = LineSender(send, resender, is_lossy=is_lossy)
        self._login = LineLogin(session, services)
        self._delivery = LineDelivery(session, services.tables, self._client, self._sender, self._login, self._may_play)
        # The server's messages to this client, in the line protocol.
        self.deliver = self._delivery.deliver

    @property
    def is_current_protocol(self) -> bool:
        """Whether the client's newest message was of the line protocol."""
        return self._client.is_current_protocol

    def note_native(self) -> None:
        """Note that the client's newest message was of the native protocol."""
        self._client.is_current_protocol = False

    def receive(self, message: LineMessage) -> bool:
        """Handle a message. Return True when it proves that the client receives our answers."""
        self._client.is_current_protocol = True
        if message.ack is not None:
            return self._resender.acknowledged(message.ack)
        if message.is_of_game:
            return self._receive_in_game(message)
        if not self._was_counted(message) and not self._session.count():
            return False
        if not self._client.is_entering and not self._repeat_reply(message):
            self._ask_for_seat(message)
        return False

    def _was_counted(self, message: LineMessage) -> bool:
        """Return whether the door has counted this first message already."""
        return False

    # First messages: who the client is, and what it wants to play.

    def _ask_for_seat(self, message: LineMessage) -> None:
        self._client.is_entering = True
        self._services.spawn(self._enter(message))

    def _repeat_reply(self, message: LineMessage) -> bool:
        """Repeat the reply to a client that seems to have missed it. Return False when it asks for something new."""
        game, card = self._client.current, self._session.card
        if game is None or game.answer is None or card is None or message.resume:
            return False
        if message.username and message.username.casefold() != card.name.casefold():
            return False
        if game.is_over and not self._is_late_duplicate(message, game):
            return False
        self._sender.send_bytes(game.answer)
        if self._sender.is_lossy:
            self._sender.repeat(game)
        return True

    def _is_late_duplicate(self, message: LineMessage, over: LineGame) -> bool:
        if not self._sender.is_lossy or message != self._client.asked or over.over_at is None:
            return False
        return self._loop.time() - over.over_at < DUPLICATE_SECONDS

    async def _enter(self, message: LineMessage) -> None:
        self._sender.acks = self._sender.acks or message.acks
        comes_back = message.resume and message.is_proven
        if comes_back:
            self._delivery.gather_resumed()
        try:
            refusal = await self._login.log_in(message)
            if refusal is None and comes_back:
                # The answer to this comes after all games that follow a login.
                self._session.handle(c.Heartbeat())
            elif refusal is None:
                self._client.asked = message
                refusal = await self._login.find_game(message)
            if refusal is not None:
                self._delivery.drop_resumed()
                self._sender.send(refusal_error(refusal))
        finally:
            self._client.is_entering = False

    # Messages in a game: a move, or whether to play again.

    def _receive_in_game(self, message: LineMessage) -> bool:
        game = self._client.game_by_told_id(message.game_id)
        if game is None or game.number != message.player_id:
            self._session.unreadable(Refusal("not_yours"))
            return False
        if message.cell is None:
            self._resender.drop_in_game(game.id, with_end=True)
            self._play_again(game, message)
        elif self._sender.is_lossy and game.has_played(message.cell):
            self._resend(game, message.cell, message.seq)
        else:
            self._resender.drop_in_game(game.id, with_end=False)
            game.awaited = (message.cell, message.seq)
            self._session.handle(c.MakeMove(game=game.id, cell=message.cell, mark=message.mark))
        return True

    def _resend(self, game: LineGame, cell: int, seq: int | None) -> None:
        """Send everything since the client's last move again, because the client may have missed it.

        Counts like a move.
        """
        if not self._session.count():
            return
        if cell in game.mine:
            self._sender.acknowledge(seq)
        self._sender.repeat(game)

    def _play_again(self, game: LineGame, message: LineMessage) -> None:
        self._sender.acknowledge(message.seq)
        table = self._tables.get(game.id)
        following = None if table is None else self._client.games.get(table.game.next_game or GameId(""))
        if following is not None:
            if self._session.count():
                self._sender.send(following.address())
            return
        game.wants_again = bool(message.play_again)
        self._session.handle(c.PlayAgain(game=game.id, value=game.wants_again, variant=message.game_type))
        if game.opponent_left and game.wants_again:
            self._sender.send(refusal_error(Refusal("opponent_left")))

    def _may_play(self, game: LineGame, table: Table) -> bool:
        """Return whether the client can still take its seat in this game."""
        return True

    def closed(self) -> None:
        """Clean up after the connection. A guest who cannot return leaves no open game that others could be paired
        with.
        """
        self._login.close()
        card = self._session.card
        if card is None or card.kind != "guest" or self._login.can_return:
            return
        for game in self._client.games.values():
            table = self._tables.get(game.id)
            if table is not None and table.game.is_open:
                self._services.spawn(self._tables.ask(game.id, card, c.Abort()))
