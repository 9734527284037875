"""uvicorn's HTTP protocol with bounds: on the bytes of a request, and on the time that it may take to come.

uvicorn itself waits for ever for the rest of a request, and holds as much of a header as is sent. The upgrade to a
WebSocket is made from here too, and has the same bounds until it is done.
"""

import asyncio
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from noughts.doors.replies import ErrorBody
from noughts.messages.refusals import Refusal

# The first line and the headers together, and likewise the trailers with them.
MOST_HEADER_BYTES = 16 * 1024
# Twice the largest body that anything here takes; what is too large for one endpoint, that one refuses itself.
MOST_REQUEST_BYTES = 1024 * 1024
# A large body may take longer than the deadline, if it keeps coming at least this fast.
LEAST_BYTES_PER_SECOND = 16 * 1024


class _HeadersTooLarge(Exception):
    """Stops the parser; what it leads to is `send_400_response`."""


class HttpDoor(HttpToolsProtocol):
    """One connection."""

    # For the headers, from the connection or the first byte of a request on; and again for the body.
    deadline_seconds = 10.0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._since = 0.0
        self._in_head = True
        self._head_bytes = 0
        self._received_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # Even an empty line starts it: uvicorn stops waiting for the end of the connection at any byte.
        if self._deadline is None:
            self._start_deadline()
        self._received_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        # A header that does not end is seen by nobody but the parser.
        if self._in_head and self._received_bytes > MOST_HEADER_BYTES:
            self._refuse(431, Refusal("too_large"))
        elif self._received_bytes > MOST_REQUEST_BYTES:
            self._refuse(413, Refusal("too_large"))

    # What the parser finds.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        # With the colon, the space and the end of the line.
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
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
        else:
            self._refuse(400, Refusal("malformed"))

    def handle_websocket_upgrade(self) -> None:
        self._stop_deadline()
        super().handle_websocket_upgrade()

    # Time.

    def _start_deadline(self) -> None:
        self._stop_deadline()
        self._since = self.loop.time()
        self._deadline = self.loop.call_later(self.deadline_seconds, self._end_of_patience)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_of_patience(self) -> None:
        self._deadline = None
        allowed_seconds = self.deadline_seconds
        if not self._in_head:
            allowed_seconds += self._received_bytes / LEAST_BYTES_PER_SECOND
        left_seconds = self._since + allowed_seconds - self.loop.time()
        if left_seconds > 0.01:
            self._deadline = self.loop.call_later(left_seconds, self._end_of_patience)
        else:
            self._refuse(408, Refusal("silent"))

    def timeout_keep_alive_handler(self) -> None:
        # Whoever has not read the last answer by now would keep a closing connection open for ever.
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            super().timeout_keep_alive_handler()

    def _refuse(self, status: int, refusal: Refusal) -> None:
        """Say why and hang up, if nothing else is being said."""
        self._stop_deadline()
        # uvicorn's types hide that there is no cycle before the first request.
        cycle: RequestResponseCycle | None = vars(self)["cycle"]
        # A request that was answered before all of it has come is not answered twice: the next one would get that.
        if cycle is None or not cycle.response_started or (cycle.response_complete and self._in_head):
            body = msgspec.json.encode(ErrorBody(refusal.words, refusal.code))
            head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()
