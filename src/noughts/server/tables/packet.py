"""An outgoing message. Each door encodes it once for all its recipients."""

from msgspec import Struct

from noughts.messages.answers import Message
from noughts.messages.codec import encode_message


class Packet(Struct, eq=False, gc=False):
    """A message, and its bytes for the doors with the native protocol. Others read `message`."""

    message: Message
    # As it goes over the WebSocket, once that door has made it.
    frame: bytes | None = None
    _json: bytes | None = None

    @property
    def json(self) -> bytes:
        if self._json is None:
            self._json = encode_message(self.message)
        return self._json
