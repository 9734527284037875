"""Turns the server's messages into objects of the line protocol. It decides nothing about games."""

import asyncio
from collections.abc import Callable

from noughts.doors.line.line_client import LineClient
from noughts.doors.line.line_game import LineGame
from noughts.doors.line.line_login import LineLogin
from noughts.doors.line.line_messages import encode, error, refusal_error
from noughts.doors.line.line_sender import LineSender
from noughts.games.results import is_void
from noughts.messages.answers import ActionSuccess, ClientDisconnected, ClientInfo, GameOver, Message, Pulse, Welcome
from noughts.messages.board_state import BoardState
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.sessions.session import Session
from noughts.server.tables.table import Table
from noughts.server.tables.table_cache import TableCache


class LineDelivery:
    """Tells one client which moves were made, how its games ended, and, after a reconnect, which games it has.

    `may_play` says whether a client that was offered a seat in a game may still take it.
    """

    def __init__(
        self,
        session: Session,
        tables: TableCache,
        client: LineClient,
        sender: LineSender,
        login: LineLogin,
        may_play: Callable[[LineGame, Table], bool],
    ) -> None:
        self._session = session
        self._tables = tables
        self._client = client
        self._sender = sender
        self._login = login
        self._may_play = may_play
        self._loop = asyncio.get_running_loop()
        self._token: str | None = None
        # The games of a returning player, while they are being collected.
        self._resumed: dict[GameId, LineGame] | None = None

    def gather_resumed(self) -> None:
        """From now on collect the states that follow a login, until the answer to a heartbeat arrives."""
        self._resumed = {}

    def drop_resumed(self) -> None:
        self._resumed = None

    def deliver(self, message: Message) -> bool:
        """Send this as a line protocol message. Return False when the protocol has no such message."""
        games = self._client.games
        match message:
            case BoardState():
                return self._deliver_state(message)
            case ActionSuccess():
                return self._deliver_answer(message)
            case GameOver(game=game_id, result=result) if game_id in games:
                game = games[game_id]
                self._sender.push(game, game.named({"gameOver": result}), is_end=True)
            case ClientDisconnected(game=game_id) if game_id in games:
                self._deliver_parting(games[game_id])
            case ClientInfo(game=game_id) if game_id in games:
                games[game_id].opponent_left = False
            case Welcome() if self._client.is_entering:
                self._token = message.token
            case Pulse() if self._resumed is not None:
                self._tell_resumed(self._resumed)
                self._resumed = None
            case _:
                return False
        return True

    def _deliver_answer(self, answer: ActionSuccess) -> bool:
        if self._login.answered(answer):
            if answer.value and answer.game is not None:
                self._enter(answer.game)
            return True
        game = self._client.games.get(answer.game) if answer.game else None
        if answer.id is not None or not (game or (answer.game is None and self._client.is_current_protocol)):
            return False
        if not answer.value:
            if game is not None and answer.re == "MakeMove":
                game.awaited = None
            self._sender.send(error(answer.code or "internal", answer.reason or ""))
        return True

    def _enter(self, game_id: GameId) -> None:
        """Make this the current game immediately: its first state may be delivered next."""
        client = self._client
        game = client.current = client.games.setdefault(game_id, client.new_game(game_id))
        if game.answer is not None and not self._sender.is_lossy:
            self._sender.send_bytes(game.answer)

    def _deliver_state(self, state: BoardState) -> bool:
        client = self._client
        if self._resumed is not None and state.rounds == 1:
            self._resumed[state.game] = client.games.get(state.game) or client.new_game(state.game, is_named=True)
            return True
        game, table, card = client.games.get(state.game), self._tables.get(state.game), self._session.card
        if game is None or table is None:
            return False
        if game.seat is None:
            if card is None or not game.enter(table.game, card.id):
                return False
            self._greet(game, table)
        if not self._may_play(game, table):
            return True
        self._tell_moves(game, table)
        if state.result is not None:
            self._deliver_end(game, table)
        return True

    def _greet(self, game: LineGame, table: Table) -> None:
        fields, asked = game.address(), self._client.asked
        if asked is not None and asked.resume and self._token is not None:
            fields["token"], self._token = self._token, None
        game.answer = encode(fields)
        if table.game.rematch_of is None:
            self._sender.send_bytes(game.answer)
        else:
            self._sender.push(game, fields)

    def _tell_moves(self, game: LineGame, table: Table) -> None:
        for is_mine, fields in game.news(table.game):
            if not is_mine:
                self._sender.push(game, fields)
                continue
            game.recent.clear()
            if game.awaited is not None and game.awaited[0] == fields["position"]:
                self._sender.acknowledge(game.awaited[1])
                game.awaited = None

    def _deliver_end(self, game: LineGame, table: Table) -> None:
        result, next_game, again = table.game.result, table.game.next_game, table.game.again
        if not game.is_over:
            game.over_at = self._loop.time()
            if is_void(result):
                self._sender.push(game, game.named(refusal_error(Refusal("called_off"))))
        if next_game is not None and next_game not in self._client.games:
            self._client.play_next(self._client.new_game(next_game, is_named=game.is_named))
        elif game.wants_again and any(answer and not answer.value for answer in (again.x, again.o)):
            game.wants_again = False
            self._sender.push(game, game.named(refusal_error(Refusal("rematch_declined"))))

    def _deliver_parting(self, game: LineGame) -> None:
        game.opponent_left = True
        if not game.is_over or game.wants_again:
            self._sender.push(game, game.named(refusal_error(Refusal("opponent_left"))))

    def _tell_resumed(self, games: dict[GameId, LineGame]) -> None:
        card = self._session.card
        told = []
        for game in games.values():
            table = self._tables.get(game.id)
            if table is None or card is None or not game.enter(table.game, card.id):
                continue
            self._client.games[game.id] = game
            game.answer = encode(game.address())
            game.skip(table.game)
            moves = [move.cell for move in table.game.moves]
            told.append((game, {**game.address(), "gameType": table.game.setup.variant, "moves": moves}))
        self._sender.send({"games": len(told)})
        for game, fields in told:
            self._sender.push(game, fields)
