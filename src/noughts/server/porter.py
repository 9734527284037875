"""Counts who comes in, and asks the silent ones whether they are still there. One timer for all connections."""

import asyncio
from collections import Counter
from typing import Protocol

from noughts.messages.refusals import Refusal
from noughts.server.session import Reception

# A connection from which nothing came for so long is asked; after twice as long its player is gone.
PING_SECONDS = 15.0
SILENT_SECONDS = 30.0
# The connections are looked at in turns, so that ten thousand pings do not leave at once.
ROUND_SECONDS = 5.0
TURNS = 15


class Guest(Protocol):
    """A connection, as the porter sees it."""

    heard_at: float

    def ping(self) -> None: ...

    def close(self, refusal: Refusal) -> None: ...


class Porter:
    """Stands at the doors of this process."""

    def __init__(self, reception: Reception, connections_per_address: int) -> None:
        self.reception = reception
        # The time in seconds, a second old at most: enough to tell who is silent, and free to read.
        self.now = 0.0
        self._most = connections_per_address
        self._connections: Counter[str] = Counter()
        self._turns: list[dict[Guest, None]] = [{} for _ in range(TURNS)]
        self._next_turn = 0
        self._closing = False

    def objection(self, address: str) -> Refusal | None:
        """Why nobody more may come from this address, if so."""
        if self._closing:
            return Refusal("shutting_down")
        if self._connections[address] >= self._most:
            return Refusal("too_many_connections")
        return None

    def came(self, guest: Guest, address: str) -> None:
        self._connections[address] += 1
        guest.heard_at = self.now
        min(self._turns, key=len)[guest] = None

    def went(self, guest: Guest, address: str) -> None:
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]
        for turn in self._turns:
            if turn.pop(guest, False) is None:
                break

    async def watch(self) -> None:
        """Go round for ever."""
        loop = asyncio.get_running_loop()
        while True:
            self.now = loop.time()
            for guest in tuple(self._turns[self._next_turn]):
                silence = self.now - guest.heard_at
                if silence >= SILENT_SECONDS:
                    guest.close(Refusal("silent"))
                elif silence > PING_SECONDS - 1:
                    guest.ping()
            self._next_turn = (self._next_turn + 1) % TURNS
            await asyncio.sleep(ROUND_SECONDS / TURNS)

    def close_all(self) -> None:
        """The server ends: everybody is told to come back in a moment."""
        self._closing = True
        for turn in self._turns:
            for guest in tuple(turn):
                guest.close(Refusal("shutting_down"))
