"""Decodes commands and encodes messages, for all doors. Unreadable bytes become a refusal."""

from functools import lru_cache
from typing import Any, get_args

import msgspec

from noughts.messages.answers import AnyMessage
from noughts.messages.commands import AnyCommand, AnyPictureCommand
from noughts.messages.events import AnyEvent
from noughts.messages.refusals import Refusal

MAX_COMMAND_BYTES = 4096
# The size of a command with a picture. It is no larger because every connection may make the server buffer this much.
# Larger pictures go over HTTP, where the server receives only a few at a time.
MAX_PICTURE_COMMAND_BYTES = 128 * 1024
# Such a command must name its type within its first bytes, so that a door doesn't buffer what it will refuse.
PICTURE_HEAD_BYTES = 160

_command_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_picture_decoder: msgspec.json.Decoder[AnyPictureCommand] = msgspec.json.Decoder(AnyPictureCommand)
_PICTURE_TAGS = tuple(f'"{kind.__name__}"'.encode() for kind in get_args(AnyPictureCommand))
_message_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
_events_decoder = msgspec.json.Decoder(tuple[AnyEvent, ...])
_encoder = msgspec.json.Encoder()

encode_message = _encoder.encode


def decode_command(data: bytes | bytearray | memoryview) -> AnyCommand | Refusal:
    """Return the command in these bytes, or the refusal to send back."""
    decoder: msgspec.json.Decoder[Any] = _command_decoder
    if len(data) > MAX_COMMAND_BYTES:
        if not fits(data):
            return too_large()
        decoder = _picture_decoder
    try:
        command: AnyCommand = decoder.decode(data)
        return command
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refusal("malformed", _told(error))


def fits(data: bytes | bytearray | memoryview, size: int | None = None) -> bool:
    """Return whether a command of this size may be sent; `data` is all of the command, or its beginning."""
    size = len(data) if size is None else size
    if size <= MAX_COMMAND_BYTES:
        return True
    head = bytes(data[:PICTURE_HEAD_BYTES])
    return size <= MAX_PICTURE_COMMAND_BYTES and any(tag in head for tag in _PICTURE_TAGS)


def too_large() -> Refusal:
    return Refusal(
        "too_large",
        f"The limit is {MAX_COMMAND_BYTES} bytes, or {MAX_PICTURE_COMMAND_BYTES} with a picture and the type first.",
    )


def decode_message(data: bytes) -> AnyMessage:
    """Return a message for a client; raises `msgspec.DecodeError` on anything else."""
    return _message_decoder.decode(data)


def encode_events(events: tuple[AnyEvent, ...]) -> str:
    """Return the journal's text of these events."""
    return _encoder.encode(events).decode()


@lru_cache(maxsize=1024)
def decode_events(text: str) -> tuple[AnyEvent, ...]:
    """Return the events in a journal's row.

    Nearly all rows are moves, and there are only a few hundred different ones.
    """
    return _events_decoder.decode(text)


def _told(error: Exception) -> str:
    # msgspec's message names the field and the expected type. It may quote the input, so it is kept short and
    # printable.
    words = str(error) if isinstance(error, msgspec.DecodeError) else "Not UTF-8 text, or nested too deeply."
    return "".join(c if c.isprintable() else "?" for c in words[:200])
