"""A message on its way out: encoded once, however many get it. A door that speaks another language reads `message`."""

from collections.abc import Callable

from noughts.messages.answers import Message
from noughts.messages.codec import encode_message


class Packet:
    """A message and its bytes in the native language."""

    __slots__ = ("_framed", "_json", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self._json: bytes | None = None
        self._framed: bytes | None = None

    @property
    def json(self) -> bytes:
        if self._json is None:
            self._json = encode_message(self.message)
        return self._json

    def framed(self, frame: Callable[[bytes], bytes]) -> bytes:
        """The bytes as `frame` wraps them for the native socket: wrapped once too."""
        if self._framed is None:
            self._framed = frame(self.json)
        return self._framed
