"""An outgoing message. Each door encodes it once for all its recipients."""

from msgspec import Struct

from noughts.messages.answers import Message
from noughts.messages.codec import encode_message


class Packet(Struct, eq=False, gc=False):
    """A message, and its bytes for the doors with the native protocol. Others read `message`."""

    _message: Message | None
    _json: bytes | None = None
    # As it goes over the WebSocket, once that door has made it.
    frame: bytes | None = None

    @property
    def message(self) -> Message:
        assert self._message is not None
        return self._message

    def json(self) -> bytes:
        """Return the message in the native protocol."""
        if self._json is None:
            self._json = encode_message(self._message)
        return self._json
