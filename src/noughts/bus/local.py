"""The bus inside one process.

A single server has no other process to notify. Tests connect several buses to one exchange.
"""

import asyncio
from collections.abc import Sequence

from noughts.bus.hint import Hint, Listener, Sighting, Sightings
from noughts.messages.ids import PlayerId


class Exchange:
    """Connects the local buses of one process."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []
        self.sightings: dict[PlayerId, dict[LocalBus, Sighting]] = {}
        self.names: dict[str, set[LocalBus]] = {}


class LocalBus:
    """A bus that reaches the other buses on its exchange."""

    def __init__(self, exchange: Exchange | None = None) -> None:
        self._exchange = exchange or Exchange()
        self._listener: Listener | None = None
        self.is_shared = exchange is not None

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        self._exchange.buses.append(self)

    async def close(self) -> None:
        self._exchange.buses.remove(self)

    def publish(self, hints: Sequence[Hint]) -> None:
        for bus in self._exchange.buses:
            if bus is not self and bus._listener is not None:
                asyncio.get_running_loop().call_soon(bus._listener.receive, hints)

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        self._exchange.sightings.setdefault(player, {})[self] = sighting

    def hold_name(self, name: str, is_held: bool) -> None:
        holders = self._exchange.names.setdefault(name, set())
        holders.add(self) if is_held else holders.discard(self)
        if not holders:
            del self._exchange.names[name]

    async def claim_name(self, name: str) -> bool:
        if self._exchange.names.get(name, set()) - {self}:
            return False
        self.hold_name(name, True)
        return True

    async def sightings(self, player: PlayerId) -> Sightings | None:
        return Sightings(0, await self.last_reported(player))

    async def last_reported(self, player: PlayerId) -> list[Sighting]:
        return self.in_memory(player)

    def in_memory(self, player: PlayerId) -> list[Sighting]:
        seen = self._exchange.sightings.get(player, {})
        return [sighting for bus, sighting in seen.items() if bus is not self]
