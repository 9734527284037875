"""Counts connections, and pings silent ones. One timer for all of them."""

import asyncio
from collections import Counter
from typing import Protocol

from noughts.messages.refusals import Refusal
from noughts.server.runtime.limits import MOST_CONNECTIONS
from noughts.server.runtime.networks import network_of, site_of
from noughts.server.runtime.rates import ADDRESSES_OF_A_SITE
from noughts.server.sessions.large_messages import LargeMessages
from noughts.server.sessions.services import Services

# A connection silent for this long is pinged; after twice as long its player counts as absent.
PING_SECONDS = 15.0
SILENT_SECONDS = 30.0
# Connections are checked in turns, so that ten thousand pings don't leave at once.
ROUND_SECONDS = 5.0
TURNS = 15
# When the server shuts down, it closes connections in at most this many groups, of at least this many, with a pause
# after each. If all were closed at once, all clients would reconnect at once.
CLOSED_GROUPS = 20
CLOSED_AT_ONCE = 200
CLOSING_PAUSE_SECONDS = 0.1


class Connection(Protocol):
    """The door's end of a connection, as seen from here."""

    heard_at: float

    def ping(self) -> None: ...

    def close(self, refusal: Refusal) -> None: ...


class Connections:
    """All connections of this process."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.large_messages = LargeMessages()
        # The time in seconds, at most a second old: precise enough to detect silence, and free to read.
        self.now = 0.0
        self._most = services.gatekeeper.budget.limits.connections_per_address
        self._by_network: Counter[str] = Counter()
        self._in_all = 0
        # With the stream that each one writes to; datagrams have none.
        self._turns: list[dict[Connection, asyncio.WriteTransport | None]] = [{} for _ in range(TURNS)]
        self._next_turn = 0
        self._closing = False

    def objection(self, address: str) -> Refusal | None:
        """Return why no further connection may come from this address, or None."""
        if self._closing:
            return Refusal("shutting_down")
        if (
            self._in_all >= MOST_CONNECTIONS
            or self._by_network[network_of(address)] >= self._most
            or self._by_network[site_of(address)] >= self._most * ADDRESSES_OF_A_SITE
        ):
            return Refusal("too_many_connections", wait_seconds=5.0)
        return None

    def count(self, address: str) -> None:
        """Count a connection from this address. `discount` ends it."""
        self._in_all += 1
        self._by_network[network_of(address)] += 1
        self._by_network[site_of(address)] += 1

    def discount(self, address: str) -> None:
        self._in_all -= 1
        for key in (network_of(address), site_of(address)):
            self._by_network[key] -= 1
            if self._by_network[key] <= 0:
                del self._by_network[key]

    def connected(self, connection: Connection, address: str, stream: asyncio.WriteTransport | None = None) -> None:
        """Count a connection, and look after it from now on."""
        self.count(address)
        connection.heard_at = self.now
        min(self._turns, key=len)[connection] = stream

    def disconnected(self, connection: Connection, address: str) -> None:
        self.discount(address)
        self.large_messages.remove(connection)
        for turn in self._turns:
            if connection in turn:
                del turn[connection]
                break

    async def watch(self) -> None:
        """Check connections forever."""
        loop = asyncio.get_running_loop()
        while True:
            self.now = loop.time()
            for connection in tuple(self._turns[self._next_turn]):
                silence = self.now - connection.heard_at
                if silence >= SILENT_SECONDS:
                    connection.close(Refusal("silent"))
                elif silence > PING_SECONDS - 1:
                    connection.ping()
            self._next_turn = (self._next_turn + 1) % TURNS
            await asyncio.sleep(ROUND_SECONDS / TURNS)

    @property
    def unsent_bytes(self) -> int:
        """How much all clients together have not read yet."""
        return sum(stream.get_write_buffer_size() for turn in self._turns for stream in turn.values() if stream)

    @property
    def is_closing(self) -> bool:
        """Whether this server is shutting down, and accepts no more connections."""
        return self._closing

    async def close_all(self) -> None:
        """Close every connection at shutdown, asking clients to reconnect in a moment, and accept no more."""
        self._closing = True
        everybody = [connection for turn in self._turns for connection in turn]
        group = max(CLOSED_AT_ONCE, -(-len(everybody) // CLOSED_GROUPS))
        for start in range(0, len(everybody), group):
            if start:
                await asyncio.sleep(CLOSING_PAUSE_SECONDS)
            for connection in everybody[start : start + group]:
                connection.close(Refusal("shutting_down"))
