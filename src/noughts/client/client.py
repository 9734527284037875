"""A player's client: one identity, any number of games, and a connection that comes back by itself.

Every command carries an id and is sent again after a lost connection until it is answered; the server applies it once.
"""

import asyncio
import random
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace

from noughts.client.errors import CommandRefused, ConnectionLost
from noughts.client.game import RemoteGame
from noughts.client.socket import Socket, open_socket
from noughts.messages import commands as c
from noughts.messages.answers import (
    ActionSuccess,
    AnyMessage,
    BoardState,
    ListOfGames,
    OpenGame,
    PlayerCard,
    Welcome,
)
from noughts.messages.codec import decode_message, encode_message
from noughts.messages.ids import GameId

FIRST_WAIT_SECONDS = 0.1
LONGEST_WAIT_SECONDS = 5.0
HEARTBEAT_SECONDS = 10.0
MOST_IN_A_HEARTBEAT = 64

_HELLO = "hello"


class Client:
    """Somebody at a keyboard, or a program. Use it as `async with Client(url) as client`."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        name: str | None = None,
        reconnect: bool = True,
        heard: Callable[[AnyMessage], None] | None = None,
    ) -> None:
        self.token = token
        self.player: PlayerCard | None = None
        self.games: dict[GameId, RemoteGame] = {}
        self._url = url
        self._name = name
        self._reconnect = reconnect
        self._also_heard = heard
        self._socket: Socket | None = None
        self._unanswered: dict[str, tuple[c.AnyCommand, asyncio.Future[ActionSuccess]]] = {}
        self._lists: list[asyncio.Future[list[OpenGame]]] = []
        self._greeting: asyncio.Future[None]
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect and say who we are: the player of our token, or a new guest. Raises `ConnectionLost`."""
        await self._connect()
        self._spawn(self._beat())

    async def close(self) -> None:
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()
        self._fail_all(ConnectionLost("this client was closed"))

    # Into a game.

    async def create(self, **fields: Any) -> RemoteGame:
        """Open a game: the fields of `CreateGame`. Raises `CommandRefused`."""
        return await self._enter(c.CreateGame(**fields))

    async def join(self, name: str) -> RemoteGame:
        """Take the free seat of the game with this lobby name or id. Raises `CommandRefused`."""
        return await self._enter(c.JoinGame(name=name))

    async def pair(self, **fields: Any) -> RemoteGame:
        """Meet anybody: the fields of `Pair`."""
        return await self._enter(c.Pair(**fields))

    async def watch(self, game: str) -> RemoteGame:
        """Look at a game, one's own or another's. Raises `CommandRefused`."""
        await self.ask(c.Watch(game=game))
        return await self._known(GameId(game))

    async def open_games(self) -> list[OpenGame]:
        """The public games that are not full."""
        future: asyncio.Future[list[OpenGame]] = asyncio.get_running_loop().create_future()
        self._lists.append(future)
        self._send(c.ListGames())
        return await future

    async def resume(self) -> list[RemoteGame]:
        """Every unfinished game of ours, with its state."""
        if self.token is None:
            return []
        await self.ask(c.Login(token=self.token, resume=True))
        # States are sent before anything that is asked for later is answered.
        await self.open_games()
        return [game for game in self.games.values() if game.state is not None and game.state.result is None]

    async def _enter(self, command: c.AnyCommand) -> RemoteGame:
        answer = await self.ask(command)
        assert answer.game is not None
        return await self._known(answer.game)

    async def _known(self, game: GameId) -> RemoteGame:
        remote = self._game(game)
        await remote.until(lambda _: True)
        return remote

    # Commands and answers.

    async def ask(self, command: c.AnyCommand) -> ActionSuccess:
        """Send a command and wait for its answer, over as many connections as it takes. Raises `CommandRefused`."""
        command_id = command.id or secrets.token_hex(8)
        command = replace(command, id=command_id)
        future: asyncio.Future[ActionSuccess] = asyncio.get_running_loop().create_future()
        self._unanswered[command_id] = (command, future)
        self._send(command)
        try:
            answer = await future
        finally:
            self._unanswered.pop(command_id, None)
        if not answer.value:
            raise _refused(answer)
        return answer

    def _send(self, command: c.AnyCommand) -> None:
        # While there is no connection nothing is lost: what is unanswered is sent again by the next one.
        if self._socket is not None:
            self._socket.send(encode_message(command))

    def _heard(self, data: bytes) -> None:
        message = decode_message(data)
        match message:
            case BoardState():
                self._game(message.game).heard(message)
            case ActionSuccess(id=str(command_id)) if command_id in self._unanswered:
                future = self._unanswered[command_id][1]
                if not future.done():
                    future.set_result(message)
            case ActionSuccess(id=command_id, value=False) if command_id == _HELLO and not self._greeting.done():
                self._greeting.set_exception(_refused(message))
            case Welcome():
                self.player = message.player
                self.token = message.token or self.token
                if not self._greeting.done():
                    self._greeting.set_result(None)
            case ListOfGames():
                lists, self._lists = self._lists, []
                for waiting in lists:
                    if not waiting.done():
                        waiting.set_result(message.games)
            case _:
                pass
        if self._also_heard is not None:
            self._also_heard(message)

    def _game(self, game: GameId) -> RemoteGame:
        if game not in self.games:
            self.games[game] = RemoteGame(game, self.ask, lambda: None if self.player is None else self.player.id)
        return self.games[game]

    # The connection.

    async def _connect(self) -> None:
        """Connect and be welcomed. Nothing else is sent before. Raises `ConnectionLost` or `CommandRefused`."""
        self._greeting = greeting = asyncio.get_running_loop().create_future()
        socket = await open_socket(self._url, self._heard, lambda: self._lost(socket, greeting))
        hello: c.AnyCommand = c.PlayAsGuest(id=_HELLO, name=self._name)
        if self.token is not None:
            hello = c.Login(id=_HELLO, token=self.token)
        socket.send(encode_message(hello))
        await greeting
        self._socket = socket

    def _lost(self, socket: Socket, greeting: "asyncio.Future[None]") -> None:
        if not greeting.done():
            greeting.set_exception(ConnectionLost("the server hung up"))
        elif socket is self._socket:
            self._socket = None
            if self._reconnect and not self._closed:
                self._spawn(self._come_back())
            else:
                self._fail_all(ConnectionLost("the server is gone"))

    async def _come_back(self) -> None:
        wait = FIRST_WAIT_SECONDS
        while self._socket is None:
            # Chance spreads the clients that a restart has thrown out all at once.
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
            wait = min(LONGEST_WAIT_SECONDS, wait * 2)
            try:
                await self._connect()
            except ConnectionLost:
                continue
            except CommandRefused as refused:
                if refused.code == "bad_token":
                    return self._fail_all(refused)
        for game in self.games.values():
            if game.may_change:
                self._send(c.Watch(game=game.id))
        for command, _ in tuple(self._unanswered.values()):
            self._send(command)
        if self._lists:
            self._send(c.ListGames())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            games = [game for game in self.games.values() if game.state is not None and game.may_change]
            self._send(c.Heartbeat(games={game.id: game.version for game in games[-MOST_IN_A_HEARTBEAT:]}))

    def _fail_all(self, error: Exception) -> None:
        for _, future in self._unanswered.values():
            if not future.done():
                future.set_exception(error)
        for waiting in self._lists:
            if not waiting.done():
                waiting.set_exception(error)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _refused(answer: ActionSuccess) -> CommandRefused:
    return CommandRefused(answer.code or "", answer.reason or "", wait_seconds=answer.wait_seconds, state=answer.state)
