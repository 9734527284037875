"""The names of players connected to any process, through any door."""

from collections import Counter

from noughts.bus.hint import Bus


class OnlineNames:
    """Counts the connections under each name, ignoring case.

    While the other processes can't be asked, only the names of this one count.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._connections: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._connections

    async def claim(self, name: str) -> bool:
        """Take a name that nobody uses, until `disconnected`. Return False if it is in use."""
        key = name.casefold()
        if key in self._connections:
            return False
        # Before asking the other processes, so that only one of two simultaneous requests here gets the name.
        self.connected(name)
        if self._bus.is_shared and not await self._bus.claim_name(key):
            self.disconnected(name)
            return False
        return True

    def connected(self, name: str) -> None:
        key = name.casefold()
        self._connections[key] += 1
        if self._connections[key] == 1 and self._bus.is_shared:
            self._bus.hold_name(key, True)

    def disconnected(self, name: str) -> None:
        key = name.casefold()
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]
            if self._bus.is_shared:
                self._bus.hold_name(key, False)

    def publish_again(self) -> None:
        """Send all names to the other processes again, because they may have lost them."""
        for key in self._connections:
            self._bus.hold_name(key, True)
