"""One client of port 5005, over TCP or UDP: native messages have a `type`, line protocol messages have none.

A connection may use both; each message is answered in its own protocol.
"""

import re
from typing import Protocol

from noughts.doors.line import line_messages
from noughts.doors.line.line_player import LineProtocolPlayer
from noughts.doors.line.resender import WAITS_SECONDS, Resender
from noughts.doors.line.udp_player import DatagramPlayer
from noughts.doors.line.waiting_room import WaitingRoom
from noughts.messages.answers import ActionSuccess
from noughts.messages.codec import decode_command, encode_message
from noughts.messages.refusals import Refusal
from noughts.server.presence.attendance import Parting
from noughts.server.sessions.services import Services
from noughts.server.sessions.session import Session
from noughts.server.tables.packet import Packet

# Bytes without this key have no type. If it is there, the decoder checks that it belongs to the outer object.
_TYPE = re.compile(rb'"type"\s*:')


def is_native(data: bytes) -> bool:
    """Return whether this object belongs to the native protocol."""
    return _TYPE.search(data) is not None


class Wire(Protocol):
    """The door's end of the connection: whole objects, in bytes."""

    def send(self, data: bytes) -> None:
        """Send this object; never blocks."""

    def hang_up(self) -> None:
        """Send everything queued, then close."""


class Conversation:
    """A session and the protocols that its client uses."""

    def __init__(
        self,
        services: Services,
        wire: Wire,
        address: str,
        *,
        room: WaitingRoom | None = None,
        secret: str = "",
        waits_seconds: tuple[float, ...] = WAITS_SECONDS,
    ) -> None:
        self._services = services
        self._wire = wire
        self._session = Session(services, self, address)
        self._line_player: LineProtocolPlayer | None = None
        self._is_native = False
        self._was_silent = False
        self._room = room
        self._secret = secret
        first_seq = int(services.environment.pick(range(2**31)))
        self._resender = Resender(wire.send, lambda: self.close(Refusal("silent")), first_seq, waits_seconds)

    def receive(self, data: bytes) -> bool:
        """Handle one object from the client. Return True when it proves that the client receives our answers."""
        if is_native(data):
            self.receive_native(data)
            return False
        message = line_messages.decode(data)
        if isinstance(message, Refusal):
            self.unreadable(message)
            return False
        return self.receive_line(message)

    def receive_line(self, message: line_messages.LineMessage) -> bool:
        """Handle one message of the line protocol. Return True when it proves that the client receives our answers."""
        if self._line_player is None:
            self._line_player = self._new_player()
        return self._line_player.receive(message)

    def _new_player(self) -> LineProtocolPlayer:
        if self._room is None:
            return LineProtocolPlayer(self._session, self._services, self._wire.send, self._resender)
        return DatagramPlayer(self._session, self._services, self._wire.send, self._resender, self._room, self._secret)

    def is_proof(self, message: line_messages.LineMessage) -> bool:
        """Return whether only a client that receives our answers can send this."""
        return isinstance(self._line_player, DatagramPlayer) and self._line_player.is_proof(message)

    def receive_native(self, data: bytes) -> None:
        """Handle one message of the native protocol."""
        self._is_native = True
        if self._line_player is not None:
            self._line_player.note_native()
        command = decode_command(data)
        if isinstance(command, Refusal):
            self._session.unreadable(command)
        else:
            self._session.handle(command)

    def count(self) -> bool:
        """Count the bytes of an unfinished object as a message. Return False when the limit is exceeded."""
        return self._session.count()

    def unreadable(self, refusal: Refusal) -> None:
        """Refuse input that is not an object, or that can't be understood."""
        self._session.unreadable(refusal)

    # The link's interface for the session.

    def deliver(self, packet: Packet) -> None:
        if self._line_player is not None and self._line_player.deliver(packet.message):
            return
        if self._is_native:
            self._wire.send(packet.json())
        elif isinstance(packet.message, ActionSuccess) and not packet.message.value:
            # No message was understood yet, so assume the simpler protocol.
            words = line_messages.error(packet.message.code or "internal", packet.message.reason or "")
            self._wire.send(line_messages.encode(words))

    def close(self, refusal: Refusal) -> None:
        self._was_silent = refusal.code == "silent"
        if self._is_native and not (self._line_player is not None and self._line_player.is_current_protocol):
            self._wire.send(encode_message(ActionSuccess(value=False, code=refusal.code, reason=refusal.words)))
        else:
            self._wire.send(line_messages.encode(line_messages.refusal_error(refusal)))
        self._wire.hang_up()

    def closed(self, parting: Parting = "lost") -> None:
        """Clean up after the connection."""
        self._resender.close()
        if self._line_player is not None:
            self._line_player.closed()
        self._session.closed("silent" if self._was_silent else parting)
