"""Port 5005 over TCP: an object a line, or back to back. Bytes to a conversation and back."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from typing import cast

from msgspec import Struct

from noughts.doors.conversation import Conversation
from noughts.doors.objects import Splitter
from noughts.doors.resending import WAITS_SECONDS
from noughts.messages.refusals import Refusal
from noughts.server.attendance import Parting
from noughts.server.porter import Porter

# What a client that does not read may leave lying before it is cut off.
MOST_UNREAD_MESSAGES = 64
MOST_UNREAD_BYTES = 256 * 1024
WRITE_BUFFER_BYTES = 32 * 1024

# A client may wait long for its opponent and say nothing, so the network is asked whether it is still there.
_KEEP_ALIVE = (
    (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
    (socket.IPPROTO_TCP, "TCP_KEEPIDLE", 15),
    (socket.IPPROTO_TCP, "TCP_KEEPINTVL", 5),
    (socket.IPPROTO_TCP, "TCP_KEEPCNT", 3),
    # The same for what was sent and is not acknowledged, in milliseconds.
    (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", 30_000),
    (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
)


class Patience(Struct, frozen=True):
    """How long a client may take, in seconds: for its first object, for the rest of one, to hear what is said."""

    first_object: float = 10.0
    whole_object: float = 10.0
    waits: tuple[float, ...] = WAITS_SECONDS


class LineLink(asyncio.Protocol):
    """One TCP connection."""

    def __init__(self, porter: Porter, patience: Patience) -> None:
        self._porter = porter
        self._patience = patience
        self._splitter = Splitter()
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: int | None = None
        self._conversation: Conversation | None = None
        self._is_closing = False
        self.heard_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Every event loop has a class of its own for it.
        self._transport = transport = cast(asyncio.Transport, transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        _keep_alive(transport.get_extra_info("socket"))
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else "local"
        self._loop = asyncio.get_running_loop()
        objection = self._porter.objection(self._address)
        conversation = Conversation(self._porter.reception, self, self._address, waits_seconds=self._patience.waits)
        self._conversation = conversation
        self._porter.came(self, self._address)
        if objection is not None:
            return conversation.close(objection)
        self._expect(self._patience.first_object)

    def connection_lost(self, error: Exception | None) -> None:
        self._relax()
        parting: Parting = "silent" if isinstance(error, TimeoutError) else "lost"
        if error is None and not self._is_closing:
            # The client has closed its end in good order.
            parting = "left"
        self._is_closing = True
        self._porter.went(self, self._address)
        if self._conversation is not None:
            self._conversation.closed(parting)

    def data_received(self, data: bytes) -> None:
        self.heard_at = self._porter.now
        was_waiting = self._splitter.is_waiting
        for piece in self._splitter.feed(data):
            if self._is_closing:
                return
            was_waiting = False
            self._hear(piece)
        if not self._splitter.is_waiting:
            self._relax()
        elif not was_waiting:
            # Counted from the beginning of the object: who sends it byte by byte gains nothing by each of them.
            self._expect(self._patience.whole_object)

    def _hear(self, piece: bytes | Refusal) -> None:
        assert self._conversation is not None
        if not isinstance(piece, Refusal):
            self._conversation.hear(piece)
        elif piece.code == "too_large":
            # Where it ends is not known, so nothing that follows could be understood.
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

    # What the conversation asks of its wire.

    def send(self, data: bytes) -> None:
        if not self._is_closing and (self._unread is None or self._has_patience()):
            self._transport.write(data + b"\n")

    def hang_up(self) -> None:
        self._is_closing = True
        self._relax()
        self._transport.close()

    # What the porter asks of a guest.

    def ping(self) -> None:
        """The network does this for us: see `_KEEP_ALIVE`."""
        self.heard_at = self._porter.now

    def close(self, refusal: Refusal) -> None:
        if self._conversation is not None and not self._is_closing:
            self._conversation.close(refusal)

    # Back pressure: the transport says when its buffer is full.

    def pause_writing(self) -> None:
        self._unread = 0

    def resume_writing(self) -> None:
        self._unread = None

    def _has_patience(self) -> bool:
        assert self._unread is not None
        self._unread += 1
        if self._unread <= MOST_UNREAD_MESSAGES and self._transport.get_write_buffer_size() <= MOST_UNREAD_BYTES:
            return True
        # It does not read, so it would not read a goodbye either.
        self._porter.reception.hall.meters.sessions_cut += 1
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
async def open_line(porter: Porter, listening: socket.socket, patience: Patience | None = None) -> AsyncIterator[None]:
    """Answer on this listening socket for as long as the context lasts."""
    server = await asyncio.get_running_loop().create_server(
        lambda: LineLink(porter, patience or Patience()), sock=listening
    )
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()
