"""A message on its way out: encoded once, however many get it. A door that speaks another language reads `message`."""

from msgspec import Struct

from noughts.messages.answers import Message
from noughts.messages.codec import encode_message


class Packet(Struct, eq=False, gc=False):
    """A message and its bytes in the native language."""

    message: Message
    # The same bytes as they go over the native socket, once its door has made them.
    frame: bytes | None = None
    _json: bytes | None = None

    @property
    def json(self) -> bytes:
        if self._json is None:
            self._json = encode_message(self.message)
        return self._json
