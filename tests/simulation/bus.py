"""A bus that delays, loses, duplicates and reorders messages, and can be down, as Redis can."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from noughts.bus.hint import Hint, Listener, Sighting, Sightings
from noughts.messages.ids import PlayerId
from tests.simulation.loop import Process

LOSS = 0.05
DOUBLING = 0.1
LATE_SECONDS = 0.05
# How long a process takes to notice that the bus is back.
NOTICE_SECONDS = 1.0


class Exchange:
    """A substitute for Redis: connects the buses and stores their keys."""

    def __init__(self, chance: Random, now_ms: Callable[[], int]) -> None:
        self.chance = chance
        self.now_ms = now_ms
        self.is_away = False
        self.is_calm = False
        self.buses: list[VirtualBus] = []
        self.seen: dict[PlayerId, dict[str, Sighting]] = {}
        self.names: dict[str, set[VirtualBus]] = {}

    def go_away(self) -> None:
        """Stop Redis, which loses everything because nothing is on a disk."""
        self.is_away = True
        self.seen.clear()
        self.names.clear()
        for bus in self.buses:
            bus.heard_since_ms = None

    def come_back(self) -> None:
        self.is_away = False
        for bus in self.buses:
            bus.come_back()


class VirtualBus:
    """The bus of one process."""

    is_shared = True

    def __init__(self, exchange: Exchange, process: Process) -> None:
        self._exchange = exchange
        self._process = process
        self._listener: Listener
        self.heard_since_ms: int | None = None

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        self._exchange.buses.append(self)
        if not self._exchange.is_away:
            self.heard_since_ms = self._exchange.now_ms()

    async def close(self) -> None:
        self.leave()

    def leave(self) -> None:
        if self in self._exchange.buses:
            self._exchange.buses.remove(self)

    def come_back(self) -> None:
        def heard() -> None:
            self.heard_since_ms = self._exchange.now_ms()
            self._listener.missed()

        seconds = self._exchange.chance.random() * NOTICE_SECONDS
        asyncio.get_running_loop().call_later(seconds, heard, context=self._process.context)

    def publish(self, hints: Sequence[Hint]) -> None:
        exchange = self._exchange
        if exchange.is_away or not self._process.is_alive:
            return
        for bus in exchange.buses:
            if bus is self:
                continue
            copies = 1
            if not exchange.is_calm:
                copies = 0 if exchange.chance.random() < LOSS else 2 if exchange.chance.random() < DOUBLING else 1
            for _ in range(copies):
                late = exchange.chance.random() * LATE_SECONDS
                asyncio.get_running_loop().call_later(late, bus._hear, list(hints), context=bus._process.context)

    def _hear(self, hints: Sequence[Hint]) -> None:
        if self.heard_since_ms is not None:
            self._listener.receive(hints)

    def mark(self, player: PlayerId, sighting: Sighting) -> None:
        if not self._exchange.is_away and self._process.is_alive:
            self._exchange.seen.setdefault(player, {})[self._process.name] = sighting

    def hold_name(self, name: str, is_held: bool) -> None:
        if not self._exchange.is_away and self._process.is_alive:
            holders = self._exchange.names.setdefault(name, set())
            holders.add(self) if is_held else holders.discard(self)

    async def claim_name(self, name: str) -> bool:
        await asyncio.sleep(self._exchange.chance.random() * LATE_SECONDS)
        others = self._exchange.names.get(name, set()) - {self}
        # Names of a dead process don't count.
        if not self._exchange.is_away and any(bus in self._exchange.buses for bus in others):
            return False
        self.hold_name(name, True)
        return True

    async def sightings(self, player: PlayerId) -> Sightings | None:
        await asyncio.sleep(self._exchange.chance.random() * LATE_SECONDS)
        if self.heard_since_ms is None or self._exchange.is_away:
            return None
        return Sightings(self.heard_since_ms, self._seen(player))

    async def last_reported(self, player: PlayerId) -> list[Sighting]:
        return self.in_memory(player)

    def in_memory(self, player: PlayerId) -> list[Sighting]:
        return [] if self.heard_since_ms is None else self._seen(player)

    def _seen(self, player: PlayerId) -> list[Sighting]:
        return [seen for name, seen in self._exchange.seen.get(player, {}).items() if name != self._process.name]
