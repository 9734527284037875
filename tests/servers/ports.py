"""Ports for servers that need their port before they start."""

import fcntl
import os
import socket
import tempfile
from functools import cache
from pathlib import Path
from random import SystemRandom

# Below the ports that kernels use for outgoing connections, so that nothing takes one by chance while the server
# that used it restarts. Browsers refuse a few ports up to 10080.
_PORTS = range(10_100, 16_000)

# Not the module's own generator: tests seed it, so two workers would get the same ports.
_chance = SystemRandom()

_mine: set[int] = set()


def free_port() -> int:
    """Return a loopback port that is free now, for TCP and UDP both. No other process gets it before this one ends."""
    for _ in range(1000):
        port = _chance.choice(_PORTS)
        if _reserve(port) and _is_free(port, socket.SOCK_STREAM) and _is_free(port, socket.SOCK_DGRAM):
            return port
    raise RuntimeError(f"no free port found between {_PORTS.start} and {_PORTS.stop}")


def _reserve(port: int) -> bool:
    """Lock the byte with this number in a file that all test processes share."""
    if port in _mine:
        return False
    try:
        fcntl.lockf(_reservations(os.getpid()), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    _mine.add(port)
    return True


@cache
def _reservations(_process: int) -> int:
    # A forked process doesn't inherit its parent's locks, so it opens the file itself.
    return os.open(Path(tempfile.gettempdir()) / "noughts-test-ports", os.O_RDWR | os.O_CREAT, 0o600)


def _is_free(port: int, kind: socket.SocketKind) -> bool:
    with socket.socket(socket.AF_INET, kind) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
