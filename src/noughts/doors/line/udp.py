"""Port 5005 over UDP: one object per datagram. A connection is an address that has proved that it receives our answers.

Senders can be forged. A datagram is untrusted unless it contains a secret that was sent to its address. Untrusted
datagrams use a small separate budget, store nothing, and can't block other clients.
"""

import asyncio
import contextlib
import hmac
import socket
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec

from noughts.doors.line.amplification_limit import FACTOR, packet_bytes
from noughts.doors.line.conversation import is_native
from noughts.doors.line.line_messages import decode, encode, refusal_error
from noughts.doors.line.tcp import LineTimeouts
from noughts.doors.line.udp_peer import Address, Peer, ip_version
from noughts.doors.line.waiting_room import WaitingRoom
from noughts.messages.codec import MAX_COMMAND_BYTES
from noughts.messages.refusals import Refusal
from noughts.server.runtime.budget import Client
from noughts.server.runtime.limits import MOST_PEERS, MOST_UNPROVEN_PEERS
from noughts.server.sessions.connections import Connections


class UdpDoor(asyncio.DatagramProtocol):
    """The socket, and all peers that use it."""

    def __init__(self, connections: Connections, timeouts: LineTimeouts) -> None:
        self.connections = connections
        self.timeouts = timeouts
        self.room = WaitingRoom(connections.services)
        self._budget = connections.services.gatekeeper.budget
        self._key = connections.services.environment.new_token().encode()
        self._peers: dict[Address, Peer] = {}
        self._unproven: dict[Address, Peer] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Every event loop has its own transport class.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, address: Address) -> None:
        peer = self._peers.get(address)
        is_trusted = peer is not None and peer.is_proven
        if len(data) > MAX_COMMAND_BYTES and not is_trusted and not self._admit_unproven(address):
            # Parsing a large datagram is expensive, so those of unproven senders are counted first.
            return None
        if is_native(data):
            return self._receive_native(data, address, peer)
        message = decode(data)
        if peer is not None and not isinstance(message, Refusal) and peer.is_proof(message):
            return peer.receive(message, len(data))
        if not self._admit_unproven(address):
            # Don't answer: the address may be forged, and a flood doesn't read answers.
            return None
        if isinstance(message, Refusal):
            return self._refuse(message, len(data), address)
        if message.is_of_game or message.ack is not None:
            return None if message.ack is not None else self._refuse(Refusal("not_yours"), len(data), address)
        sender = peer or self._new_peer(address)
        if isinstance(sender, Refusal):
            return self._refuse(sender, len(data), address)
        return sender.receive(message, len(data))

    def _receive_native(self, data: bytes, address: Address, peer: Peer | None) -> None:
        """Accept a native message if its `ack` holds the number sent to its address."""
        fields = _fields(data)
        number = self._number_of(address)
        if fields is None or fields.pop("ack", None) != number:
            if self._admit_unproven(address):
                if fields is None:
                    return self._refuse(Refusal("malformed"), len(data), address)
                self._reply({"seq": number}, len(data), address)
            return None
        sender = peer or self._new_peer(address)
        if isinstance(sender, Refusal):
            return self._refuse(sender, len(data), address)
        return sender.receive_native(encode(fields), len(data))

    def _number_of(self, address: Address) -> int:
        """Return the number with which this address proves that it receives our answers. It needs no stored state."""
        digest = hmac.digest(self._key, repr(address).encode(), "sha256")
        return int.from_bytes(digest[:6])

    def _admit_unproven(self, address: Address) -> bool:
        """Count a datagram without a secret, whose sender may be forged. Return whether to handle it."""
        return not self._budget.take("datagram", Client(address[0]))

    def error_received(self, exc: Exception) -> None:
        """Ignore a datagram that could not be delivered: the client sees it as an ordinary loss."""

    def _new_peer(self, address: Address) -> Peer | Refusal:
        """Return a new, unproven peer. If there are too many of these, remove the oldest."""
        refusal = self.connections.objection(address[0])
        if refusal is not None:
            return refusal
        if len(self._peers) >= MOST_PEERS and not self._unproven:
            return Refusal("too_many_connections")
        if len(self._unproven) >= MOST_UNPROVEN_PEERS or len(self._peers) >= MOST_PEERS:
            next(iter(self._unproven.values())).hang_up()
        peer = self._peers[address] = self._unproven[address] = Peer(self, address)
        return peer

    def _refuse(self, refusal: Refusal, received: int, address: Address) -> None:
        self._reply(refusal_error(refusal), received, address)

    def _reply(self, fields: dict[str, Any], received: int, address: Address) -> None:
        data, version = encode(fields), ip_version(address)
        if packet_bytes(len(data), version) <= FACTOR * packet_bytes(received, version):
            self.send(data, address)

    # The door's interface for its peers.

    def send(self, data: bytes, address: Address) -> None:
        if not self._transport.is_closing():
            self._transport.sendto(data, address)

    def proven(self, peer: Peer) -> None:
        self._unproven.pop(peer.address, None)

    def forget(self, peer: Peer) -> None:
        self._peers.pop(peer.address, None)
        self._unproven.pop(peer.address, None)

    def close(self) -> None:
        for peer in tuple(self._peers.values()):
            peer.hang_up()
        self._transport.close()


def _fields(data: bytes) -> dict[str, Any] | None:
    try:
        fields = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


@contextlib.asynccontextmanager
async def open_udp(
    connections: Connections, bound: socket.socket, timeouts: LineTimeouts | None = None
) -> AsyncIterator[UdpDoor]:
    """Serve on this bound socket for as long as the context lasts."""
    _, door = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: UdpDoor(connections, timeouts or LineTimeouts()), sock=bound
    )
    try:
        yield door
    finally:
        door.close()
