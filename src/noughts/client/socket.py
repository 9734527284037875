"""One WebSocket to the server: bytes in, bytes out. It does not come back by itself; `Client` does that."""

from collections.abc import Callable
from urllib.parse import urlsplit

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from noughts.client.errors import ConnectionLost

CONNECT_SECONDS = 10

# What `ws_connect` may raise when the server is not there, or not in the mood.
_FAILURES = (OSError, WSError, TimeoutError)


class Socket(WSListener):
    """An open connection. `heard` gets every message, `lost` is called once at the end."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._lost()

    def send(self, data: bytes) -> None:
        self._transport.send(WSMsgType.TEXT, data)

    def close(self) -> None:
        """Say goodbye and hang up."""
        self._transport.send_close()
        self._transport.disconnect()

    def drop(self) -> None:
        """Hang up without a word, as a lost network does."""
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
        # A server that dies in the middle of the handshake leaves picows with nothing to give, and no error either.
        raise ConnectionLost("the server hung up before the connection was open")
    return socket
