"""Port 5005 over TCP: objects on lines of their own, or back to back. Connects bytes to a conversation."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from typing import cast

from msgspec import Struct

from noughts.doors.line.conversation import Conversation
from noughts.doors.line.json_splitter import JsonSplitter
from noughts.doors.line.resender import WAITS_SECONDS
from noughts.messages.codec import MAX_COMMAND_BYTES
from noughts.messages.refusals import Refusal
from noughts.server.presence.attendance import Parting
from noughts.server.runtime.limits import (
    BYTES_PER_MESSAGE,
    MOST_UNREAD_BYTES,
    MOST_UNREAD_MESSAGES,
    WHOLE_MESSAGE_SECONDS,
)
from noughts.server.sessions.connections import Connections

WRITE_BUFFER_BYTES = 32 * 1024
# How much is read from one client in one turn of the event loop. It is handled before the next turn, so all clients
# share one buffer.
_READ_BUFFER = memoryview(bytearray(4096))

# A client may wait silently for its opponent, so TCP keep-alive checks that it is still connected.
_KEEP_ALIVE = (
    (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
    (socket.IPPROTO_TCP, "TCP_KEEPIDLE", 15),
    (socket.IPPROTO_TCP, "TCP_KEEPINTVL", 5),
    (socket.IPPROTO_TCP, "TCP_KEEPCNT", 3),
    # The time limit for sent bytes that are not acknowledged, in milliseconds.
    (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", 30_000),
    (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
)


# How long a client may take to read the last messages and disconnect.
CLOSE_SECONDS = 1.0


class LineTimeouts(Struct, frozen=True):
    """A client's time limits in seconds: for its first object, for the rest of one, and to read our messages."""

    first_object: float = WHOLE_MESSAGE_SECONDS
    whole_object: float = WHOLE_MESSAGE_SECONDS
    waits: tuple[float, ...] = WAITS_SECONDS


class TcpLink(asyncio.BufferedProtocol):
    """One TCP connection."""

    def __init__(self, connections: Connections, timeouts: LineTimeouts) -> None:
        self._connections = connections
        self._timeouts = timeouts
        self._splitter = JsonSplitter()
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: int | None = None
        self._conversation: Conversation
        self._is_closing = False
        self._has_spoken = False
        self._is_large = False
        # Bytes received since the last count.
        self._uncounted = 0
        self.heard_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Every event loop has its own transport class.
        self._transport = transport = cast(asyncio.Transport, transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        _keep_alive(transport.get_extra_info("socket"))
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else "local"
        self._loop = asyncio.get_running_loop()
        objection = self._connections.objection(self._address)
        self._conversation = Conversation(
            self._connections.services, self, self._address, waits_seconds=self._timeouts.waits
        )
        self._connections.connected(self, self._address, transport)
        if objection is not None:
            return self._conversation.close(objection)
        self._expect(self._timeouts.first_object)

    def connection_lost(self, error: Exception | None) -> None:
        self._relax()
        parting: Parting = "silent" if isinstance(error, TimeoutError) else "lost"
        if error is None and not self._is_closing:
            # The client has closed its end properly.
            parting = "left"
        self._is_closing = True
        self._connections.disconnected(self, self._address)
        self._conversation.closed(parting)

    def get_buffer(self, size_hint: int) -> memoryview:
        return _READ_BUFFER

    def buffer_updated(self, size: int) -> None:
        if not self._is_closing:
            self._read(size)

    def _read(self, size: int) -> None:
        self.heard_at = self._connections.now
        self._uncounted += size
        if self._uncounted >= BYTES_PER_MESSAGE:
            self._uncounted -= BYTES_PER_MESSAGE
            if not self._conversation.count():
                return
        was_waiting = self._splitter.is_waiting
        for piece in self._splitter.feed(bytes(_READ_BUFFER[:size])):
            if self._is_closing:
                return
            was_waiting = False
            self._has_spoken = self._has_spoken or not isinstance(piece, Refusal)
            self._hear(piece)
        if not self._splitter.is_waiting:
            if self._has_spoken:
                self._relax()
        elif not was_waiting and self._has_spoken:
            # The deadline counts from the start of the object, so sending it byte by byte gains no time.
            self._expect(self._timeouts.whole_object)
        if self._is_large != (self._splitter.holds > MAX_COMMAND_BYTES):
            self._is_large = not self._is_large
            if self._is_large:
                self._connections.large_messages.add(self, self._address)
            else:
                self._connections.large_messages.remove(self)

    def _hear(self, piece: bytes | Refusal) -> None:
        if not isinstance(piece, Refusal):
            self._conversation.receive(piece)
        elif piece.code == "too_large":
            # The end of the object is unknown, so nothing after it could be parsed.
            self._conversation.close(piece)
        else:
            self._conversation.unreadable(piece)

    # Deadlines.

    def _expect(self, seconds: float) -> None:
        self._relax()
        self._deadline = self._loop.call_later(seconds, self.close, Refusal("silent"))

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # The conversation's interface to the wire.

    def send(self, data: bytes) -> None:
        if not self._is_closing and (self._unread is None or self._is_keeping_up()):
            self._transport.write(data + b"\n")

    def hang_up(self) -> None:
        self._is_closing = True
        self._relax()
        # Closing takes up to a second. Meanwhile the unfinished message is dropped, and nothing more is read.
        self._splitter = JsonSplitter()
        self._transport.pause_reading()
        # Close only our direction, so that a client that is still sending receives the reason.
        with contextlib.suppress(OSError):
            self._transport.write_eof()
        self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    # The interface for `Connections`.

    def ping(self) -> None:
        """Do nothing: TCP does this for us, see `_KEEP_ALIVE`."""
        self.heard_at = self._connections.now

    def close(self, refusal: Refusal) -> None:
        if not self._is_closing:
            self._conversation.close(refusal)

    # Back pressure: the transport reports when its buffer is full.

    def pause_writing(self) -> None:
        self._unread = 0

    def resume_writing(self) -> None:
        self._unread = None

    def _is_keeping_up(self) -> bool:
        assert self._unread is not None
        self._unread += 1
        if self._unread <= MOST_UNREAD_MESSAGES and self._transport.get_write_buffer_size() <= MOST_UNREAD_BYTES:
            return True
        # The client does not read, so it would not read the reason either.
        self._connections.services.metrics.sessions_cut += 1
        self._is_closing = True
        self._transport.abort()
        return False


def _keep_alive(connected: socket.socket | None) -> None:
    if connected is None:
        return
    for level, name, value in _KEEP_ALIVE:
        # Not every system has all of them.
        with contextlib.suppress(AttributeError, OSError):
            connected.setsockopt(level, getattr(socket, name), value)


@contextlib.asynccontextmanager
async def open_tcp(
    connections: Connections, listening: socket.socket, timeouts: LineTimeouts | None = None
) -> AsyncIterator[asyncio.Server]:
    """Serve on this socket for as long as the context lasts."""
    server = await asyncio.get_running_loop().create_server(
        lambda: TcpLink(connections, timeouts or LineTimeouts()), sock=listening
    )
    try:
        yield server
    finally:
        server.close()
        await server.wait_closed()
