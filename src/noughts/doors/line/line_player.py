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
DOUBLE_SECONDS = 5.0


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
    def spoke_last(self) -> bool:
        """Whether the client's newest message was of the line protocol."""
        return self._client.spoke_last

    def spoke_native(self) -> None:
        """Note that the client's newest message was of the native protocol."""
        self._client.spoke_last = False

    def hear(self, said: LineMessage) -> bool:
        """Handle a message. Return True when it proves that the client receives our answers."""
        self._client.spoke_last = True
        if said.ack is not None:
            return self._resender.heard(said.ack)
        if said.is_of_game:
            return self._hear_in_game(said)
        if not self._was_counted(said) and not self._session.count():
            return False
        if not self._client.is_entering and not self._ask_again(said):
            self._ask_for_seat(said)
        return False

    def _was_counted(self, said: LineMessage) -> bool:
        """Return whether the door has counted this first message already."""
        return False

    # First messages: who the client is, and what it wants to play.

    def _ask_for_seat(self, said: LineMessage) -> None:
        self._client.is_entering = True
        self._services.spawn(self._enter(said))

    def _ask_again(self, said: LineMessage) -> bool:
        """Repeat the reply to a client that seems to have missed it. Return False when it asks for something new."""
        game, card = self._client.current, self._session.card
        if game is None or game.answer is None or card is None or said.resume:
            return False
        if said.username and said.username.casefold() != card.name.casefold():
            return False
        if game.is_over and not self._is_double(said, game):
            return False
        self._sender.send_bytes(game.answer)
        if self._sender.is_lossy:
            self._sender.repeat(game)
        return True

    def _is_double(self, said: LineMessage, over: LineGame) -> bool:
        if not self._sender.is_lossy or said != self._client.asked or over.over_at is None:
            return False
        return self._loop.time() - over.over_at < DOUBLE_SECONDS

    async def _enter(self, said: LineMessage) -> None:
        self._sender.acks = self._sender.acks or said.acks
        comes_back = said.resume and said.is_proven
        if comes_back:
            self._delivery.gather_resumed()
        try:
            refusal = await self._login.come_in(said)
            if refusal is None and comes_back:
                # The answer to this comes after all games that follow a login.
                self._session.handle(c.Heartbeat())
            elif refusal is None:
                self._client.asked = said
                refusal = await self._login.find_game(said)
            if refusal is not None:
                self._delivery.drop_resumed()
                self._sender.send(refusal_error(refusal))
        finally:
            self._client.is_entering = False

    # Messages in a game: a move, or whether to play again.

    def _hear_in_game(self, said: LineMessage) -> bool:
        game = self._client.game_told(said.game_id)
        if game is None or game.number != said.player_id:
            self._session.unreadable(Refusal("not_yours"))
            return False
        if said.cell is None:
            self._resender.heard_in(game.id, with_end=True)
            self._play_again(game, said)
        elif self._sender.is_lossy and game.has_played(said.cell):
            self._hear_again(game, said.cell, said.seq)
        else:
            self._resender.heard_in(game.id, with_end=False)
            game.awaited = (said.cell, said.seq)
            self._session.handle(c.MakeMove(game=game.id, cell=said.cell, mark=said.mark))
        return True

    def _hear_again(self, game: LineGame, cell: int, seq: int | None) -> None:
        """Send everything since the client's last move again, because the client may have missed it.

        Counts like a move.
        """
        if not self._session.count():
            return
        if cell in game.mine:
            self._sender.acknowledge(seq)
        self._sender.repeat(game)

    def _play_again(self, game: LineGame, said: LineMessage) -> None:
        self._sender.acknowledge(said.seq)
        table = self._tables.get(game.id)
        following = None if table is None else self._client.games.get(table.game.next_game or GameId(""))
        if following is not None:
            if self._session.count():
                self._sender.send(following.address())
            return
        game.wants_again = bool(said.play_again)
        self._session.handle(c.PlayAgain(game=game.id, value=game.wants_again, variant=said.game_type))
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
