"""One client of port 5005, over TCP or UDP: native messages have a `type`, those of note 000 have none.

Both may be spoken on one connection, and each is answered in its own language.
"""

import re
from typing import Protocol

from noughts.doors import note000
from noughts.doors.noteplayer import NotePlayer
from noughts.doors.resending import WAITS_SECONDS, Resender
from noughts.messages.answers import ActionSuccess
from noughts.messages.codec import decode_command, encode_message
from noughts.messages.refusals import Refusal
from noughts.server.attendance import Parting
from noughts.server.packet import Packet
from noughts.server.session import Reception, Session

# Where no such key is written, none is meant; whether it is the object's own `type`, the decoder will see.
_TYPE = re.compile(rb'"type"\s*:')


def is_native(data: bytes) -> bool:
    """Whether this object is of the native language."""
    return _TYPE.search(data) is not None


class Wire(Protocol):
    """The door's end of the connection: whole objects, in bytes."""

    def send(self, data: bytes) -> None:
        """Send this object; never blocks."""

    def hang_up(self) -> None:
        """Send what was said, then close."""


class Conversation:
    """A session and the languages that its client speaks."""

    def __init__(
        self,
        reception: Reception,
        wire: Wire,
        address: str,
        *,
        is_lossy: bool = False,
        waits_seconds: tuple[float, ...] = WAITS_SECONDS,
    ) -> None:
        self._reception = reception
        self._wire = wire
        self._session = Session(reception, self, address)
        self._note: NotePlayer | None = None
        self._is_native = False
        self._was_silent = False
        self._is_lossy = is_lossy
        first_seq = int(reception.hall.outside.pick(range(2**31)))
        self._resender = Resender(wire.send, lambda: self.close(Refusal("silent")), first_seq, waits_seconds)

    def hear(self, data: bytes) -> bool:
        """One object from the client. True when it shows that the client hears us."""
        if is_native(data):
            self._hear_native(data)
            return False
        said = note000.decode(data)
        if isinstance(said, Refusal):
            self.unreadable(said)
            return False
        if self._note is None:
            self._note = NotePlayer(
                self._session, self._reception, self._wire.send, self._resender, is_lossy=self._is_lossy
            )
        return self._note.hear(said)

    def _hear_native(self, data: bytes) -> None:
        self._is_native = True
        if self._note is not None:
            self._note.spoke_last = False
        command = decode_command(data)
        if isinstance(command, Refusal):
            self._session.unreadable(command)
        else:
            self._session.handle(command)

    def unreadable(self, refusal: Refusal) -> None:
        """What came is no object, or none that has a meaning."""
        self._session.unreadable(refusal)

    # What the session asks of its link.

    def deliver(self, packet: Packet) -> None:
        if self._note is not None and self._note.deliver(packet.message):
            return
        if self._is_native:
            self._wire.send(packet.json)
        elif isinstance(packet.message, ActionSuccess) and not packet.message.value:
            # Nothing was understood so far: the simpler language is the likelier.
            words = note000.error(packet.message.code or "internal", packet.message.reason or "")
            self._wire.send(note000.encode(words))

    def close(self, refusal: Refusal) -> None:
        self._was_silent = refusal.code == "silent"
        if self._is_native and not (self._note is not None and self._note.spoke_last):
            self._wire.send(encode_message(ActionSuccess(value=False, code=refusal.code, reason=refusal.words)))
        else:
            self._wire.send(note000.encode(note000.refusal_error(refusal)))
        self._wire.hang_up()

    def closed(self, parting: Parting = "lost") -> None:
        """The connection is gone."""
        self._resender.close()
        if self._note is not None:
            self._note.closed()
        self._session.closed("silent" if self._was_silent else parting)
