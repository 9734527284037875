"""One WebSocket connection: turns frames into commands, and packets into frames.

Frames of every kind count for the limits.
"""

import asyncio
import contextlib
import socket

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from noughts.doors.websocket.frames import PING, PONG, close_code_in, close_frame, control_frame, text_frame
from noughts.doors.write_batching import WriteBatch
from noughts.messages.codec import MAX_COMMAND_BYTES, decode_command, fits
from noughts.messages.refusals import Refusal
from noughts.server.presence.attendance import Parting
from noughts.server.runtime.limits import MOST_UNREAD_BYTES, MOST_UNREAD_MESSAGES, WHOLE_MESSAGE_SECONDS
from noughts.server.sessions.connections import Connections
from noughts.server.sessions.session import Session
from noughts.server.tables.packet import Packet

WRITE_BUFFER_BYTES = 32 * 1024
# How long a client may take to read the close frame and disconnect.
CLOSE_SECONDS = 1.0
# The size of a whole command with the longest frame header.
ORDINARY_BYTES = MAX_COMMAND_BYTES + 14
# Looked up once, because the class of an enumeration is slow to ask.
TEXT, PING_FRAME, PONG_FRAME = WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG
CLOSE_FRAME = WSMsgType.CLOSE
# A client that is closed for one of these reasons is probably still sending.
FLOODS = ("too_many_requests", "too_large")


class WebSocketLink(WSListener):
    """One WebSocket connection."""

    def __init__(self, connections: Connections, outgoing: WriteBatch, address: str, token: str | None) -> None:
        self._connections = connections
        self._flush_soon, self._unsent = outgoing.add, b""
        self._address = address
        self._token = token
        # The fragments of an unfinished message.
        self._parts: bytearray | None = None
        self._parts_are_text = False
        self._unread: int | None = None
        self._parting: Parting = "lost"
        self._is_closing = False
        self._deadline: asyncio.TimerHandle | None = None
        # Bytes received that are not a whole frame yet.
        self.unparsed = 0
        self.heard_at = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._loop = asyncio.get_running_loop()
        self._stream = transport.underlying_transport
        _limit_write_buffers(self._stream)
        self._session = Session(self._connections.services, self, self._address)
        # Called directly, because this runs for every move.
        self._handle = self._session.handle
        if self._token is not None:
            self._session.log_in(self._token)
        self._connections.connected(self, self._address, self._stream)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._is_closing = True
        self._relax()
        self._connections.disconnected(self, self._address)
        self._session.closed(self._parting)

    # From the client.

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.unparsed = frame.tail_size
        if self._is_closing:
            if frame.msg_type is CLOSE_FRAME:
                self._stream.close()
            return
        self.heard_at = self._connections.now
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(Refusal("bad_frame", "A reserved bit is set."))
        elif kind is TEXT and frame.fin and self._parts is None:
            data = frame.get_payload_as_memoryview()
            command = decode_command(data)
            if isinstance(command, Refusal):
                self._receive_invalid(command, data, is_text=True)
            else:
                self._handle(command, len(data))
        elif kind is PING_FRAME:
            if self._session.count():
                self._post(control_frame(PONG, frame.get_payload_as_bytes()))
        elif kind is PONG_FRAME:
            self._session.count()
        elif kind is CLOSE_FRAME:
            self._receive_close(frame)
        else:
            self._receive_fragment(frame)
        if self._deadline is not None and self._parts is None and not self.unparsed:
            self._relax()

    def _receive_invalid(self, refusal: Refusal, data: bytearray | memoryview, *, is_text: bool) -> None:
        """Handle a message that is not a command."""
        if refusal.code == "too_large":
            self.close(refusal)
        elif is_text and not _is_utf8(data):
            self.close(Refusal("not_utf8"))
        else:
            self._session.unreadable(refusal, len(data))

    def _receive_fragment(self, frame: WSFrame) -> None:
        """Handle a fragment, or a binary message."""
        if (self._parts is None) == (frame.msg_type is WSMsgType.CONTINUATION):
            return self.close(Refusal("bad_frame", "Fragments of two messages are mixed."))
        if self._parts is None:
            self._parts = bytearray()
            self._parts_are_text = frame.msg_type is TEXT
        self._parts += frame.get_payload_as_memoryview()
        if not fits(self._parts):
            return self.close(Refusal("too_large"))
        if len(self._parts) > MAX_COMMAND_BYTES:
            self._connections.large_messages.add(self, self._address)
        if frame.fin:
            parts, self._parts = self._parts, None
            command = decode_command(parts)
            if isinstance(command, Refusal):
                self._receive_invalid(command, parts, is_text=self._parts_are_text)
            else:
                self._handle(command, len(parts))
        elif self._session.count():
            self.wait_for_rest()
        return None

    def wait_for_rest(self) -> None:
        """Start the time limit for the rest of a message. Nearly all clients have little left to send."""
        if self._is_closing:
            return
        if self._deadline is None:
            self._deadline = self._loop.call_later(WHOLE_MESSAGE_SECONDS, self.close, Refusal("silent"))
        if self.unparsed > ORDINARY_BYTES:
            # The buffer has grown with the message, and would stay large for the whole connection.
            self._connections.large_messages.add(self, self._address)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _receive_close(self, frame: WSFrame) -> None:
        try:
            code = close_code_in(frame.get_payload_as_bytes())
        except ValueError:
            return self.close(Refusal("bad_frame", "This close code may not be sent."))
        # A close frame: a lost network sends none.
        self._parting = "left"
        self.flush()
        self._send_close(close_frame(code))
        self._stream.close()

    # The link's interface for the session.

    def deliver(self, packet: Packet) -> None:
        frame = packet.frame
        if frame is None:
            frame = packet.frame = text_frame(packet.json())
        # `_post`, written out for a client that keeps up, because every message of every game passes here.
        if self._unread is not None:
            return self._post(frame)
        if not self._unsent:
            self._flush_soon(self)
        self._unsent += frame
        return None

    def _post(self, frame: bytes) -> None:
        if self._unread is not None and not self._is_keeping_up():
            return
        if not self._unsent:
            self._flush_soon(self)
        self._unsent += frame

    def flush(self) -> None:
        # Send everything in one write: picows' own send makes a system call for every message.
        if self._unsent and not self._is_closing:
            self._stream.write(self._unsent)
        self._unsent = b""

    def close(self, refusal: Refusal) -> None:
        if self._is_closing:
            return
        if refusal.code == "silent":
            self._parting = "silent"
        self.flush()
        self._send_close(close_frame(refusal.close_code, refusal.code))
        if refusal.code in ("shutting_down", "too_many_large_messages"):
            self._stream.close()
        else:
            # Close only our direction, so that a client that is still sending receives the reason.
            with contextlib.suppress(OSError):
                self._stream.write_eof()
            if refusal.code in FLOODS:
                # Parsing what the client still sends would slow down other clients.
                self._stream.pause_reading()

    def _send_close(self, frame: bytes) -> None:
        self._is_closing = True
        self._parts = None
        self._relax()
        self._stream.write(frame)
        self._loop.call_later(CLOSE_SECONDS, self._stream.abort)

    def ping(self) -> None:
        self._post(control_frame(PING))

    # Back pressure: the transport reports when its buffer is full.

    def pause_writing(self) -> None:
        self._unread = 0

    def resume_writing(self) -> None:
        self._unread = None

    def _is_keeping_up(self) -> bool:
        assert self._unread is not None
        self._unread += 1
        waiting = self._stream.get_write_buffer_size()
        if self._unread <= MOST_UNREAD_MESSAGES and waiting <= MOST_UNREAD_BYTES:
            return True
        # The client does not read, so it would not read the reason either.
        if not self._is_closing:
            self._is_closing = True
            self._connections.services.metrics.sessions_cut += 1
            self._stream.abort()
        return False


def _limit_write_buffers(stream: asyncio.WriteTransport) -> None:
    """Limit what we and the kernel buffer. Otherwise a client that does not read would cost megabytes until noticed."""
    stream.set_write_buffer_limits(WRITE_BUFFER_BYTES)
    plain: socket.socket = stream.get_extra_info("socket")
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WRITE_BUFFER_BYTES)


def _is_utf8(data: bytearray | memoryview) -> bool:
    try:
        str(data, "utf-8")
    except UnicodeDecodeError:
        return False
    return True
