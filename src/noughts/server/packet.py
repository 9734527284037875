"""A message on its way out: encoded once, however many get it. A door that speaks another language reads `message`."""

from noughts.messages.answers import Message
from noughts.messages.codec import encode_message


class Packet:
    """A message and its bytes in the native language."""

    __slots__ = ("_json", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self._json: bytes | None = None

    @property
    def json(self) -> bytes:
        if self._json is None:
            self._json = encode_message(self.message)
        return self._json
