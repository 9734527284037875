"""Limits the bytes sent to an address that has not proved that it receives our answers, so that nobody can use the
server to amplify traffic.
"""

from collections import deque
from collections.abc import Callable

# Bytes that may be sent for each byte received.
FACTOR = 3
MOST_HELD_BYTES = 4096
# The size of the IP and UDP headers in every packet, and the smallest payload of an Ethernet frame.
HEADER_BYTES = {4: 28, 6: 48}
LEAST_PACKET_BYTES = 46


def packet_bytes(size: int, ip_version: int = 4) -> int:
    """Return the size of a datagram on the wire, headers included: an attacker amplifies whole packets."""
    return max(LEAST_PACKET_BYTES, size + HEADER_BYTES[ip_version])


class AmplificationLimit:
    """Sends as much as the limit allows. The rest waits until more was received or the address is proven."""

    __slots__ = ("_held", "_held_bytes", "_ip_version", "_left", "_send", "is_proven")

    def __init__(self, send: Callable[[bytes], None], ip_version: int = 4) -> None:
        self._send = send
        self._ip_version = ip_version
        self._left = 0
        self._held: deque[bytes] = deque()
        self._held_bytes = 0
        self.is_proven = False

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def received(self, size: int) -> None:
        if not self.is_proven:
            self._left += FACTOR * packet_bytes(size, self._ip_version)

    def prove(self) -> None:
        """Lift the limit: the address receives our answers."""
        self.is_proven = True
        self.flush()

    def send(self, data: bytes) -> None:
        """Send this after everything already queued.

        A message is queued only once, so repeated requests don't pile up.
        """
        if data not in self._held:
            self._held.append(data)
            self._held_bytes += len(data)
        self.flush()
        while self._held_bytes > MOST_HELD_BYTES:
            self._held_bytes -= len(self._held.popleft())

    def fits(self, size: int) -> bool:
        return self.is_proven or packet_bytes(size, self._ip_version) <= self._left

    def flush(self) -> None:
        while self._held and self.fits(len(self._held[0])):
            data = self._held.popleft()
            self._held_bytes -= len(data)
            self.send_at_once(data)

    def send_at_once(self, data: bytes) -> None:
        """Send this; the caller has checked that it fits."""
        self._left -= packet_bytes(len(data), self._ip_version)
        self._send(data)
