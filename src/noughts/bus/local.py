"""The bus inside one process. A server alone has nobody to tell; tests put several halls on one exchange."""

import asyncio
from collections.abc import Sequence

from noughts.bus.hint import Hint, Listener, Sighting, Sightings
from noughts.messages.ids import PlayerId


class Exchange:
    """Where the local buses of one process meet."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []
        self.sightings: dict[PlayerId, dict[LocalBus, Sighting]] = {}


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
                asyncio.get_running_loop().call_soon(bus._listener.hear, hints)

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        self._exchange.sightings.setdefault(player, {})[self] = sighting

    async def sightings(self, player: PlayerId) -> Sightings | None:
        seen = self._exchange.sightings.get(player, {})
        return Sightings(0, [sighting for bus, sighting in seen.items() if bus is not self])
