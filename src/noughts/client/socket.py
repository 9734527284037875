"""One WebSocket to the server: bytes in, bytes out. It does not reconnect; `Client` does."""

from collections.abc import Callable
from urllib.parse import urlsplit

from picows import WSCloseCode, WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from noughts.client.errors import ConnectionLost

CONNECT_SECONDS = 10

# What `ws_connect` may raise: the server is unreachable, refuses, or is not a Noughts server. Wrong URLs are
# ValueErrors.
_FAILURES = (OSError, WSError, TimeoutError, ValueError)


class Socket(WSListener):
    """An open connection. `heard` receives every message, `lost` is called once at the end."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard = heard
        self._lost = lost
        self.is_lost = False
        self._transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_lost = True
        self._lost()

    def send(self, data: bytes) -> None:
        """Send a message, or do nothing once the connection is lost."""
        if not self.is_lost:
            self._transport.send(WSMsgType.TEXT, data)

    def close(self) -> None:
        """Send a close frame and disconnect."""
        if not self.is_lost:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()

    def drop(self) -> None:
        """Disconnect without a close frame, as a lost network does."""
        self._transport.underlying_transport.abort()


async def open_socket(url: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> Socket:
    """Connect to the server at this http(s):// address. Raises `ConnectionLost`."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    try:
        _, socket = await ws_connect(
            lambda: Socket(heard, lost),
            f"{scheme}://{parts.netloc}/ws",
            websocket_handshake_timeout=CONNECT_SECONDS,
            enable_auto_ping=False,
        )
    except _FAILURES as error:
        raise ConnectionLost(str(error)) from error
    if not isinstance(socket, Socket):
        # If the server dies during the handshake, picows returns nothing and raises no error.
        raise ConnectionLost("the server closed the connection before it was open")
    return socket
