"""A connection that reconnects automatically: one socket after another to the same server, with the same login."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from noughts.client.errors import ENDED_LOGIN, CommandRefused, ConnectionLost, LoginEnded, NoughtsError
from noughts.client.retrying import Backoff
from noughts.client.socket import Socket, open_socket
from noughts.messages import commands as c
from noughts.messages.answers import ActionSuccess, AnyMessage, Welcome
from noughts.messages.codec import decode_message, encode_message

# How long the server may take to welcome us, and to answer a heartbeat.
WELCOME_SECONDS = 10.0
ANSWER_SECONDS = 5.0
# After a connection that lasted this long, the next attempt comes soon.
GOOD_SECONDS = 5.0

HELLO = "hello"


class Connection:
    """Sends commands and passes on received messages.

    `hello` gives the first command of every socket. `opened` is called after every welcome except the first. `failed`
    is called once, when the client gives up.
    """

    def __init__(
        self,
        url: str,
        *,
        reconnect: bool,
        hello: Callable[[], c.AnyCommand],
        heard: Callable[[AnyMessage], None],
        opened: Callable[[], None],
        failed: Callable[[NoughtsError], None],
    ) -> None:
        self._url = url
        self._reconnect = reconnect
        self._hello = hello
        self._heard = heard
        self._opened = opened
        self._failed = failed
        self._socket: Socket | None = None
        self._greeting: asyncio.Future[None] | None = None
        self._backoff = Backoff()
        self._returning: asyncio.Task[None] | None = None
        self._closed = False
        self._opened_at = 0.0
        # When the last message arrived, by the event loop's clock.
        self.heard_at = 0.0
        self._heard_something = asyncio.Event()

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    async def open(self) -> None:
        """Connect, log in and wait for the server's welcome. Raises `NoughtsError`."""
        loop = asyncio.get_running_loop()
        self._greeting = greeting = loop.create_future()
        socket = await open_socket(self._url, self._receive, lambda: self._lost(socket, greeting))
        socket.send(encode_message(self._hello()))
        try:
            async with asyncio.timeout(WELCOME_SECONDS):
                await greeting
        except TimeoutError:
            socket.drop()
            raise ConnectionLost("the server does not answer") from None
        except NoughtsError:
            socket.drop()
            raise
        if socket.is_lost:
            raise ConnectionLost("the server closed the connection")
        self._socket = socket
        self._opened_at = self.heard_at = loop.time()

    async def close(self) -> None:
        self._closed = True
        if self._returning is not None:
            self._returning.cancel()
            await asyncio.gather(self._returning, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()

    def send(self, command: c.AnyCommand) -> None:
        """Send, or drop it while there is no connection."""
        if self._socket is not None:
            self._socket.send(encode_message(command))

    async def answers(self, command: c.AnyCommand) -> bool:
        """Send a ping, and return whether anything arrives soon after."""
        self._heard_something.clear()
        self.send(command)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._heard_something.wait()
        except TimeoutError:
            return False
        return True

    def drop(self) -> None:
        """Close this socket, because the server does not answer."""
        if self._socket is not None:
            self._socket.drop()

    def _receive(self, data: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        self._heard_something.set()
        try:
            message = decode_message(data)
        except msgspec.DecodeError:
            # A newer server may send messages that this library does not know.
            return
        greeting = self._greeting
        if greeting is not None and not greeting.done():
            if isinstance(message, Welcome):
                greeting.set_result(None)
            elif isinstance(message, ActionSuccess) and message.id == HELLO and not message.value:
                greeting.set_exception(refused(message))
        self._heard(message)

    def _lost(self, socket: Socket, greeting: "asyncio.Future[None]") -> None:
        if not greeting.done():
            greeting.set_exception(ConnectionLost("the server closed the connection"))
        elif socket is self._socket:
            self._socket = None
            if self._closed:
                return
            if self._reconnect:
                self._returning = asyncio.get_running_loop().create_task(self._return())
            else:
                self._failed(ConnectionLost("the server closed the connection"))

    async def _return(self) -> None:
        if asyncio.get_running_loop().time() - self._opened_at > GOOD_SECONDS:
            self._backoff.reset()
        wait_seconds: float | None = None
        while not self._closed:
            await asyncio.sleep(self._backoff.next(wait_seconds))
            try:
                await self.open()
            except LoginEnded as error:
                return self._failed(error)
            except CommandRefused as error:
                # The server is starting, shutting down or busy.
                wait_seconds = error.wait_seconds
            except ConnectionLost:
                wait_seconds = None
            else:
                return self._opened()


def refused(answer: ActionSuccess) -> CommandRefused:
    """Return the refusal in this answer."""
    code, reason = answer.code or "", answer.reason or ""
    is_end = code in ENDED_LOGIN and answer.id == HELLO
    kind: Any = LoginEnded if is_end else CommandRefused
    error: CommandRefused = kind(code, reason, wait_seconds=answer.wait_seconds, state=answer.state)
    return error
