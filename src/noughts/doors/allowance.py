"""How much may be sent to an address that has not shown that it hears us: the server is no use as an amplifier."""

from collections import deque
from collections.abc import Callable

# Bytes that may be sent for each byte received.
FACTOR = 3
MOST_HELD_BYTES = 4096


class Allowance:
    """Sends what may be sent, and holds the rest back until more was received or the address is proven."""

    __slots__ = ("_held", "_held_bytes", "_left", "_send", "is_proven")

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._left = 0
        self._held: deque[bytes] = deque()
        self._held_bytes = 0
        self.is_proven = False

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def received(self, size: int) -> None:
        if not self.is_proven:
            self._left += FACTOR * size

    def prove(self) -> None:
        """The address hears us."""
        self.is_proven = True
        self.flush()

    def send(self, data: bytes) -> None:
        """Send this, after what is held already. What is held is not held twice: asking again does not pile it up."""
        if data not in self._held:
            self._held.append(data)
            self._held_bytes += len(data)
        self.flush()
        while self._held_bytes > MOST_HELD_BYTES:
            self._held_bytes -= len(self._held.popleft())

    def fits(self, size: int) -> bool:
        return self.is_proven or size <= self._left

    def flush(self) -> None:
        while self._held and self.fits(len(self._held[0])):
            data = self._held.popleft()
            self._held_bytes -= len(data)
            self.send_at_once(data)

    def send_at_once(self, data: bytes) -> None:
        """Send what was found to fit."""
        self._left -= len(data)
        self._send(data)
