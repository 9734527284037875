"""A network that delays, loses, splits, duplicates and reorders data, and cuts connections with or without a close."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol, cast

from tests.simulation.loop import NOBODY, Process

LATE_SECONDS = 0.08
LOSS = 0.1
DOUBLING = 0.1
WINDOW_BYTES = 4096
# The system drops a connection after this time without an acknowledgement.
GIVE_UP_SECONDS = 30.0

Address = tuple[str, int]


class Receiver(Protocol):
    """The client's end of a connection."""

    def heard(self, data: bytes) -> None: ...

    def lost(self) -> None: ...


class Network:
    """All connections, and how bad the network is at the moment."""

    def __init__(self, chance: Random, trace: Callable[[str], None]) -> None:
        self.chance = chance
        self.trace = trace
        # Once set, nothing more is lost or cut.
        self.is_calm = False
        # Pairs of clients and servers that can't reach each other for a while.
        self.parted: set[tuple[str, str]] = set()
        self.streams: list[Stream] = []
        # The most bytes that any server buffered for a client that didn't read.
        self.most_unread_bytes = 0

    def late(self) -> float:
        return self.chance.random() * LATE_SECONDS

    def is_open(self, client: str, server: str) -> bool:
        return (client, server) not in self.parted

    def cut(self, streams: "list[Stream]", *, silently: bool) -> None:
        for stream in streams:
            stream.cut(silently=silently)

    def cut_off(self, process: Process, *, silently: bool) -> None:
        """Close the connections of a dead process, unless its machine has failed too."""
        self.cut([stream for stream in self.streams if stream.process is process], silently=silently)


class Stream(asyncio.Transport):
    """A TCP connection. This object is the server's transport; the client's end is `send`, `close` and a receiver."""

    def __init__(
        self,
        network: Network,
        process: Process,
        client: Address,
        receiver: Receiver,
        protocol: asyncio.BufferedProtocol,
    ) -> None:
        super().__init__()
        self.process = process
        self.client = client
        self._network = network
        self._receiver = receiver
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._upward = bytearray()
        self._downward = bytearray()
        self._is_moving = {True: False, False: False}
        self._eof = False
        self._is_cut = False
        self._is_over = False
        self._high_bytes = 64 * 1024
        self._is_paused = False
        self.is_read = True
        self._reads = True
        network.streams.append(self)
        self._at_server(protocol.connection_made, self)

    # Methods of the client's end.

    def send(self, data: bytes) -> None:
        self._upward += data
        self._move(up=True)

    def hang_up(self) -> None:
        """Close the client's end cleanly."""
        self._end(None, tell_client=False)

    # Methods of the server's end.

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_over and self.process.is_alive:
            self._downward += data
            self._network.most_unread_bytes = max(self._network.most_unread_bytes, len(self._downward))
            if len(self._downward) > self._high_bytes and not self._is_paused:
                self._is_paused = True
                self._protocol.pause_writing()
            self._move(up=False)

    def write_eof(self) -> None:
        self._eof = True
        self._move(up=False)

    def abort(self) -> None:
        if self.process.is_alive:
            self._end(None)

    def pause_reading(self) -> None:
        """Read nothing more from the client: the door does so once it has disconnected."""
        self._reads = False

    def is_closing(self) -> bool:
        return self._is_over

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high_bytes = high or self._high_bytes

    def get_write_buffer_size(self) -> int:
        return len(self._downward)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.client if name == "peername" else default

    # The network between them.

    def _move(self, *, up: bool) -> None:
        if not self._is_moving[up] and not self._is_over:
            self._is_moving[up] = True
            self._loop.call_later(self._network.late(), self._arrive, up, context=NOBODY)

    def _arrive(self, up: bool) -> None:
        self._is_moving[up] = False
        if self._is_over or self._is_cut or not (self._reads if up else self.is_read):
            return
        if not self._network.is_open(self.client[0], self.process.name):
            # Data is resent until it arrives.
            self._is_moving[up] = True
            self._loop.call_later(0.5, self._arrive, up, context=NOBODY)
            return
        waiting = self._upward if up else self._downward
        size = self._network.chance.choice((len(waiting), len(waiting), self._network.chance.randint(0, len(waiting))))
        piece = bytes(waiting[: min(size, WINDOW_BYTES)])
        del waiting[: len(piece)]
        if piece:
            self._network.trace(f"{self.client[1]} {'>' if up else '<'} {self.process.name} {piece!r}")
            self._at_server(self._fill, piece) if up else self._receiver.heard(piece)
        if self._is_paused and len(self._downward) <= self._high_bytes // 4:
            self._is_paused = False
            self._at_server(self._protocol.resume_writing)
        if waiting:
            self._move(up=up)
        elif not up and self._eof:
            self._end(None)

    def _fill(self, piece: bytes) -> None:
        while piece and not self._is_over:
            buffer = cast(memoryview, self._protocol.get_buffer(-1))
            size = min(len(buffer), len(piece))
            buffer[:size] = piece[:size]
            piece = piece[size:]
            self._protocol.buffer_updated(size)

    def _at_server(self, act: Callable[..., Any], *args: Any) -> None:
        self._loop.call_soon(act, *args, context=self.process.context)

    def cut(self, *, silently: bool) -> None:
        self._network.trace(f"{self.client[1]} cut {'silently' if silently else ''}")
        self._is_cut = True
        late = GIVE_UP_SECONDS if silently else self._network.late()
        error: OSError = TimeoutError() if silently else ConnectionResetError()
        self._loop.call_later(late, self._end, error, not silently, context=NOBODY)

    def _end(self, error: Exception | None, tell_client: bool = True) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._network.streams.remove(self)
        self._at_server(self._protocol.connection_lost, error)
        if tell_client:
            self._loop.call_soon(self._receiver.lost, context=NOBODY)


class Datagrams(asyncio.DatagramTransport):
    """The UDP socket of one server process."""

    def __init__(self, network: Network, process: Process, door: asyncio.DatagramProtocol) -> None:
        super().__init__()
        self.process = process
        self._network = network
        self._door = door
        self._loop = asyncio.get_running_loop()
        self._receivers: dict[Address, Receiver] = {}
        door.connection_made(self)

    def send(self, data: bytes, client: Address, receiver: Receiver) -> None:
        """Deliver a client's datagram."""
        self._receivers[client] = receiver
        self._pass(">", data, client, lambda: self._door.datagram_received(data, client), self.process)

    def sendto(self, data: Any, addr: Any = None) -> None:
        if self.process.is_alive and addr in self._receivers:
            self._pass("<", data, addr, lambda: self._receivers[addr].heard(data), None)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        self._receivers.clear()

    def _pass(
        self, way: str, data: bytes, client: Address, arrive: Callable[[], None], process: Process | None
    ) -> None:
        network = self._network
        copies = 1
        if not network.is_calm:
            copies = 0 if network.chance.random() < LOSS else 2 if network.chance.random() < DOUBLING else 1
        if not network.is_open(client[0], self.process.name):
            copies = 0

        def arrived() -> None:
            network.trace(f"{client[1]} {way} {self.process.name} {data!r}")
            arrive()

        for _ in range(copies):
            context = NOBODY if process is None else process.context
            self._loop.call_later(network.late(), arrived, context=context)
