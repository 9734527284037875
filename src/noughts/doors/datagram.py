"""Port 5005 over UDP: an object a datagram. A connection is an address; who stays silent for long is forgotten."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from typing import Any, cast

from noughts.doors.allowance import FACTOR, Allowance
from noughts.doors.conversation import Conversation, is_native
from noughts.doors.line import Patience
from noughts.doors.note000 import Said, decode, encode, refusal_error
from noughts.messages.codec import decode_command
from noughts.messages.refusals import Refusal
from noughts.server.limits import AddressLimit
from noughts.server.porter import Porter

Address = tuple[Any, ...]

# Peers in all; beyond, those who have not shown that they hear us make room, the oldest first.
MOST_PEERS = 10_000
# Nothing was heard for so long. What is said to a peer is said until it is acknowledged, so this is only for the quiet.
FORGET_SECONDS = 3600.0
FORGET_UNPROVEN_SECONDS = 600.0
# Datagrams that one host may send, beside what each of its peers may ask: several players may share an address.
PLAYERS_PER_ADDRESS = 20


class Peer:
    """One address and its conversation."""

    def __init__(self, door: "DatagramDoor", address: Address) -> None:
        self.address = address
        self.heard_at = 0.0
        self._door = door
        self._porter = door.porter
        self._loop = asyncio.get_running_loop()
        self._last_heard = self._loop.time()
        self._is_gone = False
        # A number to be acknowledged by one who speaks the native language, whose answers are mostly too long to begin
        # with. What is said in the other language has numbers of its own.
        self._proof = int(self._porter.reception.hall.outside.pick(range(2**31)))
        self._has_asked = False
        self._allowance = Allowance(lambda data: door.send(data, address))
        self._conversation = Conversation(
            door.porter.reception, self, address[0], is_lossy=True, waits_seconds=door.patience.waits
        )
        self._porter.came(self, address[0])

    @property
    def is_proven(self) -> bool:
        return self._allowance.is_proven

    def hear(self, data: bytes) -> None:
        self._last_heard = self._loop.time()
        self._allowance.received(len(data))
        self._has_asked = False
        if self._proves(data) or self._conversation.hear(data):
            self._allowance.prove()
        else:
            self._allowance.flush()

    def _proves(self, data: bytes) -> bool:
        if self.is_proven or b'"ack"' not in data:
            return False
        said = decode(data)
        return isinstance(said, Said) and said.ack == self._proof

    # What the conversation asks of its wire.

    def send(self, data: bytes) -> None:
        if not self._is_gone:
            if not self.is_proven and is_native(data):
                self._ask_for_proof()
            self._allowance.send(data)

    def _ask_for_proof(self) -> None:
        """Once for each datagram, and before the answer to it, which might leave no room."""
        probe = encode({"seq": self._proof})
        if not self._has_asked and self._allowance.fits(len(probe)):
            self._has_asked = True
            self._allowance.send_at_once(probe)

    def hang_up(self) -> None:
        if not self._is_gone:
            self._is_gone = True
            self._door.forget(self)
            self._porter.went(self, self.address[0])
            self._conversation.closed()

    # What the porter asks of a guest.

    def ping(self) -> None:
        """There is nothing to ask a silent address; it is forgotten when it was silent for long."""
        silence = self._loop.time() - self._last_heard
        if silence > (FORGET_SECONDS if self.is_proven else FORGET_UNPROVEN_SECONDS):
            self.hang_up()
        self.heard_at = self._porter.now

    def close(self, refusal: Refusal) -> None:
        self._conversation.close(refusal)


class DatagramDoor(asyncio.DatagramProtocol):
    """The socket, and everybody behind it."""

    def __init__(self, porter: Porter, patience: Patience) -> None:
        self.porter = porter
        self.patience = patience
        self._peers: dict[Address, Peer] = {}
        self._loop = asyncio.get_running_loop()
        reception = porter.reception
        self._hosts = AddressLimit(
            reception.commands_per_second * PLAYERS_PER_ADDRESS, reception.burst * PLAYERS_PER_ADDRESS
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Every event loop has a class of its own for it.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, address: Address) -> None:
        if self._hosts.take(address[0], self._loop.time()):
            # No answer: whoever floods does not wait for one, and the address may be somebody else's.
            return
        peer = self._peers.get(address)
        if peer is not None:
            peer.hear(data)
            return
        refusal = self._objection(data, address)
        if refusal is not None:
            self._refuse(refusal, len(data), address)
        else:
            peer = self._peers[address] = Peer(self, address)
            peer.hear(data)

    def error_received(self, exc: Exception) -> None:
        """A datagram could not be delivered: nothing that a client would not also see as a loss."""

    def _objection(self, data: bytes, address: Address) -> Refusal | None:
        # Noise makes no peer, and neither does a message of a game in which a stranger cannot be.
        heard = decode_command(data) if is_native(data) else decode(data)
        if isinstance(heard, Refusal):
            return heard
        if isinstance(heard, Said) and (heard.is_of_game or heard.ack is not None):
            return Refusal("not_yours")
        refusal = self.porter.objection(address[0])
        if refusal is None and len(self._peers) >= MOST_PEERS and not self._make_room():
            return Refusal("too_many_connections")
        return refusal

    def _make_room(self) -> bool:
        for peer in self._peers.values():
            if not peer.is_proven:
                peer.hang_up()
                return True
        return False

    def _refuse(self, refusal: Refusal, received: int, address: Address) -> None:
        data = encode(refusal_error(refusal))
        if len(data) <= FACTOR * received:
            self.send(data, address)

    # What a peer asks of the door.

    def send(self, data: bytes, address: Address) -> None:
        if not self._transport.is_closing():
            self._transport.sendto(data, address)

    def forget(self, peer: Peer) -> None:
        self._peers.pop(peer.address, None)

    def close(self) -> None:
        for peer in tuple(self._peers.values()):
            peer.hang_up()
        self._transport.close()


@contextlib.asynccontextmanager
async def open_datagrams(
    porter: Porter, bound: socket.socket, patience: Patience | None = None
) -> AsyncIterator[DatagramDoor]:
    """Answer on this bound socket for as long as the context lasts."""
    _, door = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: DatagramDoor(porter, patience or Patience()), sock=bound
    )
    try:
        yield door
    finally:
        door.close()
