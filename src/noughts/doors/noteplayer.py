"""A client of note 000 at a session: its two messages become commands, and what the server says becomes the note's.

It decides nothing about games. What it keeps is what the note leaves to the server: which game is meant, which moves
the client was told, and that asking again gets the same reply.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from noughts.doors.note000 import Said, encode, error, refusal_error
from noughts.doors.noteentry import NoteEntry
from noughts.doors.notegame import NoteGame
from noughts.doors.resending import Resender
from noughts.games.results import is_void
from noughts.messages import commands as c
from noughts.messages.answers import (
    ActionSuccess,
    BoardState,
    ClientDisconnected,
    ClientInfo,
    GameOver,
    Message,
    Pulse,
    Welcome,
)
from noughts.messages.ids import GameId
from noughts.messages.refusals import Refusal
from noughts.server.session import Reception, Session
from noughts.server.table import Table

# Finished games kept for a client that asks again.
MOST_OVER = 8
# What was said last in a game, kept for a client that seems not to have heard it.
MOST_RECENT = 4
# A first message that comes once more so soon after the end of its game is a late double, where doubles happen.
DOUBLE_SECONDS = 5.0


class NotePlayer:
    """One client's conversation in the language of note 000."""

    def __init__(
        self,
        session: Session,
        reception: Reception,
        say: Callable[[bytes], None],
        resender: Resender,
        *,
        is_lossy: bool,
    ) -> None:
        self._session = session
        self._hall = reception.hall
        self._entry = NoteEntry(session, reception)
        self._say_bytes = say
        self._resender = resender
        # Datagrams may be lost and doubled: everything is acknowledged, and a double is not an error.
        self._is_lossy = is_lossy
        self._acks = is_lossy
        self._loop = asyncio.get_running_loop()
        self._games: dict[GameId, NoteGame] = {}
        self._current: NoteGame | None = None
        self._asked: Said | None = None
        self._over_at = 0.0
        self._entering = False
        self._token: str | None = None
        # The games of one who comes back, while they are being gathered.
        self._resumed: dict[GameId, NoteGame] | None = None
        # Whether the client's last words were in this language.
        self.spoke_last = False

    # From the client.

    def hear(self, said: Said) -> bool:
        """Do what it says. True when this shows that the client hears us."""
        self.spoke_last = True
        if said.ack is not None:
            return self._resender.heard(said.ack)
        if said.is_of_game:
            return self._hear_in_game(said)
        if not self._entering and not self._ask_again(said):
            self._entering = True
            self._hall.spawn(self._enter(said))
        return False

    def _ask_again(self, said: Said) -> bool:
        game, card = self._current, self._session.card
        if game is None or game.answer is None or card is None or said.resume:
            return False
        if said.username and said.username.casefold() != card.name.casefold():
            return False
        is_double = self._is_lossy and said == self._asked and self._loop.time() - self._over_at < DOUBLE_SECONDS
        if game.is_over and not is_double:
            return False
        self._say_bytes(game.answer)
        if self._is_lossy:
            self._say_again(game)
        return True

    async def _enter(self, said: Said) -> None:
        self._acks = self._acks or said.acks
        comes_back = said.resume and said.is_proven
        if comes_back:
            self._resumed = {}
        try:
            refusal = await self._entry.come_in(said)
            if refusal is None and comes_back:
                # Answered after all the games that a login has brought.
                self._session.handle(c.Heartbeat())
            elif refusal is None:
                self._asked = said
                refusal = await self._entry.find_game(said)
            if refusal is not None:
                self._resumed = None
                self._say(refusal_error(refusal))
        finally:
            self._entering = False

    def _hear_in_game(self, said: Said) -> bool:
        game = self._games.get(GameId(said.game_id or ""))
        if game is None or game.number != said.player_id:
            self._session.unreadable(Refusal("not_yours"))
            return False
        if said.position is None:
            self._resender.heard_in(game.id, with_end=True)
            self._play_again(game, said)
        elif self._is_lossy and game.has_played(said.position):
            # A double, or a client that has heard nothing since: it gets again whatever came since.
            if said.position in game.mine:
                self._acknowledge(said.seq)
            self._say_again(game)
        else:
            self._resender.heard_in(game.id, with_end=False)
            game.awaited = (said.position, said.seq)
            self._session.handle(c.MakeMove(game=game.id, position=said.position, mark=said.mark))
        return True

    def _play_again(self, game: NoteGame, said: Said) -> None:
        self._acknowledge(said.seq)
        table = self._hall.tables.get(game.id)
        following = None if table is None else self._games.get(table.game.next_game or GameId(""))
        if following is not None:
            self._say(following.address())
            return
        game.wants_again = bool(said.play_again)
        self._session.handle(c.PlayAgain(game=game.id, value=game.wants_again, variant=said.game_type))
        if game.opponent_left and game.wants_again:
            self._say(refusal_error(Refusal("opponent_left")))

    # From the server.

    def deliver(self, message: Message) -> bool:
        """Say this in the note's words. False when it is no concern of this language."""
        match message:
            case BoardState():
                return self._deliver_state(message)
            case ActionSuccess():
                return self._deliver_answer(message)
            case GameOver(game=game_id, result=result) if game_id in self._games:
                game = self._games[game_id]
                self._push(game, game.named({"gameOver": result}), is_end=True)
            case ClientDisconnected(game=game_id) if game_id in self._games:
                self._deliver_parting(self._games[game_id])
            case ClientInfo(game=game_id) if game_id in self._games:
                self._games[game_id].opponent_left = False
            case Welcome() if self._entering:
                self._token = message.token
            case Pulse() if self._resumed is not None:
                self._tell_resumed()
            case _:
                return False
        return True

    def _deliver_answer(self, answer: ActionSuccess) -> bool:
        if self._entry.answered(answer):
            if answer.value and answer.game is not None:
                self._open(answer.game)
            return True
        game = self._games.get(answer.game) if answer.game else None
        if answer.id is not None or not (game or (answer.game is None and self.spoke_last)):
            return False
        if not answer.value:
            if game is not None and answer.re == "MakeMove":
                game.awaited = None
            self._say(error(answer.code or "internal", answer.reason or ""))
        return True

    def _open(self, game_id: GameId) -> None:
        """At once, since the first state of this game may be the next thing that is delivered."""
        self._current = self._games.setdefault(game_id, NoteGame(game_id))
        if self._current.answer is not None:
            self._say_bytes(self._current.answer)

    def _deliver_state(self, state: BoardState) -> bool:
        if self._resumed is not None and state.rounds == 1:
            self._resumed[state.game] = self._games.get(state.game) or NoteGame(state.game, is_named=True)
            return True
        game, table, card = self._games.get(state.game), self._hall.tables.get(state.game), self._session.card
        if game is None or table is None or card is None:
            return False
        if game.seat is None:
            if not game.enter(table.game, card.id):
                return False
            self._greet(game, table)
        self._tell_moves(game, table)
        if state.result is not None:
            self._deliver_end(game, table)
        return True

    def _deliver_end(self, game: NoteGame, table: Table) -> None:
        result, next_game = table.game.result, table.game.next_game
        if not game.is_over:
            game.is_over, self._over_at = True, self._loop.time()
            if is_void(result):
                self._push(game, game.named(refusal_error(Refusal("called_off"))))
        if next_game is not None and next_game not in self._games:
            self._current = self._games[next_game] = NoteGame(next_game, is_named=game.is_named)
            self._forget_old()
        elif game.wants_again and False in (table.game.again_x, table.game.again_o):
            game.wants_again = False
            self._push(game, game.named(refusal_error(Refusal("rematch_declined"))))

    def _greet(self, game: NoteGame, table: Table) -> None:
        fields = game.address()
        if self._asked is not None and self._asked.resume and self._token is not None:
            fields["token"], self._token = self._token, None
        game.answer = encode(fields)
        if table.game.rematch_of is None:
            self._say_bytes(game.answer)
        else:
            self._push(game, fields)

    def _tell_moves(self, game: NoteGame, table: Table) -> None:
        for is_mine, fields in game.news(table.game):
            if not is_mine:
                self._push(game, fields)
                continue
            game.recent.clear()
            if game.awaited is not None and game.awaited[0] == fields["position"]:
                self._acknowledge(game.awaited[1])
                game.awaited = None

    def _tell_resumed(self) -> None:
        games, self._resumed = self._resumed or {}, None
        card = self._session.card
        told = []
        for game in games.values():
            table = self._hall.tables.get(game.id)
            if table is None or card is None or not game.enter(table.game, card.id):
                continue
            self._games[game.id] = game
            game.answer = encode(game.address())
            game.skip(table.game)
            moves = [move.cell for move in table.game.moves]
            told.append((game, {**game.address(), "gameType": table.game.setup.variant, "moves": moves}))
        self._say({"games": len(told)})
        for game, fields in told:
            self._push(game, fields)

    def _deliver_parting(self, game: NoteGame) -> None:
        game.opponent_left = True
        if not game.is_over or game.wants_again:
            self._push(game, game.named(refusal_error(Refusal("opponent_left"))))

    # Towards the client.

    def _say(self, fields: dict[str, Any]) -> None:
        self._say_bytes(encode(fields))

    def _say_again(self, game: NoteGame) -> None:
        for data in game.recent:
            self._say_bytes(data)

    def _acknowledge(self, seq: int | None) -> None:
        if seq is not None:
            self._say({"ack": seq})

    def _push(self, game: NoteGame, fields: dict[str, Any], *, is_end: bool = False) -> None:
        if self._acks:
            game.recent.append(self._resender.push(game.id, fields, is_end=is_end))
            del game.recent[:-MOST_RECENT]
        else:
            self._say(fields)

    # The end.

    def _forget_old(self) -> None:
        over = [game.id for game in self._games.values() if game.is_over and game is not self._current]
        for game_id in over[:-MOST_OVER]:
            del self._games[game_id]

    def closed(self) -> None:
        """The connection is gone. A guest who cannot come back leaves no open game: nobody shall be paired with it."""
        self._entry.close()
        card = self._session.card
        if card is None or card.kind != "guest" or self._entry.can_return:
            return
        for game in self._games.values():
            table = self._hall.tables.get(game.id)
            if table is not None and table.game.is_open:
                self._hall.spawn(self._hall.ask(game.id, card, c.Abort()))
