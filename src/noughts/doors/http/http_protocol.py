"""uvicorn's HTTP protocol with limits on the size of a request and the time it may take to arrive.

uvicorn itself waits forever for the rest of a request, and buffers headers of any size. The upgrade to a WebSocket
starts here too, under the same limits until it is done.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from noughts.doors.http.error_responses import error_response
from noughts.doors.http.public_address import PublicAddress
from noughts.messages.refusals import Refusal
from noughts.server.runtime.limits import MOST_HEADER_BYTES, MOST_PIPELINED_REQUESTS, UNREAD_ANSWER_SECONDS
from noughts.server.sessions.connections import Connections

# Twice the largest body that any endpoint takes; each endpoint enforces its own limit.
MOST_REQUEST_BYTES = 1024 * 1024
# A large body may take longer than the deadline, if it keeps coming at least this fast.
LEAST_BYTES_PER_SECOND = 16 * 1024
# How much of an answer a client must read within `UNREAD_ANSWER_SECONDS`.
LEAST_READ_BYTES = 8 * 1024


class _HeadersTooLarge(Exception):
    """Stops the parser, which makes uvicorn call `send_400_response`."""


class _TooManyPipelined(Exception):
    """Stops the parser, like `_HeadersTooLarge`."""


def http_protocol(connections: Connections, public_address: PublicAddress) -> type["HttpProtocol"]:
    """Return the protocol class that counts its connections here."""
    return type("CountedHttpProtocol", (HttpProtocol,), {"all": connections, "public_address": public_address})


class HttpProtocol(HttpToolsProtocol):
    """One connection."""

    all: Connections
    public_address: PublicAddress

    # The deadline for the headers, counted from the connection or a request's first byte; then the one for the body.
    deadline_seconds = 10.0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._since = 0.0
        self._in_head = True
        self._head_bytes = 0
        self._received_bytes = 0
        self._refusal: Refusal | None = None
        self._counted_as: str | None = None
        self._is_too_far_ahead = False
        self._reading_check: asyncio.TimerHandle | None = None
        # uvicorn keeps track of the last one only.
        self._unanswered: list[RequestResponseCycle] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else "local"
        # Requests through our proxy carry their own address.
        if not self.public_address.is_proxy(peer):
            self._refusal = self.all.objection(peer)
            self._counted_as = peer
            self.all.count(peer)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        self._stop_deadline()
        self.resume_writing()
        self._forget_requests()
        super().connection_lost(exc)

    def _forget_requests(self) -> None:
        """Keep all pipelined requests, not only the last, from writing to a closed connection."""
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.message_event.set()

    def _cut(self) -> None:
        self._forget_requests()
        self.transport.abort()

    def _discount(self) -> None:
        if self._counted_as is not None:
            self.all.discount(self._counted_as)
            self._counted_as = None

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            return self._refuse(self._refusal.status, self._refusal)
        # Even an empty line starts the deadline, because uvicorn stops its keep-alive timer at any byte.
        if self._deadline is None:
            self._start_deadline()
        self._received_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return None
        # Only the parser sees a header that has not ended.
        if self._in_head and self._received_bytes > MOST_HEADER_BYTES:
            self._refuse(431, Refusal("too_large"))
        elif self._received_bytes > MOST_REQUEST_BYTES:
            self._refuse(413, Refusal("too_large"))
        return None

    # Parser callbacks.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        # Includes the colon, the space and the line end.
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED_REQUESTS:
            self._is_too_far_ahead = True
            raise _TooManyPipelined
        super().on_headers_complete()
        self._unanswered = [cycle for cycle in self._unanswered if not cycle.response_complete]
        if self.cycle is not None:
            self._unanswered.append(self.cycle)
        self._in_head = False
        self._start_deadline()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._stop_deadline()
        self._in_head = True
        self._received_bytes = 0

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > MOST_HEADER_BYTES:
            raise _HeadersTooLarge

    def send_400_response(self, msg: str) -> None:
        if self._head_bytes > MOST_HEADER_BYTES:
            self._refuse(431, Refusal("too_large"))
        elif self._is_too_far_ahead:
            self._stop_deadline()
            self._cut()
        else:
            self._refuse(400, Refusal("malformed"))

    def _get_upgrade(self) -> bytes | None:
        # uvicorn doesn't handle repeated headers or lists of protocols.
        return b"websocket" if _asks_for_websocket(self.headers) else None

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore the upgrade, and answer as if the client had not requested it."""

    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        if self.scope.get("http_version", "1.1") != "1.1":
            self._refuse(400, Refusal("bad_upgrade", "WebSocket needs HTTP/1.1."))
        else:
            # From here on the game socket counts it.
            self._discount()
            super().handle_websocket_upgrade()

    # Deadlines.

    def _start_deadline(self) -> None:
        self._stop_deadline()
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(self.deadline_seconds, self._on_deadline)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self) -> None:
        self._deadline = None
        allowed_seconds = self.deadline_seconds
        if not self._in_head:
            allowed_seconds += self._received_bytes / LEAST_BYTES_PER_SECOND
        left_seconds = self._since + allowed_seconds - self.loop.time()
        if left_seconds > 0.01:
            self._deadline = self.loop.call_later(left_seconds, self._on_deadline)
        else:
            self._refuse(408, Refusal("silent"))

    def timeout_keep_alive_handler(self) -> None:
        # Otherwise a client that doesn't read the last answer would keep the closing connection open forever.
        if self.transport.get_write_buffer_size():
            self._cut()
        else:
            super().timeout_keep_alive_handler()

    # Slow readers.

    def pause_writing(self) -> None:
        super().pause_writing()
        self._check_reading_later(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        if self._reading_check is not None:
            self._reading_check.cancel()
            self._reading_check = None
        if self.flow is not None:
            super().resume_writing()

    def _check_reading_later(self, unread_bytes: int) -> None:
        self._reading_check = self.loop.call_later(UNREAD_ANSWER_SECONDS, self._check_reading, unread_bytes)

    def _check_reading(self, unread_bytes: int) -> None:
        left_bytes = self.transport.get_write_buffer_size()
        if unread_bytes - left_bytes < LEAST_READ_BYTES:
            self._cut()
        else:
            self._check_reading_later(left_bytes)

    def _refuse(self, status: int, refusal: Refusal) -> None:
        """Send the reason and disconnect, if no answer is being sent."""
        self._stop_deadline()
        # uvicorn's types hide that there is no cycle before the first request.
        cycle: RequestResponseCycle | None = vars(self)["cycle"]
        # A request that was answered before it fully arrived gets no second answer: the client would take it for the
        # next one's.
        if cycle is None or not cycle.response_started or (cycle.response_complete and self._in_head):
            self.transport.write(_last_response(status, refusal))
        self.transport.close()


def _last_response(status: int, refusal: Refusal) -> bytes:
    reply = error_response(refusal)
    body = msgspec.json.encode(reply.content)
    wait = f"retry-after: {reply.headers['Retry-After']}\r\n" if "Retry-After" in reply.headers else ""
    head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{wait}connection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + body


def _asks_for_websocket(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    tokens: dict[bytes, set[bytes]] = {b"connection": set(), b"upgrade": set()}
    for name, value in headers:
        if name in tokens:
            tokens[name] |= {token.strip().lower() for token in value.split(b",")}
    return b"upgrade" in tokens[b"connection"] and b"websocket" in tokens[b"upgrade"]
