"""Opens the sockets of the doors. A failure is reported in one line.

A socket is bound when the server starts and listens when the server can answer. Until then clients are refused, so a
proxy takes them to another node instead of waiting for this one.
"""

import socket

TRIES_FOR_A_PORT = 10
MOST_UNACCEPTED = 4096


class CannotListen(Exception):
    """The port is taken, or the address is not ours."""


def bind(host: str, port: int) -> socket.socket:
    """Return a TCP socket bound to this port, not yet listening. Raises `CannotListen`."""
    return _bound(host, port, socket.SOCK_STREAM)


def listen(bound: socket.socket) -> None:
    """Accept connections from now on. Raises `CannotListen`."""
    try:
        bound.listen(MOST_UNACCEPTED)
    except OSError as error:
        # Another server that started at the same time was faster.
        raise CannotListen(f"cannot listen on {address_of(bound)}: {error.strerror or error}") from error


def bind_twice(host: str, port: int) -> tuple[socket.socket, socket.socket]:
    """Return a TCP and a UDP socket with the same port. Raises `CannotListen`."""
    tries = 1 if port else TRIES_FOR_A_PORT
    while True:
        tries -= 1
        line = bind(host, port)
        try:
            return line, _bound(host, line.getsockname()[1], socket.SOCK_DGRAM)
        except CannotListen:
            line.close()
            # A port that is free for TCP may be taken for UDP; then try the next one.
            if not tries:
                raise


def address_of(listening: socket.socket) -> str:
    """Return host and port as written in a URL."""
    host, port = listening.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _bound(host: str, port: int, kind: socket.SocketKind) -> socket.socket:
    bound = None
    try:
        family, _, proto, _, address = socket.getaddrinfo(host, port, type=kind)[0]
        bound = socket.socket(family, kind, proto)
        if kind == socket.SOCK_STREAM:
            # For UDP this would let two servers share a port, each receiving half of the traffic.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.setblocking(False)
    except (OSError, UnicodeError) as error:
        # An impossible host name fails while it is encoded, before any lookup.
        if bound is not None:
            bound.close()
        what = f"{host}:{port}" if kind == socket.SOCK_STREAM else f"{host}:{port} (UDP)"
        words = getattr(error, "strerror", None) or error
        raise CannotListen(f"cannot listen on {what}: {words}") from error
    return bound
