"""The faults of a seed and their times: kills, freezes, power losses, a failing disk, bus outages, cut connections."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from tests.simulation.bus import Exchange
from tests.simulation.disk import VirtualDisk
from tests.simulation.network import Network
from tests.simulation.node import Node

# A step is the code from one await to the next. A server makes a few hundred steps a second.
MOST_STEPS = 300


class Misfortunes:
    """Causes faults in servers, disk, bus and network, one after the other or several at once."""

    def __init__(
        self, nodes: list[Node], network: Network, disk: VirtualDisk, exchange: Exchange | None, chance: Random
    ) -> None:
        self._nodes = nodes
        self._network = network
        self._disk = disk
        self._exchange = exchange
        self._chance = chance
        self._under_way: list[asyncio.Task[None]] = []
        self._is_over = asyncio.Event()
        self.kills = 0
        # When servers were running but could do nothing, in milliseconds of their time.
        self.troubles: list[tuple[int, int]] = []

    async def happen(self, is_enough: Callable[[], bool]) -> None:
        """Cause faults now and then until the run ends."""
        loop = asyncio.get_running_loop()
        kinds: list[Callable[[], Coroutine[Any, Any, None]]] = [
            self._kill, self._kill, self._kill_all, self._end, self._freeze, self._lose_power, self._fail,
            self._cut, self._cut, self._part, self._stop_reading,
        ]  # fmt: skip
        if self._exchange is not None:
            kinds += [self._bus_away, self._store_away]
        while not is_enough():
            await asyncio.sleep(self._chance.expovariate(1))
            self._under_way.append(loop.create_task(self._chance.choice(kinds)()))

    async def end(self) -> None:
        """Let everything recover, and cause no more faults."""
        self._is_over.set()
        self._network.is_calm = True
        if self._exchange is not None:
            self._exchange.is_calm = True
        await asyncio.gather(*self._under_way)

    async def _last(self, seconds: float) -> None:
        """Wait this long, or until the faults end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_over.wait(), seconds)

    async def _trouble(self, seconds: float) -> None:
        begin = self._nodes[0].now_ms()
        await self._last(seconds)
        self.troubles.append((begin, self._nodes[0].now_ms()))

    def _long(self) -> float:
        """Return a duration: mostly a moment, sometimes a minute."""
        return self._chance.choice((0.1, 0.5, 1, 3, 10, 60)) * self._chance.random()

    async def _start_again(self, node: Node) -> None:
        await asyncio.sleep(self._long())
        if node.is_down:
            node.start()

    async def _kill(self) -> None:
        node = self._chance.choice(self._nodes)
        self.kills += 1
        node.kill_after(self._chance.randrange(MOST_STEPS))
        await self._last(2)
        node.kill()
        await self._start_again(node)

    async def _kill_all(self) -> None:
        """Kill all servers for so long that clocks would run out."""
        self.kills += len(self._nodes)
        for node in self._nodes:
            node.kill()
        await asyncio.sleep(10 + 50 * self._chance.random())
        for node in self._nodes:
            if node.is_down:
                node.start()

    async def _end(self) -> None:
        node = self._chance.choice(self._nodes)
        await node.end()
        await self._start_again(node)

    async def _freeze(self) -> None:
        process = self._chance.choice(self._nodes).process
        if process is not None:
            process.freeze()
            await self._trouble(self._chance.choice((0.5, 3, 8)))
            process.thaw()

    async def _lose_power(self) -> None:
        """Return the machine with the store; with a single server, the server runs on it too."""
        self.kills += 1
        self._disk.lose_power()
        if self._disk.is_shared:
            return await self._store_away()
        for node in self._nodes:
            node.kill(silently=True)
        for node in self._nodes:
            await self._start_again(node)

    async def _store_away(self) -> None:
        self._disk.is_away = True
        await self._trouble(self._chance.random() * 4)
        self._disk.is_away = False

    async def _fail(self) -> None:
        self._disk.is_failing = True
        await self._trouble(self._chance.random() * 2)
        self._disk.is_failing = False

    async def _bus_away(self) -> None:
        assert self._exchange is not None
        self._exchange.go_away()
        await self._last(self._long())
        self._exchange.come_back()

    async def _cut(self) -> None:
        some = [stream for stream in self._network.streams if self._chance.random() < 0.5]
        self._network.cut(some, silently=self._chance.random() < 0.3)

    async def _stop_reading(self) -> None:
        """Send requests forever without reading the answers."""
        for stream in self._network.streams[:1]:
            stream.is_read = False
            stream.send(b'{"type":"ListGames"}\n{"type":"Heartbeat"}\n' * 4000)
            await self._last(5)
            stream.cut(silently=False)

    async def _part(self) -> None:
        pairs = {
            (f"p{number}", node.name) for number in range(4) for node in self._nodes if self._chance.random() < 0.4
        }
        self._network.parted |= pairs
        await self._last(self._long())
        self._network.parted -= pairs
