"""A player's client: one identity, any number of games, and a connection that reconnects automatically."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

from noughts.client.asking import Asking
from noughts.client.catching_up import catch_up
from noughts.client.connection import HELLO, Connection
from noughts.client.errors import CommandRefused, ConnectionLost, NoughtsError
from noughts.client.events import Events
from noughts.client.game import RemoteGame
from noughts.client.heartbeat import beat_forever
from noughts.client.known_games import KnownGames
from noughts.messages import commands as c
from noughts.messages import notice_commands as n
from noughts.messages import people_commands as p
from noughts.messages.answers import (
    ActionSuccess,
    AnyMessage,
    Challenges,
    GameGone,
    Inbox,
    ListOfGames,
    OpenGame,
    Welcome,
)
from noughts.messages.board_state import BoardState, PlayerCard
from noughts.messages.ids import GameId

PATIENCE_SECONDS = 60.0


class Client:
    """A client for one player. Use it as `async with Client(url) as client`.

    A command refused for a temporary reason (the database is unreachable, too many requests) is retried for
    `patience_seconds`. `heard` is called with every message from the server.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        name: str | None = None,
        reconnect: bool = True,
        patience_seconds: float = PATIENCE_SECONDS,
        heard: Callable[[AnyMessage], None] | None = None,
    ) -> None:
        self.token = token
        self.player: PlayerCard | None = None
        self._name = name
        self._also_heard = heard
        self._events: WeakSet[Events] = WeakSet()
        self._connection = Connection(
            url,
            reconnect=reconnect,
            hello=self._hello,
            heard=self._heard,
            opened=lambda: self._spawn(self._catch_up()),
            failed=self._fail,
        )
        self._asking = Asking(self._connection.send, patience_seconds)
        self._known = KnownGames(self._asking.ask, lambda: None if self.player is None else self.player.id)
        self._follows_notices = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def is_connected(self) -> bool:
        return self._connection.is_open

    @property
    def games(self) -> dict[GameId, RemoteGame]:
        """The running games."""
        return self._known.running

    async def open(self) -> None:
        """Connect and log in: as the player of our token, or as a new guest. Raises `NoughtsError`."""
        await self._connection.open()
        self._spawn(beat_forever(self._connection, self._asking, self._known))

    async def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._connection.close()
        self._fail(ConnectionLost("this client was closed"))

    # Starting and joining games.

    async def create(self, **fields: Any) -> RemoteGame:
        """Open a game: the fields of `CreateGame`. Raises `CommandRefused`."""
        return await self._enter(c.CreateGame(**fields))

    async def join(self, name: str) -> RemoteGame:
        """Take the free seat of the game with this lobby name or id. Raises `CommandRefused`."""
        return await self._enter(c.JoinGame(name=name))

    async def pair(self, **fields: Any) -> RemoteGame:
        """Get matched with anyone: the fields of `Pair`."""
        return await self._enter(c.Pair(**fields))

    async def watch(self, game: str) -> RemoteGame:
        """Watch a game, your own or somebody else's. Raises `CommandRefused`."""
        remote = self._known.find(GameId(game))
        await self.ask(c.Watch(game=game))
        await remote.until(lambda _: True)
        return remote

    async def open_games(self) -> list[OpenGame]:
        """Return the public games that are not full."""
        return (await self._asking.ask_for(ListOfGames, c.ListGames())).games

    async def resume(self) -> list[RemoteGame]:
        """Return every unfinished game of ours, with its state."""
        if self.token is None:
            return []
        await self.ask(c.Login(token=self.token, resume=True))
        # States are sent before the answers to later requests.
        await self.open_games()
        return [game for game in self.games.values() if game.state is not None]

    # Challenges and notices.

    async def challenge(self, name: str, **fields: Any) -> RemoteGame:
        """Invite a player by name: the other fields of `CreateGame`. Raises `CommandRefused`."""
        return await self.create(opponent=name, **fields)

    async def challenges(self) -> Challenges:
        """Return the challenges to us and by us. Accept one with `join(challenge.state.game)`."""
        return await self._asking.ask_for(Challenges, p.ListChallenges())

    async def decline(self, game: str) -> None:
        """Decline the challenge to play this game. Raises `CommandRefused`."""
        await self.ask(c.DeclineChallenge(game=game))

    async def notices(self, *, follow: bool = False) -> Inbox:
        """Return the notices about our games. With `follow`, every change adds an `Inbox` to the `events`."""
        self._follows_notices = follow
        return await self._asking.ask_for(Inbox, n.ListNotices(follow=follow))

    def events(self) -> Events:
        """Return every message from now on: `async for message in client.events()`."""
        events = Events()
        if self._asking.error is not None:
            events.fail(self._asking.error)
        self._events.add(events)
        return events

    async def _enter(self, command: c.AnyCommand) -> RemoteGame:
        answer = await self.ask(command)
        assert answer.game is not None
        remote = self._known.find(answer.game)
        await remote.until(lambda _: True)
        return remote

    # Commands and answers.

    async def ask(self, command: c.AnyCommand) -> ActionSuccess:
        """Send a command and wait for its answer, over as many connections as it takes. Raises `NoughtsError`."""
        return await self._asking.ask(command)

    def send(self, command: c.AnyCommand) -> None:
        """Send a command once, without waiting for its answer."""
        self._connection.send(command)

    def drop(self) -> None:
        """Disconnect without a close frame, as a lost network does. The client reconnects unless it is closed."""
        self._connection.drop()

    def _heard(self, message: AnyMessage) -> None:
        match message:
            case BoardState():
                self._known.heard(message)
            case Welcome():
                self.player = message.player
                self.token = message.token or self.token
            case GameGone(game=game):
                self._known.lose(game, CommandRefused("no_such_game", "The game was deleted."))
            case _:
                pass
        self._asking.heard(message)
        for events in tuple(self._events):
            events.add(message)
        if self._also_heard is not None:
            self._also_heard(message)

    # The connection.

    def _hello(self) -> c.AnyCommand:
        if self.token is None:
            return c.PlayAsGuest(id=HELLO, name=self._name)
        return c.Login(id=HELLO, token=self.token)

    async def _catch_up(self) -> None:
        """Send again what the lost connection left unanswered."""
        if self._follows_notices:
            self._connection.send(n.ListNotices(follow=True))
        await catch_up(self._connection, self._asking, self._known)

    def _fail(self, error: NoughtsError) -> None:
        """Fail all waiting calls: there will be no other connection."""
        self._asking.fail(error)
        self._known.fail(error)
        for events in tuple(self._events):
            events.fail(error)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
