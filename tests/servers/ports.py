"""Ports for servers that must be told their port before they start."""

import socket
from random import SystemRandom

# Below the ports that the kernel gives to outgoing connections: nothing takes one of these by chance while the server
# that had it is being restarted.
_PORTS = range(15_000, 32_000)

# Not the module's own generator: tests seed that one, and two workers would be given the same ports.
_chance = SystemRandom()


def free_port() -> int:
    """A loopback port that is free now, for TCP and UDP both."""
    for _ in range(1000):
        port = _chance.choice(_PORTS)
        if _is_free(port, socket.SOCK_STREAM) and _is_free(port, socket.SOCK_DGRAM):
            return port
    raise RuntimeError(f"no free port found between {_PORTS.start} and {_PORTS.stop}")


def _is_free(port: int, kind: socket.SocketKind) -> bool:
    with socket.socket(socket.AF_INET, kind) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
