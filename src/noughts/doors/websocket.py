"""The native language over WebSocket at `/ws`: picows inside uvicorn, on the HTTP port, with no ASGI on its path.

picows' protocol class is not public API. What is used of it: its constructor, `get_buffer`, `buffer_updated`. The
version is pinned, and `tests/doors/test_websocket.py` plays through the upgrade.
"""

import asyncio
import logging
import socket
from http import HTTPStatus
from typing import Any

import msgspec
from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from noughts.doors.frontage import Frontage
from noughts.doors.outgoing import Outgoing
from noughts.doors.replies import error_response
from noughts.messages.codec import MAX_PICTURE_COMMAND_BYTES, decode_command, encode_message, fits
from noughts.messages.refusals import Refusal
from noughts.server.attendance import Parting
from noughts.server.packet import Packet
from noughts.server.porter import Porter
from noughts.server.session import Session

# What a client that does not read may leave lying before it is cut off.
MOST_UNREAD_MESSAGES = 64
MOST_UNREAD_BYTES = 256 * 1024
WRITE_BUFFER_BYTES = 32 * 1024
READ_BUFFER_BYTES = 4096
HANDSHAKE_SECONDS = 5

# An adapter, because picows makes a logger of its own for every connection out of a plain one.
_log = logging.LoggerAdapter(logging.getLogger("noughts.websocket"), {})


class WebSocketLink(WSListener):
    """One WebSocket connection."""

    def __init__(self, porter: Porter, outgoing: Outgoing, address: str, token: str | None) -> None:
        self._porter = porter
        self._outgoing = outgoing
        self._outbox: list[bytes] = []
        self._address = address
        self._token = token
        self._parts: bytearray | None = None
        self._unread: int | None = None
        self._parting: Parting = "lost"
        self.heard_at = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._stream = transport.underlying_transport
        self._stream.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        # The kernel would take megabytes for a client that does not read, before anything here notices.
        plain: socket.socket = self._stream.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WRITE_BUFFER_BYTES)
        self._session = Session(self._porter.reception, self, self._address)
        if self._token is not None:
            self._session.log_in(self._token)
        self._porter.came(self, self._address)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._porter.went(self, self._address)
        self._session.closed(self._parting)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.heard_at = self._porter.now
        kind = frame.msg_type
        if kind is WSMsgType.TEXT and frame.fin:
            self._hear(frame.get_payload_as_memoryview())
        elif kind in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._hear_part(frame)
        elif kind is WSMsgType.CLOSE:
            # A goodbye: a lost network says nothing. It may also be the answer to ours.
            if not transport.is_close_frame_sent:
                self._parting = "left"
            transport.send_close(frame.get_close_code())
            transport.disconnect()

    def _hear(self, data: bytes | bytearray | memoryview) -> None:
        command = decode_command(data)
        if isinstance(command, Refusal):
            if command.code == "too_large":
                return self.close(command)
            self._session.unreadable(command)
        else:
            self._session.handle(command)

    def _hear_part(self, frame: WSFrame) -> None:
        self._parts = (self._parts or bytearray()) + frame.get_payload_as_bytes()
        if not fits(self._parts):
            self.close(Refusal("too_large"))
        elif frame.fin:
            data, self._parts = self._parts, None
            self._hear(data)

    # What the session asks of its link.

    def deliver(self, packet: Packet) -> None:
        if self._unread is not None and not self._has_patience():
            return
        if not self._outbox:
            self._outgoing.add(self)
        if packet.frame is None:
            packet.frame = text_frame(encode_message(packet.message))
        self._outbox.append(packet.frame)

    def flush(self) -> None:
        # Not by picows' own send, which is a system call for every message.
        if self._outbox and not self._transport.is_close_frame_sent:
            self._stream.write(self._outbox[0] if len(self._outbox) == 1 else b"".join(self._outbox))
        self._outbox.clear()

    def close(self, refusal: Refusal) -> None:
        if refusal.code == "silent":
            self._parting = "silent"
        self.flush()
        self._transport.send_close(WSCloseCode(refusal.close_code), refusal.code.encode())
        self._transport.disconnect()

    def ping(self) -> None:
        self._transport.send_ping()

    # Back pressure: the transport says when its buffer is full.

    def pause_writing(self) -> None:
        self._unread = 0

    def resume_writing(self) -> None:
        self._unread = None

    def _has_patience(self) -> bool:
        assert self._unread is not None
        self._unread += 1
        waiting = self._stream.get_write_buffer_size()
        if self._unread <= MOST_UNREAD_MESSAGES and waiting <= MOST_UNREAD_BYTES:
            return True
        # It does not read, so it would not read a goodbye either.
        self._porter.reception.hall.meters.sessions_cut += 1
        self._stream.abort()
        return False


def text_frame(payload: bytes) -> bytes:
    """A whole, unmasked text message (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


class WebSocketDoor:
    """Makes a link of every upgrade request, or turns it away."""

    def __init__(self, porter: Porter, frontage: Frontage) -> None:
        self._porter = porter
        self._outgoing = Outgoing()
        self._frontage = frontage

    def protocol_class(self) -> type[asyncio.Protocol]:
        """What uvicorn takes as its WebSocket protocol."""
        door = self

        class GameSocket(WSProtocol):  # type: ignore[misc]
            def __init__(self, *, config: Any, server_state: Any, app_state: Any) -> None:
                super().__init__(
                    None,
                    "/ws",
                    False,
                    self._answer,
                    _log,
                    True,
                    HANDSHAKE_SECONDS,
                    False,
                    10,
                    10,
                    WSAutoPingStrategy.PING_WHEN_IDLE,
                    True,
                    MAX_PICTURE_COMMAND_BYTES,
                    None,
                    READ_BUFFER_BYTES,
                )

            def data_received(self, data: bytes) -> None:
                """uvicorn has read the upgrade request already, and hands it on once."""
                while data:
                    buffer = self.get_buffer(-1)
                    size = min(len(buffer), len(data))
                    buffer[:size] = data[:size]
                    self.buffer_updated(size)
                    data = data[size:]

            def _answer(self, request: WSUpgradeRequest) -> Any:
                peer = self.transport.underlying_transport.get_extra_info("peername")
                return door.answer(request, str(peer[0]) if isinstance(peer, tuple) else "local")

        return GameSocket

    def answer(self, request: WSUpgradeRequest, peer: str) -> Any:
        """A listener for a welcome client, an error response for another."""
        address = self._frontage.client_address(peer, request.headers.getall("x-forwarded-for", []))
        refusal = self._objection(request, address)
        if refusal is not None:
            return _turned_away(refusal)
        return WebSocketLink(self._porter, self._outgoing, address, self._token_of(request))

    def _token_of(self, request: WSUpgradeRequest) -> str | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return token.strip()
        # A cookie counts for our own pages only: those have an Origin, and it was looked at.
        cookies = request.headers.getall("cookie", []) if "origin" in request.headers else []
        return self._frontage.token_in("; ".join(cookies))

    def _objection(self, request: WSUpgradeRequest, address: str) -> Refusal | None:
        if request.path.partition(b"?")[0] != b"/ws":
            return Refusal("not_found")
        origin = request.headers.get("origin")
        # A program sends no Origin; it gets nothing for that, since it is known only by what it says itself.
        if origin is not None and not self._frontage.is_ours(origin, request.headers.get("host", "")):
            return Refusal("forbidden_origin")
        return self._porter.objection(address)


def _turned_away(refusal: Refusal) -> WSUpgradeResponseWithListener:
    reply = error_response(refusal)
    headers = {"Content-Type": "application/json", **reply.headers}
    body = msgspec.json.encode(reply.content)
    response = WSUpgradeResponse.create_error_response(HTTPStatus(refusal.status), body, headers)
    return WSUpgradeResponseWithListener(response, None)
