"""The native protocol over WebSocket at `/ws`: picows inside uvicorn, on the HTTP port, bypassing ASGI.

picows' protocol class is not public API. We use its constructor, `get_buffer` and `buffer_updated`. The version is
pinned, and `tests/doors/websocket/test_websocket.py` plays through the upgrade.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

import msgspec
from picows import WSAutoPingStrategy, WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from noughts.doors.http.error_responses import error_response
from noughts.doors.http.public_address import PublicAddress
from noughts.doors.websocket.link import WebSocketLink
from noughts.doors.websocket.upgrade import objection_to, spell_for_picows
from noughts.doors.write_batching import WriteBatch
from noughts.messages.codec import MAX_PICTURE_COMMAND_BYTES
from noughts.messages.refusals import Refusal
from noughts.server.sessions.connections import Connections

READ_BUFFER_BYTES = 4096
# How much is read in one turn of the event loop. Less than picows' buffer, which would otherwise double at each read
# that fills it, for small frames as well.
READ_BYTES = 3072
HANDSHAKE_SECONDS = 5


class _Log(logging.LoggerAdapter[logging.Logger]):
    """picows' log, silenced: its errors are clients' mistakes, and a client could fill the disk with them."""

    def error(self, msg: object, *arguments: object, **named: Any) -> None:
        self.debug(msg, *arguments, **named)


# It is an adapter because picows would make a new logger for every connection from a plain one.
_log = _Log(logging.getLogger("noughts.websocket"), {})


class WebSocketDoor:
    """Creates a link for every valid upgrade request, and refuses the others."""

    def __init__(self, connections: Connections, public_address: PublicAddress) -> None:
        self._connections = connections
        self._outgoing = WriteBatch()
        self._public_address = public_address

    def protocol_class(self) -> type[asyncio.Protocol]:
        """Return what uvicorn takes as its WebSocket protocol."""
        door = self

        class GameSocket(WSProtocol):  # type: ignore[misc]
            def __init__(self, *, config: Any, server_state: Any, app_state: Any) -> None:
                super().__init__(
                    host_port=None,
                    ws_path="/ws",
                    is_client_side=False,
                    ws_listener_factory=self._answer,
                    logger=_log,
                    disconnect_on_exception=True,
                    websocket_handshake_timeout=HANDSHAKE_SECONDS,
                    enable_auto_ping=False,
                    auto_ping_idle_timeout=10,
                    auto_ping_reply_timeout=10,
                    auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
                    # The link answers pings itself, so that the answers count as unread data.
                    enable_auto_pong=False,
                    max_frame_size=MAX_PICTURE_COMMAND_BYTES,
                    extra_headers=None,
                    read_buffer_init_size=READ_BUFFER_BYTES,
                )
                self._link: WebSocketLink | None = None

            # `super()` would cost more than the calls themselves, and this runs for every move.

            def get_buffer(self, size_hint: int) -> memoryview:
                buffer: memoryview = WSProtocol.get_buffer(self, size_hint)
                return buffer[:READ_BYTES]

            def buffer_updated(self, size: int) -> None:
                link = self._link
                if link is None:
                    WSProtocol.buffer_updated(self, size)
                    return
                link.unparsed += size
                WSProtocol.buffer_updated(self, size)
                if link.unparsed:
                    link.wait_for_rest()

            def data_received(self, data: bytes) -> None:
                """Receive the upgrade request, which uvicorn has already read and passes on once."""
                while data:
                    buffer = self.get_buffer(-1)
                    size = min(len(buffer), len(data))
                    buffer[:size] = data[:size]
                    self.buffer_updated(size)
                    data = data[size:]

            def _answer(self, request: WSUpgradeRequest) -> Any:
                peer = self.transport.underlying_transport.get_extra_info("peername")
                answer = door.answer(request, str(peer[0]) if isinstance(peer, tuple) else "local")
                if isinstance(answer, WebSocketLink):
                    self._link = answer
                return answer

        return GameSocket

    def answer(self, request: WSUpgradeRequest, peer: str) -> Any:
        """Return a listener if the client is accepted, otherwise an error response."""
        address = self._public_address.client_address(peer, request.headers.getall("x-forwarded-for", []))
        refusal = self._objection(request, address)
        if refusal is not None:
            return _turned_away(refusal)
        spell_for_picows(request)
        return WebSocketLink(self._connections, self._outgoing, address, self._token_of(request))

    def _token_of(self, request: WSUpgradeRequest) -> str | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return token.strip()
        # A cookie counts for our own pages only: they send an Origin, which was checked above.
        cookies = request.headers.getall("cookie", []) if "origin" in request.headers else []
        return self._public_address.token_in("; ".join(cookies))

    def _objection(self, request: WSUpgradeRequest, address: str) -> Refusal | None:
        if request.path.partition(b"?")[0] != b"/ws":
            return Refusal("not_found")
        refusal = objection_to(request)
        if refusal is not None:
            return refusal
        origin = request.headers.get("origin")
        # A program may omit the Origin: it is identified only by the token it sends.
        if origin is not None and not self._public_address.is_ours(origin, request.headers.get("host", "")):
            return Refusal("forbidden_origin")
        return self._connections.objection(address)


def _turned_away(refusal: Refusal) -> WSUpgradeResponseWithListener:
    reply = error_response(refusal)
    headers = {"Content-Type": "application/json", **reply.headers}
    body = msgspec.json.encode(reply.content)
    response = WSUpgradeResponse.create_error_response(HTTPStatus(refusal.status), body, headers)
    return WSUpgradeResponseWithListener(response, None)
