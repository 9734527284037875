"""One simulated server: the parts that `app.py` connects, on a virtual machine."""

import asyncio
import contextlib
from random import Random

from noughts.bus.local import LocalBus
from noughts.composition import Server
from noughts.config import Settings
from noughts.doors.line.tcp import LineTimeouts, TcpLink
from noughts.doors.line.udp import UdpDoor
from noughts.server.runtime.environment import Environment
from noughts.server.sessions.connections import Connections
from noughts.storage.journal import Unavailable
from tests.simulation.bus import Exchange, VirtualBus
from tests.simulation.disk import VirtualDatabase, VirtualDisk
from tests.simulation.loop import Process
from tests.simulation.network import Address, Datagrams, Network, Receiver, Stream

START_MS = 1_790_000_000_000

_SETTINGS = Settings(
    commands_per_second=1e6,
    command_burst=1e6,
    guests_per_minute=1e6,
    connections_per_address=1_000_000,
    engine_processes=0,
    speech_processes=0,
    warm_computer=False,
)


class Node:
    """A machine with a server on it."""

    def __init__(
        self, name: str, network: Network, disk: VirtualDisk, exchange: Exchange | None, chance: Random, skew_ms: int
    ) -> None:
        self.name = name
        self.process: Process | None = None
        self.processes: list[Process] = []
        self._network = network
        self._disk = disk
        self._exchange = exchange
        self._chance = chance
        self._skew_ms = skew_ms
        self._is_ready = False
        self._database: VirtualDatabase
        self._server: Server
        self._connections: Connections
        self._datagrams: Datagrams
        # The times when it was serving, in milliseconds of the server's time.
        self.served: list[tuple[int, int | None]] = []

    @property
    def is_ready(self) -> bool:
        return self._is_ready and self.process is not None and self.process.is_alive

    @property
    def is_down(self) -> bool:
        return self.process is None or not self.process.is_alive

    def now_ms(self) -> int:
        return START_MS + round(asyncio.get_running_loop().time() * 1000) + self._skew_ms

    def start(self) -> None:
        self._network.trace(f"{self.name} starts")
        self.process = process = Process(self.name)
        self.processes.append(process)
        process.kill_after(10**12, self._killed)
        process.spawn(self._run(process))

    async def _run(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        environment = Environment(self.now_ms, self._chance.getrandbits, loop.time)
        while True:
            self._database = VirtualDatabase(self._disk, process)
            bus = LocalBus() if self._exchange is None else VirtualBus(self._exchange, process)
            self._server = Server(_SETTINGS, environment, self._database, bus)
            try:
                await self._database.open()
                await self._server.open()
                break
            except Unavailable:
                # It starts again, as under a supervisor.
                await self._server.close()
                await asyncio.sleep(1)
        self._connections = Connections(self._server.services)
        self._server.services.spawn(self._connections.watch())
        self._datagrams = Datagrams(self._network, process, UdpDoor(self._connections, LineTimeouts()))
        self._is_ready = True
        self.served.append((self.now_ms(), None))
        self._network.trace(f"{self.name} is ready")

    def kill_after(self, steps: int) -> None:
        """Kill it within this many steps."""
        if self.process is not None and self.process.is_alive:
            self.process.kill_after(steps, self._killed)

    def kill(self, *, silently: bool = False) -> None:
        """Kill the process. If the whole machine fails, nobody is notified."""
        if self.process is not None and self.process.is_alive:
            if silently:
                self._network.cut_off(self.process, silently=True)
            self.process.kill()

    def _killed(self) -> None:
        assert self.process is not None
        self._network.trace(f"{self.name} is killed")
        self._network.cut_off(self.process, silently=False)
        self._away()

    def _away(self) -> None:
        if self._is_ready:
            self.served[-1] = (self.served[-1][0], self.now_ms())
        self._is_ready = False
        if self._exchange is not None:
            for bus in [bus for bus in self._exchange.buses if bus._process is self.process]:
                bus.leave()
        if hasattr(self, "_database"):
            self._database.let_go()

    async def end(self) -> None:
        """Shut down cleanly, as at SIGTERM."""
        process = self.process
        if process is None or not self.is_ready:
            return
        self._network.trace(f"{self.name} ends")

        async def close() -> None:
            await self._connections.close_all()
            with contextlib.suppress(Unavailable):
                await self._server.close()
                await self._database.close()

        ending = process.spawn(close())
        while not ending.done() and process.is_alive:  # noqa: ASYNC110 - virtual time
            await asyncio.sleep(0.05)
        process.kill()

    # Methods for clients.

    def connect(self, client: Address, receiver: Receiver) -> Stream | None:
        """Open a TCP connection, if a server answers."""
        if not self.is_ready or not self._network.is_open(client[0], self.name):
            return None
        assert self.process is not None
        return Stream(self._network, self.process, client, receiver, TcpLink(self._connections, LineTimeouts()))

    def send_datagram(self, data: bytes, client: Address, receiver: Receiver) -> None:
        if self.is_ready:
            self._datagrams.send(data, client, receiver)

    @property
    def tables(self) -> int:
        return len(self._server.tables)
