"""Bytes to commands and messages to bytes: the one decoder for all doors. Whatever cannot be read becomes a refusal."""

import msgspec

from noughts.messages.answers import AnyMessage
from noughts.messages.commands import AnyCommand
from noughts.messages.events import AnyEvent
from noughts.messages.refusals import Refusal

MAX_COMMAND_BYTES = 4096

_command_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_message_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
_events_decoder = msgspec.json.Decoder(tuple[AnyEvent, ...])
_encoder = msgspec.json.Encoder()

encode_message = _encoder.encode


def decode_command(data: bytes | bytearray | memoryview) -> AnyCommand | Refusal:
    """The command in these bytes, or the refusal to send back."""
    if len(data) > MAX_COMMAND_BYTES:
        return Refusal("too_large", f"At most {MAX_COMMAND_BYTES} bytes.")
    try:
        return _command_decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Refusal("malformed", _told(error))


def decode_message(data: bytes) -> AnyMessage:
    """What a client hears; raises `msgspec.DecodeError` on anything else."""
    return _message_decoder.decode(data)


def encode_events(events: tuple[AnyEvent, ...]) -> str:
    """The journal's text of these events."""
    return _encoder.encode(events).decode()


def decode_events(text: str | bytes) -> tuple[AnyEvent, ...]:
    """The events in a journal's row."""
    return _events_decoder.decode(text)


def _told(error: Exception) -> str:
    # msgspec's words name the field and the expected type. They may quote the input: kept short and printable.
    words = str(error) if isinstance(error, msgspec.DecodeError) else "Not UTF-8 text, or nested too deeply."
    return "".join(c if c.isprintable() else "?" for c in words[:200])
