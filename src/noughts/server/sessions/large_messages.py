"""Bounds the memory of messages of more than 4 KiB, which only pictures are: few connections may hold one at a time."""

from typing import Protocol

from noughts.messages.refusals import Refusal
from noughts.server.runtime.limits import MOST_LARGE_MESSAGES, MOST_LARGE_MESSAGES_OF_AN_ADDRESS
from noughts.server.runtime.networks import network_of


class Holder(Protocol):
    """A connection that holds a large message, or the buffer that it came in."""

    def close(self, refusal: Refusal) -> None: ...


class LargeMessages:
    """The connections with a large message, the oldest first.

    A connection beyond the limit disconnects the oldest, which can reconnect.
    """

    def __init__(self) -> None:
        self._holders: dict[Holder, str] = {}

    def add(self, holder: Holder, address: str) -> None:
        """Record that this connection holds a large message."""
        if holder in self._holders:
            return
        network = network_of(address)
        same = [other for other, key in self._holders.items() if key == network]
        if len(same) >= MOST_LARGE_MESSAGES_OF_AN_ADDRESS:
            self._end(same[0])
        elif len(self._holders) >= MOST_LARGE_MESSAGES:
            self._end(next(iter(self._holders)))
        self._holders[holder] = network

    def remove(self, holder: Holder) -> None:
        """Record that this connection has released its message."""
        self._holders.pop(holder, None)

    def _end(self, holder: Holder) -> None:
        self.remove(holder)
        holder.close(Refusal("too_many_large_messages"))
