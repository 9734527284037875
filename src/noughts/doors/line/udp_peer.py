"""One address that sends datagrams, and the conversation with it."""

import asyncio
from typing import Any, Protocol

from noughts.doors.line.amplification_limit import AmplificationLimit
from noughts.doors.line.conversation import Conversation
from noughts.doors.line.line_messages import LineMessage
from noughts.doors.line.tcp import LineTimeouts
from noughts.doors.line.waiting_room import WaitingRoom
from noughts.messages.refusals import Refusal
from noughts.server.sessions.connections import Connections

Address = tuple[Any, ...]

# The time limit for a silent peer. It matters only when nothing is being resent: the resender has its own limit.
FORGET_SECONDS = 3600.0
FORGET_UNPROVEN_SECONDS = 600.0
# The suffix of every game id given to a peer. Only 41 random bits, to keep the first reply short.
SECRET_LETTERS = 7


class Door(Protocol):
    """The socket, as its peers see it."""

    connections: Connections
    timeouts: LineTimeouts
    room: WaitingRoom

    def send(self, data: bytes, address: Address) -> None: ...

    def proven(self, peer: "Peer") -> None: ...

    def forget(self, peer: "Peer") -> None: ...


class Peer:
    """One address and its conversation. It counts as a connection once it has proved that it receives our answers."""

    def __init__(self, door: Door, address: Address) -> None:
        self.address = address
        self.heard_at = 0.0
        self._door = door
        self._connections = door.connections
        self._loop = asyncio.get_running_loop()
        self._last_heard = self._loop.time()
        self._is_gone = False
        self._allowance = AmplificationLimit(lambda data: door.send(data, address), ip_version(address))
        services = door.connections.services
        self._conversation = Conversation(
            services,
            self,
            address[0],
            room=door.room,
            secret=services.environment.new_token()[:SECRET_LETTERS],
            waits_seconds=door.timeouts.waits,
        )
        self._forgetting = self._loop.call_later(FORGET_UNPROVEN_SECONDS, self.hang_up)

    @property
    def is_proven(self) -> bool:
        return self._allowance.is_proven

    def is_proof(self, message: LineMessage) -> bool:
        """Return whether only a client that receives what is sent to this address can send this."""
        return self._conversation.is_proof(message)

    def receive(self, message: LineMessage, size: int) -> None:
        self._last_heard = self._loop.time()
        self._allowance.received(size)
        if self._conversation.receive_line(message):
            self._prove()
        else:
            self._allowance.flush()

    def receive_native(self, data: bytes, size: int) -> None:
        """Handle a native message that contained the number sent to this address."""
        self._last_heard = self._loop.time()
        self._allowance.received(size)
        self._prove()
        self._conversation.receive_native(data)

    def _prove(self) -> None:
        if not self.is_proven and not self._is_gone:
            self._forgetting.cancel()
            self._connections.connected(self, self.address[0])
            self._door.proven(self)
            self._allowance.prove()

    # The conversation's interface to the wire.

    def send(self, data: bytes) -> None:
        if not self._is_gone:
            self._allowance.send(data)

    def hang_up(self) -> None:
        if not self._is_gone:
            self._is_gone = True
            self._forgetting.cancel()
            self._door.forget(self)
            if self.is_proven:
                self._connections.disconnected(self, self.address[0])
            self._conversation.closed()

    # The interface for `Connections`.

    def ping(self) -> None:
        """Do nothing: a silent address is forgotten after a time limit."""
        if self._loop.time() - self._last_heard > FORGET_SECONDS:
            self.hang_up()
        self.heard_at = self._connections.now

    def close(self, refusal: Refusal) -> None:
        self._conversation.close(refusal)


def ip_version(address: Address) -> int:
    """Return the IP version of this address."""
    return 6 if ":" in str(address[0]) else 4
