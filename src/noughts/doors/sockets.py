"""The sockets on which the doors are opened. What keeps one from being opened is one line of words."""

import socket

TRIES_FOR_A_PORT = 10


class CannotListen(Exception):
    """The port is taken, or the address is not ours."""


def listen(host: str, port: int) -> socket.socket:
    """A listening TCP socket. Raises `CannotListen`."""
    listening = _bound(host, port, socket.SOCK_STREAM)
    try:
        listening.listen(4096)
    except OSError as error:
        listening.close()
        raise CannotListen(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    return listening


def listen_twice(host: str, port: int) -> tuple[socket.socket, socket.socket]:
    """A listening TCP socket and a UDP socket of the same port. Raises `CannotListen`."""
    tries = 1 if port else TRIES_FOR_A_PORT
    while True:
        tries -= 1
        line = listen(host, port)
        try:
            return line, _bound(host, line.getsockname()[1], socket.SOCK_DGRAM)
        except CannotListen:
            line.close()
            # A free port of the one kind may be taken in the other; then the next free one is tried.
            if not tries:
                raise


def address_of(listening: socket.socket) -> str:
    """Host and port as they stand in a URL."""
    host, port = listening.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _bound(host: str, port: int, kind: socket.SocketKind) -> socket.socket:
    bound = None
    try:
        family, _, proto, _, address = socket.getaddrinfo(host, port, type=kind)[0]
        bound = socket.socket(family, kind, proto)
        if kind == socket.SOCK_STREAM:
            # For UDP this would let two servers share a port, each hearing half of what is said.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.setblocking(False)
    except (OSError, UnicodeError) as error:
        # A name that can be no host's fails while it is being spelled, before anybody is asked for it.
        if bound is not None:
            bound.close()
        what = f"{host}:{port}" if kind == socket.SOCK_STREAM else f"{host}:{port} (UDP)"
        words = getattr(error, "strerror", None) or error
        raise CannotListen(f"cannot listen on {what}: {words}") from error
    return bound
